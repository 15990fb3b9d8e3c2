"""Tale."""
