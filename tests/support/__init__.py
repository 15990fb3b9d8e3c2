"""Shared by the tests: given/when/then, random fights, tampered logs, a browser."""
