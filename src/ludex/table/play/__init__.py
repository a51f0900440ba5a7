"""Commands and answers that come to the rules."""
