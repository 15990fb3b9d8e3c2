"""Tests of the event stores."""
