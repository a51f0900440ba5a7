"""What a table is: its entries, seats, settings, scenes, characters and papers."""
