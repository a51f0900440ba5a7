"""Benchmarks against named peers, in one run on one core: `make bench`."""
