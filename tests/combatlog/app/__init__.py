"""Campaigns, fights, sessions."""
