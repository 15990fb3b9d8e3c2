"""The prompt a referee keeps open during play."""
