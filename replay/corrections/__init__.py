"""Corrections: one input changed, the rest replayed on it."""
