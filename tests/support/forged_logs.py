"""Forged exports: fights that somebody changed, with digests that match again."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from combatlog.app.fight import Fight
from combatlog.simulation.player import RandomPlayer, correct_randomly
from combatlog.terminal.views.log import render_log
from combatlog.terminal.views.state import render_state
from events.errors import CombatlogError, Refused
from events.store.envelope import GENESIS, Row, compute_digest
from events.store.protocol import Store
from projections.narrative.chronicle import write_chronicle
from projections.queries.timeline import list_moments
from projections.state.fight_state import dump_state
from projections.text.phrases import report_events
from replay.audit.rules import find_differences
from replay.log.branches import list_branches
from replay.log.line_inputs import find_input
from replay.log.undo import find_undone
from replay.text.log_lines import describe_log as log_lines
from tests.support.random_fights import random_declaration

Rows = list[dict[str, Any]]
"""The events of an export as plain data, without the first line."""


def read_export(exported: list[str]) -> tuple[dict[str, Any], Rows]:
    """Return the first line of an export and its events as plain data."""
    header, *rows = map(json.loads, exported)
    return header, rows


def write_export(header: dict[str, Any], rows: Rows) -> list[bytes]:
    """Return the lines of an export, with digests that match the rows. An event that is a string is
    JSON already."""
    previous = GENESIS
    lines = [json.dumps({**header, "events": len(rows)}).encode()]
    for row in rows:
        event = row["event"]
        written = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        body = event if isinstance(event, str) else written
        place = (row["seq"], row["parent"], row["cmd"], row.get("cause"), row.get("repeats"))
        said: str | None = None
        if "said" in row:
            said = json.dumps(row["said"], ensure_ascii=False, separators=(",", ":"))
        blind = bytes.fromhex(row.get("blind", ""))
        bare = Row(*place, row["at"], row["by"], body, b"", blind, said)
        previous = compute_digest(previous, header["fight"], bare)
        fields = {**row, "digest": previous.hex()}
        del fields["event"]
        last = "" if said is None else f',"said":{said}'
        fields.pop("said", None)
        lines.append(f'{json.dumps(fields)[:-1]},"event":{body}{last}}}'.encode())
    return lines


def forge(rows: Rows, rng: Random) -> None:
    """Change one random thing, as carelessness or malice would."""
    rng.choice(_FORGERIES)(rows, rng)


def _envelope(rows: Rows, rng: Random) -> None:
    """Move an event in the tree, or change a reference."""
    row = rng.choice(rows)
    field = rng.choice(["parent", "cmd", "cause", "repeats"])
    near = row["seq"] + rng.randint(-4, 2)
    row[field] = rng.choice([near, near, rng.randint(-1, len(rows) + 1), 2**70])
    if field in ("cause", "repeats") and rng.random() < 0.3:
        row[field] = None


def _value(rows: Rows, rng: Random) -> None:
    """Replace a value in an event with another of the same type."""
    places = list(_leaves(rng.choice(rows)["event"]))
    if places:
        owner, key = rng.choice(places)
        owner[key] = _other(owner[key], rows, rng)


def _event(rows: Rows, rng: Random) -> None:
    """Copy an event over another."""
    one, other = rng.choice(rows), rng.choice(rows)
    one["event"] = json.loads(json.dumps(other["event"]))


def _gone(rows: Rows, rng: Random) -> None:
    """Delete a row and renumber what follows."""
    if len(rows) > 2:
        at = rng.randrange(1, len(rows))
        del rows[at]
        _renumber(rows, at + 1, -1)


def _twice(rows: Rows, rng: Random) -> None:
    """Repeat a row right after itself."""
    at = rng.randrange(len(rows))
    copy = json.loads(json.dumps(rows[at]))
    _renumber(rows, at + 2, +1, at + 1)
    copy.update(seq=at + 2, parent=at + 1)
    if rng.random() < 0.5:
        copy["cmd"] = at + 2
    rows.insert(at + 1, copy)


def _written(rows: Rows, rng: Random) -> None:
    """Append an event that nobody recorded."""
    last = len(rows)
    who = rng.choice(["ada", "ben", "mob", "zoe"])
    anywhere = rng.randint(0, last + 1)
    event, parent = rng.choice(
        [
            ({"type": "head-moved"}, anywhere),
            ({"type": "branch-named", "name": rng.choice(["main", "x"]), "tip": anywhere}, last),
            ({"type": "secret-revealed", "secret": "00", "sealed": "00"}, last),
            ({"type": "sealed", "sealed": "x"}, last),
            ({"type": "noted", "text": "so it was"}, last),
            ({"type": "turn-ended", "side": rng.choice(["party", "foes", "zoe"])}, last),
            ({"type": "turn-began", "side": "foes", "alone": who}, last),
            ({"type": "round-began", "number": 3, "order": ["foes", "party"]}, last),
            ({"type": "awaited", "input": anywhere, "asks": [_die(who, anywhere)]}, last),
            ({**_die(who, anywhere), "type": "rolled", "face": rng.randint(0, 9)}, last),
            ({"type": "died", "who": who, "of": "nothing"}, last),
            ({"type": "resolve"}, last),
        ]
    )
    cause = rng.choice([None, anywhere])
    rows.append(
        {**rows[-1], "seq": last + 1, "parent": parent, "cmd": last + 1, "cause": cause}
        | {"event": event}
    )


def _corrected(rows: Rows, rng: Random) -> None:
    """Change a correction, or append one that nobody made."""
    kinds = ("corrected", "skipped", "spared")
    found = [row for row in rows if row["event"]["type"] in kinds or row.get("repeats")]
    if not found or rng.random() < 0.2:
        return _begun(rows, rng)
    row = rng.choice(found)
    match rng.randrange(4):
        case 0:
            row["repeats"] = rng.choice([None, *(other.get("repeats") for other in found)])
        case 1:
            row["cause"] = rng.choice([None, row["seq"] - 1, *(other["seq"] for other in found)])
        case 2:
            row["parent"] = rng.choice([other["parent"] for other in found])
        case _:
            places = list(_leaves(row["event"]))
            if places:
                owner, key = rng.choice(places)
                owner[key] = _other(owner[key], rows, rng)
    return None


def _begun(rows: Rows, rng: Random) -> None:
    """Append a correction of a random row that repeats an old row."""
    last, old = len(rows), rng.choice(rows)
    change = rng.choice(["amend", "strike", "insert"])
    again = {"type": "skipped", "input": old["event"], "why": "so it was", "struck": True}
    parent = rng.choice([old["parent"], rng.randint(0, last)])
    envelope = {**rows[-1], "cmd": last + 1, "cause": None}
    corrected = {"type": "corrected", "change": change, "input": old["seq"], "why": "so it was"}
    rows.append({**envelope, "seq": last + 1, "parent": parent, "event": corrected})
    said = rng.choice([again, json.loads(json.dumps(old["event"]))])
    repeats = rng.choice([old["seq"], old.get("repeats"), None])
    rows.append(
        {**envelope, "seq": last + 2, "parent": last + 1, "repeats": repeats, "event": said}
    )


def _die(who: str, root: int) -> dict[str, Any]:
    return {"root": root, "by": who, "purpose": "damage", "die": "d6"}


_FORGERIES: list[Callable[[Rows, Random], None]] = [
    _envelope,
    _envelope,
    _value,
    _value,
    _value,
    _event,
    _gone,
    _twice,
    _written,
    _corrected,
]


def _leaves(value: Any) -> list[tuple[Any, Any]]:
    """Return every place (container, key) of a plain value in an event, except the event's type and
    a game's definition, which the rules check themselves."""
    items = list(value.items()) if isinstance(value, dict) else list(enumerate(value))
    found: list[tuple[Any, Any]] = []
    for key, item in items:
        if key in ("type", "definition"):
            continue
        if isinstance(item, dict | list):
            found += _leaves(item) if item else [(value, key)]
        else:
            found.append((value, key))
    return found


def _other(was: Any, rows: Rows, rng: Random) -> Any:
    match was:
        case bool():
            return not was
        case int():
            return rng.choice([0, -1, 1, 7, was + 1, rng.randint(0, len(rows)), 10**6, 2**70])
        case str():
            texts = ["ada", "ben", "mob", "zoe", "party", "foes", "d6"]
            return rng.choice([*texts, "", "HP", "STR", "d7", was.upper(), was + " 2", "{0}"])
        case list() | dict():
            return []
        case _:
            return rng.choice([0, "", None])


def _renumber(rows: Rows, seq: int, by: int, first: int | None = None) -> None:
    """Shift the events from `seq` on, and all references to them."""
    for row in rows[seq - 1 if first is None else first :] if by > 0 else rows[seq - 1 :]:
        for field in ("seq", "parent", "cmd", "cause", "repeats"):
            if row.get(field) is not None and row[field] >= seq:
                row[field] += by


def use_fight(store: Store, id: str, rng: Random) -> None:
    """Use a fight in every way; raise every error that is not a refusal."""
    fight = Fight(store, id, by="tester")
    history = fight.history
    for seq in range(1, len(history) + 1):
        dump_state(history.state(seq))
    _ = render_state(fight.state), list_branches(history), list(render_log(log_lines(history)))
    find_undone(history), list(find_differences(history))
    for seq in range(1, len(history) + 1):
        with suppress(Refused):
            find_input(history, seq)
    write_chronicle(history.interleave_notes(len(history)))
    list(list_moments((row.seq, row.event) for row in history.on_line(len(history))))
    report_events((row.event for row in history.on_line(len(history))), fight.state)
    player = RandomPlayer(fight.state.game, rng)
    for do in (
        lambda: correct_randomly(fight, player, rng),
        lambda: correct_randomly(fight, player, rng),
        lambda: fight.undo(),
        lambda: fight.redo(),
        lambda: fight.rewind(rng.randint(1, len(history))),
        lambda: fight.roll(),
        lambda: fight.declare(random_declaration(fight.state, rng)),
        lambda: fight.declare(random_declaration(fight.state, rng)),
        lambda: correct_randomly(fight, player, rng),
        lambda: fight.switch(rng.choice(fight.list_branches()).name),
    ):
        try:
            do()
        except CombatlogError:
            continue
