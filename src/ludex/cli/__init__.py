"""The command `ludex`."""
