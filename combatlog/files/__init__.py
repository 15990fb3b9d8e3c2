"""Files of people: JSON lines, audit, rescue, safe writing."""
