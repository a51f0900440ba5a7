"""What every game shows alike: lines, sentences, English, odds."""
