"""Tests of combatlog.client."""
