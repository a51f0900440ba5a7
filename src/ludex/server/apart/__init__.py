"""Helpers: processes beside the one that holds the tables, for whatever may take long."""
