"""Using skills: their checks and effects, tasks, perception and stealth, persuasion."""
