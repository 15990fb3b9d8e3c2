"""Events to JSON and back."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from docs.generators.examples import EXAMPLES
from events.errors import Refused, Unreadable
from events.serialization.codec import (
    UPCASTERS,
    decode,
    decode_declaration,
    decode_many,
    encode,
    share_game,
    upcast,
)
from events.types.base import Game
from events.types.declarations import Aid, FightStarted, Resolve
from events.types.log_events import Noted
from events.types.outcomes import Aided
from events.types.unions import EVENTS, AnyEvent, Declaration
from tests.events.strategies import events, struct


@pytest.mark.sampled(every=4)
@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_comes_back_as_it_was(kind: type[msgspec.Struct]) -> None:
    """An event of any type is equal to the event read from its JSON."""

    @given(struct(kind))
    def comes_back(event: AnyEvent) -> None:
        assert event == decode(encode(event))

    comes_back()


@pytest.mark.slow
@given(st.lists(events(), max_size=8))
def test_many_are_read_as_each_alone(several: list[AnyEvent]) -> None:
    """Many events read at once equal the events read one by one."""
    assert several == decode_many(",".join(map(encode, several)))


def test_tags_are_unique() -> None:
    """No two event types are written under one tag."""
    tags = [kind.__struct_config__.tag for kind in EVENTS]  # type: ignore[attr-defined]
    assert len(EVENTS) == len(set(tags))


def test_defaults_are_left_out() -> None:
    """A field with its default is not stored."""
    assert '{"type":"resolve"}' == encode(Resolve())


UNREADABLE = [
    '{"type":"no-such-thing"}',
    '{"type":"noted","text":"a","colour":"red"}',
    '{"type":"noted"}',
    '{"type":"noted","text":7}',
    '{"type":"attack","by":"a","targets":[{"target":"b","aim":1}]}',
    '{"type":"roll","who":"a"}',
    '{"type":["noted"]}',
    '{"type":null}',
    '{"text":"a"}',
    "[]",
    "7",
    "null",
    "",
    "{",
    "nonsense",
    '{"type":"noted","text":"\ud800"}',
    '{"type":"rules-changed","game":{"definition":{"a":' + "[" * 100_000,
]


@pytest.mark.parametrize("body", UNREADABLE)
def test_what_is_no_event_is_unreadable(body: str) -> None:
    """Unknown types and fields, wrong types and broken JSON are refused in a sentence."""
    with pytest.raises(Unreadable, match=r"^This is no event combatlog knows: .+\.$"):
        decode(body)


@pytest.mark.parametrize("body", [body for body in UNREADABLE if body])
def test_one_unreadable_among_many_is_enough(body: str) -> None:
    """A run of events with an invalid one is refused."""
    with pytest.raises(Unreadable):
        decode_many(f'{{"type":"noted","text":"a"}},{body}')


def test_bytes_that_are_no_text_are_unreadable() -> None:
    """Bytes that are not UTF-8 are refused."""
    with pytest.raises(Unreadable):
        decode(b'{"type":"noted","text":"\xff"}')


def test_the_reason_names_the_field() -> None:
    """The message says which field is wrong."""
    with pytest.raises(Unreadable, match="its “text” is not a text"):
        decode('{"type":"noted","text":7}')


@pytest.mark.parametrize(
    "body",
    [
        '{"type":"no-such-thing"}',
        '{"type":"noted","text":"a","colour":"red"}',
        '{"type":"rolled","root":1,"by":"a","purpose":"luck","die":"d6","face":1}',
    ],
)
def test_what_is_only_unknown_may_be_newer(body: str) -> None:
    """An unknown tag, field or word may come from a later version."""
    with pytest.raises(Unreadable, match="a newer combatlog may have written it"):
        decode(body)


@pytest.mark.parametrize("body", ['{"type":"noted","text":7}', '{"type":"noted"}', "{", "[]"])
def test_what_is_broken_is_not_newer(body: str) -> None:
    """A known field that is wrong or missing does not come from a later version."""
    with pytest.raises(Unreadable) as caught:
        decode(body)
    assert "newer" not in str(caught.value)


def test_half_a_character_is_not_written() -> None:
    """A text that cannot be stored is refused before anything is stored."""
    with pytest.raises(Refused, match="no text"):
        encode(Noted("\ud800"))


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_only_declarations_are_declared(event: AnyEvent) -> None:
    """JSON written by a person is a declaration, or refused."""
    if isinstance(event, Declaration):
        assert event == decode_declaration(encode(event))
    else:
        with pytest.raises(Unreadable, match="This is no declaration: "):
            decode_declaration(encode(event))


def _renamed(plain: dict[str, Any]) -> dict[str, Any]:
    return {"type": "aid.2", "by": plain["helper"], "target": plain["target"]}


def _retagged(plain: dict[str, Any]) -> dict[str, Any]:
    return {**plain, "type": "aid"}


OLD = {"aid.1": _renamed, "aid.2": _retagged}
"""Two steps: `aid.1` had `helper`, `aid.2` has today's fields."""

OLD_BODY = '{"type":"aid.1","helper":"ada","target":"ben"}'


def test_old_shapes_are_read_as_new_ones() -> None:
    """An event of an older version is upcast step by step."""
    assert Aid("ada", "ben") == decode(OLD_BODY, OLD)
    assert Aid("ada", "ben") == decode(OLD_BODY.encode(), OLD)


def test_old_shapes_among_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Old and new forms can be mixed in a fight."""
    for tag, step in OLD.items():
        monkeypatch.setitem(UPCASTERS, tag, step)
    new = Aided("ben", "ada")
    assert [new, Aid("ada", "ben"), new] == decode_many(f"{encode(new)},{OLD_BODY},{encode(new)}")


def test_an_old_shape_with_a_wrong_field_is_unreadable() -> None:
    """Upcasting does not make an invalid event valid."""
    with pytest.raises(Unreadable):
        decode('{"type":"aid.2","by":"ada","target":7}', OLD)


def test_current_shapes_are_left_alone() -> None:
    """An event in its current form is not changed."""
    plain = json.loads(encode(Aid("ada", "ben")))
    assert plain is upcast(plain, OLD)


def test_fights_of_the_same_game_share_it() -> None:
    """What rules read from a game they keep for the object, so equal games are one object, and
    others are not. Anything else than the start of a fight is returned as it is."""

    def start(title: str, definition: dict[str, Any]) -> Game:
        game = Game("own", "Own", "cairn", 2, {"a": "b"}, {"s": ("HP",)}, definition=definition)
        event = decode(encode(FightStarted(title, game)))
        shared = share_game(event)
        assert isinstance(shared, FightStarted)
        assert shared == event
        return shared.game

    assert start("One", {"deep": [1]}) is start("Two", {"deep": [1]})
    assert start("One", {"deep": [1]}) is not start("One", {"deep": [2]})
    assert start("One", {"deep": [2]}).definition == {"deep": [2]}
    declared = Resolve()
    assert share_game(declared) is declared
