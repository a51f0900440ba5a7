"""The game as people see it: sentences, names, questions, sheets."""
