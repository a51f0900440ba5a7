"""Things: handling, wearing, consuming and trading them."""
