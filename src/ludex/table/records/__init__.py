"""The plain records on which a table stands: its entries, seats and settings."""
