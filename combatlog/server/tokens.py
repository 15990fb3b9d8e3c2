"""Tokens of seats and links, and the spoken code. Of tokens only hashes are kept."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The letters of a spoken code; without those that look alike."""


def make_token() -> str:
    """Return a token of 128 bits."""
    return secrets.token_urlsafe(16)


def make_code() -> str:
    """Return a spoken code."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


def hash_token(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
