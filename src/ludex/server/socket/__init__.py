"""What is said over the socket."""
