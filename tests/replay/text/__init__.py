"""Tests of the recap."""
