"""Tests of files: exports, imports, rescue, safe writing."""
