"""The table as the terminal shows it: what is asked, the map, and everybody at a glance."""
