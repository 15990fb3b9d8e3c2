"""Homebrew."""
