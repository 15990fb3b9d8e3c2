"""Can this be the log of a fight? Asked of every import."""
