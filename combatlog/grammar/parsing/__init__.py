"""From a typed line to a command."""
