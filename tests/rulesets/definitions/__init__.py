"""Games as data."""
