"""Games of people's own: one file that says what is different from a game there is."""
