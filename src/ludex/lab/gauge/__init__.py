"""The gauge: what a scene that is being composed will cost the party, and what would make it cost more or less."""
