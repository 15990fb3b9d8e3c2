"""A passkey in software: it answers what a browser would, with a key of its own."""

from __future__ import annotations

import hashlib
import json
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from secrets import token_bytes
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, ATTESTED = 0x01, 0x40
"""Flags: a person was there; a key comes along."""


class Authenticator:
    """A passkey for one site. `origin` is what the browser says the page is of. One that is on many
    devices counts nothing."""

    def __init__(self, origin: str, *, counts: bool = True) -> None:
        self.origin, self._counts = origin, counts
        self.id = token_bytes(16)
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the credential that is made for these options."""
        numbers = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        attested = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor2.dumps(key)
        data = self._write_data(options["rp"]["id"], PRESENT | ATTESTED) + attested
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._write_client("webauthn.create", options["challenge"])
        return self._tell({"clientDataJSON": said, "attestationObject": made})

    def show(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return the credential that answers these options."""
        self.count += self._counts
        data = self._write_data(options["rpId"], PRESENT)
        said = self._write_client("webauthn.get", options["challenge"])
        signed = self._key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(SHA256()))
        return self._tell({"clientDataJSON": said, "authenticatorData": data, "signature": signed})

    def _write_data(self, site: str, flags: int) -> bytes:
        hashed = hashlib.sha256(site.encode()).digest()
        return hashed + bytes([flags]) + struct.pack(">I", self.count)

    def _write_client(self, type: str, challenge: str) -> bytes:
        return json.dumps({"type": type, "challenge": challenge, "origin": self.origin}).encode()

    def _tell(self, response: dict[str, bytes]) -> dict[str, Any]:
        id = encode(self.id)
        told = {name: encode(data) for name, data in response.items()}
        return {"id": id, "rawId": id, "type": "public-key", "response": told}


def encode(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    """Return the bytes of base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
