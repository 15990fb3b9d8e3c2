"""A whole table simulated: the real app, a referee, phones and spectators, on a bad network."""
