"""From content to beings: creation, legality, advancement, and checks of what is written."""
