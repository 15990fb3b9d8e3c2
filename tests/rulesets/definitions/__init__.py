"""Tests of definitions: shipped games, homebrew files and rosters."""
