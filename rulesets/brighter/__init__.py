"""Brighter Worlds: attributes are dice, and harm steps them down."""
