"""From a declaration to the line that would be typed."""
