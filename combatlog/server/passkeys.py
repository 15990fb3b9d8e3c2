"""Passkeys: a person who has a seat lets their other devices sit there, too, without a link.

A passkey belongs to the address of the table, so it needs TLS and a name. The server keeps its
public key beside the seat, and no secret of it. A challenge carries its time and what it is for,
under a secret of the table, so that any process that serves the campaign can check it; one that was
answered serves no more. The extra `combatlog[passkeys]` checks signatures.
"""

from __future__ import annotations

import hmac
import json
import struct
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from secrets import token_bytes, token_hex
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from msgspec.structs import replace

from combatlog.server.addresses import is_in_numbers
from combatlog.server.seats import Kept, Passkey, Seat, Seats
from combatlog.server.tokens import hash_token, make_token
from events.errors import Refused

SECONDS = 300.0
"""How long a challenge serves."""

MOST = 5
"""The most passkeys of a seat, and the most further browsers that sit there; older ones go."""

_NONCE, _TIME = 16, 8

_WRONG = "This passkey does not serve here; open the link of the table."


class Site(NamedTuple):
    """What passkeys are made for: the name of the host, and the origin of its pages."""

    name: str
    origin: str


def find_site(origin: str) -> Site:
    """Return the site of an address. Raises `Refused` where no passkey can belong to it."""
    parts = urlsplit(origin)
    name = parts.hostname or ""
    if is_in_numbers(name) or (parts.scheme != "https" and name != "localhost"):
        raise Refused("Passkeys need an address with a name, and TLS (https).")
    return Site(name, f"{parts.scheme}://{parts.netloc}")


def ask_for_new(seats: Seats, seat: Seat, site: Site) -> dict[str, Any]:
    """Return the options with which a browser makes a passkey for a seat. Raises `Refused`."""
    _load()
    import webauthn
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
    )

    options = webauthn.generate_registration_options(
        rp_id=site.name,
        rp_name="combatlog",
        user_name=seat.name,
        user_id=seat.id.encode(),
        challenge=_make_challenge(seats, seat.id),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED
        ),
        exclude_credentials=[
            PublicKeyCredentialDescriptor(_decode(each.id))
            for each in seats.passkeys
            if each.seat == seat.id
        ],
    )
    asked: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return asked


def add(seats: Seats, seat: Seat, site: Site, credential: dict[str, Any]) -> None:
    """Keep a passkey that a browser has made for a seat. Raises `Refused`."""
    _load()
    import webauthn

    challenge = _read_challenge(credential)
    _check_challenge(seats, challenge, seat.id)
    try:
        made = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.name,
            expected_origin=site.origin,
            require_user_verification=False,
        )
    except Exception:  # whatever somebody sends, the library has many errors for it
        raise Refused("This passkey cannot be kept; try again.") from None
    id, key = _encode(made.credential_id), _encode(made.credential_public_key)

    def keep(kept: Kept) -> tuple[Kept, None]:
        if any(each.id == id for each in kept.passkeys):
            raise Refused("This passkey is kept already.")
        own = [each for each in kept.passkeys if each.seat == seat.id][-MOST + 1 :]
        others = [each for each in kept.passkeys if each.seat != seat.id]
        passkey = Passkey(id, seat.id, key, made.sign_count)
        return replace(kept, passkeys=(*others, *own, passkey)), None

    seats.change(keep)


def remove_all(seats: Seats, seat: Seat) -> None:
    """Forget the passkeys of a seat, and the browsers that they have let in."""

    def forget(kept: Kept) -> tuple[Kept, None]:
        passkeys = tuple(each for each in kept.passkeys if each.seat != seat.id)
        every = (replace(each, devices=()) if each.id == seat.id else each for each in kept.seats)
        return replace(kept, passkeys=passkeys, seats=tuple(every)), None

    seats.change(forget)


def ask(seats: Seats, site: Site) -> dict[str, Any]:
    """Return the options with which a browser shows a passkey. Raises `Refused`."""
    _load()
    import webauthn

    options = webauthn.generate_authentication_options(
        rp_id=site.name, challenge=_make_challenge(seats, "")
    )
    asked: dict[str, Any] = json.loads(webauthn.options_to_json(options))
    return asked


def enter(seats: Seats, site: Site, credential: dict[str, Any]) -> tuple[Seat, str]:
    """Return the seat of a passkey, and a token for the browser that shows it. Raises `Refused`."""
    _load()
    import webauthn

    challenge = _read_challenge(credential)
    asked_at = _check_challenge(seats, challenge, "")
    token = make_token()

    def sit_down(kept: Kept) -> tuple[Kept, Seat]:
        known = next((each for each in kept.passkeys if each.id == credential.get("id")), None)
        if known is None or asked_at <= known.answered:
            raise Refused(_WRONG)
        try:
            found = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=site.origin,
                credential_public_key=_decode(known.key),
                credential_current_sign_count=known.count,
                require_user_verification=False,
            )
        except Exception:  # as in `add`
            raise Refused(_WRONG) from None
        seat = next(each for each in kept.seats if each.id == known.seat)
        seat = replace(seat, devices=(*seat.devices[-MOST + 1 :], hash_token(token)))
        now = replace(known, count=found.new_sign_count, answered=asked_at)
        return replace(
            kept,
            seats=tuple(seat if each.id == seat.id else each for each in kept.seats),
            passkeys=tuple(now if each is known else each for each in kept.passkeys),
        ), seat

    return seats.change(sit_down), token


def _load() -> None:
    """Raise `Refused` where the extra is not installed."""
    try:
        import webauthn  # noqa: F401  # only whether it is there
    except ImportError:
        raise Refused(
            "This server has no passkeys; its owner installs them with: pip install"
            " 'combatlog[passkeys]'"
        ) from None


def _make_challenge(seats: Seats, purpose: str) -> bytes:
    """Return a challenge: a nonce, the time, and the proof that it is ours and for this purpose."""

    def find_or_make(kept: Kept) -> tuple[Kept, str]:
        if kept.challenges:
            return kept, kept.challenges
        made = token_hex(32)
        return replace(kept, challenges=made), made

    secret = seats.change(find_or_make)
    told = token_bytes(_NONCE) + struct.pack(">d", time.time())
    return told + _prove(secret, told, purpose)


def _check_challenge(seats: Seats, challenge: bytes, purpose: str) -> float:
    """Return the time of a challenge. Raises `Refused` for one that is not ours, or too old."""
    told, proof = challenge[: _NONCE + _TIME], challenge[_NONCE + _TIME :]
    secret = seats.challenges
    if not secret or len(told) < _NONCE + _TIME:
        raise Refused(_WRONG)
    if not hmac.compare_digest(proof, _prove(secret, told, purpose)):
        raise Refused(_WRONG)
    (asked_at,) = struct.unpack(">d", told[_NONCE:])
    if not 0 <= time.time() - asked_at <= SECONDS:
        raise Refused("That took too long; try again.")
    return float(asked_at)


def _prove(secret: str, told: bytes, purpose: str) -> bytes:
    return hmac.digest(secret.encode(), told + purpose.encode(), "sha256")


def _read_challenge(credential: dict[str, Any]) -> bytes:
    """Return the challenge that a browser has answered. Raises `Refused` where there is none."""
    try:
        said = json.loads(_decode(credential["response"]["clientDataJSON"]))
        return _decode(said["challenge"])
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise Refused(_WRONG) from None


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
