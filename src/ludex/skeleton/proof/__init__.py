"""Scenes by luck, what must always hold, and worlds that differ only in a secret: for tests, and `ludex check`."""
