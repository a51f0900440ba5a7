"""Health and status: damage and what follows from it, healing, and time that passes."""
