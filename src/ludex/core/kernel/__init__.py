"""Two requests, steps, the agenda: what every rule is made of."""
