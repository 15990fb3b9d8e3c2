"""Shared by the tests of how corrections are shown: a fight, and one-line corrections of it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from combatlog.app.fight import Fight
from combatlog.app.session import Session
from events.store.envelope import Recorded
from events.types.declarations import BeginRound, Join, Resolve
from events.types.log_events import Change
from events.types.unions import AnyEvent, Declaration
from replay.corrections.plan import Correction, CorrectionDie, Rulings
from tests.support.given import Given, attack, given, npc, pc
from tests.support.talk import start_session

PLAIN = attack("ada", "wolf")
MUD = attack("ada", "wolf", impaired="mud")


def record_correction(
    fight: Fight,
    change: Change,
    seq: int,
    why: str,
    *said: Declaration,
    by: str = "Cho",
    face: int | None = None,
    dice: Sequence[int] = (),
    rulings: Rulings = Rulings(),
    apart: bool = False,
) -> int:
    """Record a correction of an input; return its seq. `dice` are typed for it."""
    recorder, fight.by = fight.by, by
    correction = Correction(change, seq, why, said, face, apart)
    rows = fight.correct(
        fight.plan_correction(correction, rulings, [CorrectionDie(each) for each in dice])
    )
    fight.by = recorder
    return rows[0].seq


def find_seq(fight: Fight, kind: type[AnyEvent], nth: int = 0, **fields: object) -> int:
    """Return the seq of the nth event (from 0) of a kind with these fields on the line."""
    rows: list[Recorded] = [
        row
        for row in fight.history.on_line(len(fight.history))
        if isinstance(row.event, kind)
        and all(getattr(row.event, field) == value for field, value in fields.items())
    ]
    return rows[nth].seq


def take_armor(on: Given) -> tuple[int, int]:
    """Amend the sheet of the ambush's wolf, so that it joins without armor; return the seqs of its
    join and of the correction."""
    was = find_seq(on.fight, Join, 1)
    wolf = on.fight.history[was].event
    assert isinstance(wolf, Join)
    bare = Join(replace(wolf.sheet, armor=0))
    return was, record_correction(on.fight, "amend", was, "no hide", bare)


def start_ambush(game: str = "golden-idol") -> Given:
    """Return a fight: Ada strikes the wolf, the wolf and Brakk strike her, a note after each."""
    on = given(
        game,
        pc("Ada", "6/1/10/12/9", sword="d8"),
        npc("Wolf", "9/1/6/8/6", bite="d6"),
        npc("Brakk", "9/1/6/8/6", club="d6"),
    )
    on.fight.by = "Mia"
    on.when(BeginRound("ambush"), PLAIN)
    on.fight.note("A raven watches.")
    on.when(Resolve()).rolls("ada d8=5")
    on.fight.note("It bleeds.")
    on.when(attack("wolf", "ada"), attack("brakk", "ada"), Resolve())
    on.rolls("wolf d6=4", "brakk d6=2")
    on.fight.note("She is pale.")
    return on


def session_after(game: str, roster: str, *lines: str) -> Session:
    """Return a session with digital dice after these lines."""
    at = start_session(game, roster, "digital")
    for line in lines:
        at.say(line)
    return at
