"""What becomes of a campaign where the machine fails, or many write at once."""
