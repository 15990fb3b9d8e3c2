"""Wiki."""
