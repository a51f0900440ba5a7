"""What is hidden: beings, traps and wards."""
