"""The state of a fight, and the fold that computes it from events."""
