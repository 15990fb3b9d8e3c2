"""Replaypage."""
