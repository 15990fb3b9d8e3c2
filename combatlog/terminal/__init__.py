"""The terminal: commands, the prompt, and the views they print."""
