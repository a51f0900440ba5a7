"""Tests of what assistants are told, by the official client of their protocol."""
