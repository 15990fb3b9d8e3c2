"""Tests of the words of events: phrases, reports, the table they share."""
