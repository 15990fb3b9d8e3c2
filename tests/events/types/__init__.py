"""Tests of the event types."""
