"""An opponent who knows the rules."""
