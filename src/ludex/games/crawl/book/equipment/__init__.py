"""Equipment: handling, wearing, consuming and trading things."""
