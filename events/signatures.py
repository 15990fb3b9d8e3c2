"""Signatures: Ed25519 keys, what they sign, and the id that a key is known by.

The library that computes them is imported only where a key is used: most campaigns have none.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

from events.errors import Unreadable
from events.hashing import compute_hash

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SIGNATURE_SIZE = 64
"""Bytes in a signature."""

KEY_ID_DIGITS = 32
"""Hexadecimal digits in the id of a key."""


def compute_key_id(public: str) -> str:
    """Return the id of a public key (64 hexadecimal digits): the beginning of its hash."""
    return compute_hash("key", bytes.fromhex(public)).hex()[:KEY_ID_DIGITS]


class SigningKey:
    """A private key. `public` is its public half in hexadecimal, `id` what statements call it."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw().hex()
        self.id = compute_key_id(self.public)

    def sign(self, text: str) -> str:
        """Return the signature over a text, in base64."""
        return base64.b64encode(self._private.sign(text.encode())).decode()

    def to_pem(self) -> bytes:
        """Return the private key as PEM (PKCS 8), the form that other tools read."""
        from cryptography.hazmat.primitives import serialization

        return self._private.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )


def create_key() -> SigningKey:
    """Return a new key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return SigningKey(Ed25519PrivateKey.generate())


def read_key(pem: bytes) -> SigningKey:
    """Return the key in a PEM text; raises `Unreadable` if it holds no Ed25519 key, or one under a
    password."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        private = load_pem_private_key(pem, password=None)
    except TypeError:
        raise Unreadable("is locked by a password, and combatlog asks for none.") from None
    except (ValueError, UnsupportedAlgorithm):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise Unreadable("holds no Ed25519 key.")
    return SigningKey(private)


def is_signed(public: str, text: str, signature: str) -> bool:
    """Return whether a signature (base64) over a text comes from the key with this public half
    (hexadecimal). Only the one way to write it in base64 counts."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        signed = base64.b64decode(signature, validate=True)
        if base64.b64encode(signed).decode() != signature or len(signed) != SIGNATURE_SIZE:
            return False
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(signed, text.encode())
    except (ValueError, InvalidSignature):
        return False
    return True
