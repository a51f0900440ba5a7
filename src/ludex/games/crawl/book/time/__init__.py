"""Time that passes outside a fight."""
