"""Tests of the codec, the upcasters and the cleaning of texts."""
