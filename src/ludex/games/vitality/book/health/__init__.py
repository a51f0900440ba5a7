"""Vitality lost and won back: damage, survival and rest."""
