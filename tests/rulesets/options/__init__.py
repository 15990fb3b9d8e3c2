"""What can be declared now."""
