"""Tests of the rules of Paraverse."""
