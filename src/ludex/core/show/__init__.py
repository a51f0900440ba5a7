"""What every game shows alike: its face, sentences, odds."""
