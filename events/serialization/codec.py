"""The codec: events to JSON and back, the cleaning of their texts, and upcasters.

The JSON text is what is stored, hashed and exported. Control, bidirectional and zero-width
characters never get into an event: they would reach terminals and pages.

An upcaster converts an older form of an event as it is read; what is stored is never rewritten. It
takes the event as plain data (a dict with its `type`) and returns the next form, with the next tag
(`attack` becomes `attack.2`). They are applied until none fits, so each release adds at most one
step per type and never changes an older one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, TypeVar
from unicodedata import is_normalized

import msgspec
from msgspec.structs import replace

from events.errors import Refused, Unreadable
from events.types.base import Event, Game
from events.types.declarations import FightStarted
from events.types.names import clean_text, has_unseen
from events.types.unions import AnyEvent, Declaration

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[str, Upcaster] = {}
"""The upcasters by the tag they read. Empty: the forms of 0.1, the first release, are the current
ones."""


def upcast(plain: dict[str, Any], upcasters: Mapping[str, Upcaster] = UPCASTERS) -> dict[str, Any]:
    """Return the event in its current form."""
    while (step := upcasters.get(str(plain.get("type")))) is not None:
        plain = step(plain)
    return plain


_encoder = msgspec.json.Encoder()
_list_decoder: msgspec.json.Decoder[list[AnyEvent]] = msgspec.json.Decoder(list[AnyEvent])

NO_TEXT = "That has characters that are no text; write it without them."
"""The message about a lone surrogate, which a terminal makes of broken input."""

LONGEST_TEXT = 10_000
"""The most characters of a text in an event, a note for example: some five pages."""

LONGEST_BODY = 4 * 2**20
"""The most characters of an event's JSON. The definition of a game takes a fiftieth of it."""

MOST_GAMES = 32
"""Of so many games the last definitions are kept, to be shared."""

_FAULTS = (msgspec.MsgspecError, RecursionError, UnicodeError)
"""The exceptions of the decoder for a text that is no event."""

_UNKNOWN = ("Invalid value", "Invalid enum value", "unknown field")
"""Parts of msgspec's messages about an unknown tag, word or field."""


@cache
def _event_decoder() -> msgspec.json.Decoder[AnyEvent]:
    """Return the decoder of one event, made on first use: it takes a while, and most commands
    decode many events at once."""
    return msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> str:
    """Return the event's JSON text, without defaults; raises `Refused` if a text in it is
    broken."""
    try:
        return _encoder.encode(event).decode()
    except UnicodeEncodeError:
        raise Refused(NO_TEXT) from None


def decode(body: str | bytes, upcasters: Mapping[str, Upcaster] = UPCASTERS) -> AnyEvent:
    """Return the event in a JSON text of any released version; raises `Unreadable`."""
    try:
        return _event_decoder().decode(body)
    except _FAULTS as error:
        return _decode_older(body, error, upcasters)


def decode_many(bodies: str) -> list[AnyEvent]:
    """Return the events in a comma-separated run of JSON texts; raises `Unreadable`."""
    try:
        return _list_decoder.decode(f"[{bodies}]")
    except _FAULTS:
        return [decode(body) for body in _split_bodies(bodies)]


def share_game(event: AnyEvent) -> AnyEvent:
    """Return the start of a fight with the one object that other fights have of the same game:
    what the rules read from a game they keep for that object. Another event is returned as it
    is."""
    if not isinstance(event, FightStarted):
        return event
    return replace(event, game=_find_game(_encoder.encode(event.game)))


@lru_cache(maxsize=MOST_GAMES)
def _find_game(text: bytes) -> Game:
    return _game_decoder().decode(text)


@cache
def _game_decoder() -> msgspec.json.Decoder[Game]:
    return msgspec.json.Decoder(Game)


def decode_declaration(body: str | bytes) -> Declaration:
    """Return the declaration in a JSON text that a person wrote; raises `Unreadable` with msgspec's
    reason."""
    try:
        declaration: Declaration = msgspec.json.decode(body, type=Declaration)
    except _FAULTS as error:
        raise Unreadable(f"This is no declaration: {explain_fault(error)}.") from None
    return declaration


def _split_bodies(bodies: str) -> list[bytes]:
    try:
        raws = msgspec.json.decode(f"[{bodies}]", type=list[msgspec.Raw])
    except _FAULTS as error:
        raise Unreadable(f"These are no events: {explain_fault(error)}.") from None
    return [bytes(raw) for raw in raws]


def _decode_older(
    body: str | bytes, error: Exception, upcasters: Mapping[str, Upcaster]
) -> AnyEvent:
    try:
        plain = msgspec.json.decode(body, type=dict)
        current = upcast(plain, upcasters)
        if current is plain:
            raise error
        return msgspec.convert(current, AnyEvent)  # type: ignore[no-any-return]
    except _FAULTS as fault:
        newer = _is_perhaps_newer(fault)
        advice = "; a newer combatlog may have written it, so install the newest one"
        reason = explain_fault(fault) + (advice if newer else "")
        raise Unreadable(f"This is no event combatlog knows: {reason}.", newer=newer) from None


def _is_perhaps_newer(fault: Exception) -> bool:
    """Return whether only a name is unknown; anything else is an error in every version."""
    return any(words in str(fault) for words in _UNKNOWN)


# Patterns in msgspec's messages. They are compiled when a fault is explained, not on import.
_TYPE = r"Expected `([^`]*)`"
_BOUND = r"Expected `int` [<>]"
_PLACE = r" - at `(?:key in )?\$\.?([^`]*)`"
_FIELD = r"(?s)Object (contains unknown|missing required) field `(.*?)`"

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "bytes": "a text",
    "object": "an object",
    "array": "a list",
    "null": "nothing",
}


def explain_fault(error: Exception) -> str:
    """Return what is wrong as the rest of a sentence; in the decoder's own words where those are
    plain, or concern a closed vocabulary."""
    text = str(error)
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, UnicodeError) or "codec" in text or "utf-8" in text.lower():
        return "it has bytes that are no text"
    if "out of range" in text or "integer string conversion" in text:
        return f"{_describe_place(text)} a number that is too large"
    if field := re.match(_FIELD, text):
        unknown = field[1] == "contains unknown"
        return (
            f"it has an unknown field “{field[2]}”" if unknown else f"its “{field[2]}” is missing"
        )
    if re.match(_BOUND, text):
        return f"{_describe_place(text)} a number that nothing here can have"
    if kind := re.match(_TYPE, text):
        return f"{_describe_place(text)} not {_describe_kinds(kind[1])}"
    if "malformed" in text or "truncated" in text:
        return "it is no JSON, or not all of it is there"
    text = text.rstrip(".")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


def _describe_place(text: str) -> str:
    place = re.search(_PLACE, text)
    return f"its “{place[1]}” is" if place and place[1] else "it is"


def _describe_kinds(said: str) -> str:
    return " or ".join(_KINDS.get(kind, kind) for kind in said.split(" | "))


def check_length(event: AnyEvent, body: str) -> None:
    """Raise `Refused` if a text in an event is longer than anybody needs; `body` is its JSON."""
    if len(body) <= LONGEST_TEXT:
        return
    longest = max(map(len, _list_texts(msgspec.to_builtins(event))))
    if longest > LONGEST_TEXT:
        raise Refused(f"A text has {longest:,} characters; {LONGEST_TEXT:,} are the most.")
    if len(body) > LONGEST_BODY:
        raise Refused(
            f"That has {len(body):,} characters in all its parts; {LONGEST_BODY:,} are the most."
        )


E = TypeVar("E", bound=AnyEvent)


def check_types(event: object) -> None:
    """Raise `TypeError` if something is no event, or a field of it has a value of another type:
    Python checks neither where an event is made."""
    if not isinstance(event, Event):
        raise TypeError(f"{event!r} is no event; a typed line is for Session.say.")
    try:
        msgspec.convert(msgspec.to_builtins(event), type(event))
    except msgspec.ValidationError as error:
        hint = "; a target is an Aim, like: Aim('wolf')" if "$.targets" in str(error) else ""
        raise TypeError(f"{type(event).__name__}: {error}{hint}") from None


def clean_event(event: E) -> E:
    """Return the event with every text cleaned, or the event itself if that changes nothing; raises
    `Refused` if a text is too long."""
    body = encode(event)
    check_length(event, body)
    if _is_clean_json(body):
        return event
    plain = _clean_values(msgspec.to_builtins(event))
    return msgspec.convert(plain, type(event))


def is_clean_event(event: AnyEvent) -> bool:
    """Return whether the event has no invisible characters; it may have any spaces."""
    return not any(has_unseen(text) for text in _list_texts(msgspec.to_builtins(event)))


def _is_clean_json(body: str) -> bool:
    """Return whether cleaning would change no text in this JSON.

    One check of the whole costs a tenth of a check of each text. JSON is written without spaces, so
    a space beside a quotation mark begins or ends a text; every escape contains a backslash, and
    such a text is cleaned to be sure.
    """
    return (
        body.isprintable()
        and "\\" not in body
        and "  " not in body
        and '" ' not in body
        and ' "' not in body
        and is_normalized("NFC", body)
    )


def _clean_values(value: Any) -> Any:
    match value:
        case str():
            return clean_text(value)
        case dict():
            return {clean_text(key): _clean_values(item) for key, item in value.items()}
        case list() | tuple():
            return [_clean_values(item) for item in value]
        case _:
            return value


def _list_texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for key, item in value.items():
                yield key
                yield from _list_texts(item)
        case list() | tuple():
            for item in value:
                yield from _list_texts(item)
