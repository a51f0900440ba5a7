"""Using skills."""
