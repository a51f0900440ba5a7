"""Looking back: any moment of any evening, as a seat knew it. Nothing is done here, and nobody hears of it."""
