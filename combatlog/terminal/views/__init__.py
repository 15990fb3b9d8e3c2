"""How things look in a terminal: plain lines with a little colour, no wider than they need be."""
