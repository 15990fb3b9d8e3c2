"""The log in words, redacted where players read it."""
