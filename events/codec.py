"""Events to JSON and back. The JSON text is what is stored, hashed and exported."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from events.errors import Unreadable
from events.upcast import UPCASTERS, Upcaster, upcast
from events.vocabulary import AnyEvent, Declaration

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_many: msgspec.json.Decoder[list[AnyEvent]] = msgspec.json.Decoder(list[AnyEvent])


def encode(event: AnyEvent) -> str:
    """The event's JSON text, defaults left out."""
    return _encoder.encode(event).decode()


def decode(body: str | bytes, upcasters: Mapping[str, Upcaster] = UPCASTERS) -> AnyEvent:
    """The event in a JSON text of any released version; raises `Unreadable`."""
    try:
        return _decoder.decode(body)
    except msgspec.MsgspecError as error:
        return _decode_older(body, error, upcasters)


def decode_many(bodies: str) -> list[AnyEvent]:
    """The events in a comma-separated run of JSON texts, read at once; raises `Unreadable`."""
    try:
        return _many.decode(f"[{bodies}]")
    except msgspec.MsgspecError:
        raws = msgspec.json.decode(f"[{bodies}]", type=list[msgspec.Raw])
        return [decode(bytes(raw)) for raw in raws]


def decode_declaration(body: str | bytes) -> Declaration:
    """A declaration somebody wrote as JSON; raises `Unreadable` with msgspec's reason."""
    try:
        return msgspec.json.decode(body, type=Declaration)  # type: ignore[no-any-return]
    except msgspec.MsgspecError as error:
        raise Unreadable(f"This is no declaration: {_reason(error)}.") from None


def _decode_older(
    body: str | bytes, error: msgspec.MsgspecError, upcasters: Mapping[str, Upcaster]
) -> AnyEvent:
    try:
        plain = msgspec.json.decode(body, type=dict)
        newer = upcast(plain, upcasters)
        if newer is plain:
            raise error
        return msgspec.convert(newer, AnyEvent)  # type: ignore[no-any-return]
    except (msgspec.MsgspecError, RecursionError) as reason:
        raise Unreadable(f"This is no event combatlog knows: {_reason(reason)}.") from None


def _reason(error: Exception) -> str:
    text = str(error).rstrip(".")
    return text[:1].lower() + text[1:]
