"""Tables in a process: kept, loaded, shared, told."""
