"""Tests of the core of the rules."""
