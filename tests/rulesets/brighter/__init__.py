"""Brighter Worlds, rule by rule."""
