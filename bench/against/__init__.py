"""How fast this checkout is beside another commit: `make bench AGAINST=b7baf3b`."""
