"""The tables that set up a scene, what is looked up in one, and who comes and goes in it."""
