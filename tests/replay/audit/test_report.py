"""The audit of a whole fight: it reports whatever is in the rows, and never raises."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

from combatlog.app.fight import Fight
from combatlog.files.audit import audit, audit_export
from combatlog.files.audit_json import convert_audit
from combatlog.files.jsonl import export_lines
from combatlog.simulation.run import play_fight
from combatlog.terminal.views.audit import build_report, render_markdown, render_report
from events.errors import Unreadable
from events.store.envelope import Row
from events.store.memory import MemoryStore
from events.types.declarations import Resolve
from events.types.log_events import Noted
from events.types.outcomes import Died
from replay.audit.report import FightAudit, audit_fight
from rulesets.definitions.shipped import GAMES, load_game
from tests.replay.audit.conftest import met
from tests.support.forged_logs import forge, read_export, write_export
from tests.support.given import attack
from tests.support.random_fights import seeded_fight
from tests.support.tampered_files import audit_forged, recompute_digests, rows_of


@pytest.fixture
def rows(store: MemoryStore, fight: Fight) -> list[Row]:
    """Ada strikes the wolf, #5 and on."""
    fight.declare(attack("ada", "wolf"))
    fight.declare(Resolve())
    fight.note("So it was.")
    return rows_of(store, "fight")


def found(rows: list[Row]) -> FightAudit:
    """Return the audit of rows whose chain was computed again."""
    return audit_fight("fight", recompute_digests("fight", rows), {})


def test_what_no_combatlog_would_have_written_is_told(store: MemoryStore, rows: list[Row]) -> None:
    """A forged log is reported even if its chain was computed again."""
    told = audit_forged(store, "fight", {len(rows): Died("nobody", "nothing")})
    assert not told.right
    assert told.broken is None
    assert f"#{len(rows)} refers to “nobody”, who is not in the fight." == told.forged
    assert len(rows) - 1 == told.sound


@pytest.mark.parametrize("column", ["parent", "cmd", "cause", "repeats"])
@pytest.mark.parametrize("value", [-(2**62), -1, 0, 3, 2**62])
def test_any_place_in_the_log_is_told_or_right(rows: list[Row], column: str, value: int) -> None:
    """A wrong reference is reported at its event, and the events before it are still checked."""
    rows[5] = replace(rows[5], **{column: value})
    told = found(rows)
    assert not told.right
    assert told.forged.startswith("#6")
    assert 5 == told.sound


@pytest.mark.parametrize(
    ("field", "value"),
    [("by", "\x1b[2J"), ("by", "Mia\u200b"), ("at", "noon"), ("body", '{"type":"noted","text":7}')],
)
def test_what_could_mislead_a_reader_is_told(rows: list[Row], field: str, value: str) -> None:
    """Names that move the cursor, invalid times and invalid events are reported."""
    rows[5] = replace(rows[5], **{field: value})
    told = found(rows)
    assert told.forged.startswith("#6")
    assert 5 == told.sound
    assert told.forged.isprintable()


@pytest.mark.parametrize(
    "body", ['{"type":"wish"}', '{"type":"resolve","wish":1}', '{"type":"wish","text":"\u202e"}']
)
def test_what_a_newer_combatlog_may_have_written_is_not_forged(rows: list[Row], body: str) -> None:
    """An unknown event cannot be judged, but those before it can."""
    rows[5] = replace(rows[5], body=body)
    told = found(rows)
    assert (True, False, "") == (told.right, told.judged, told.forged)
    assert told.unread.startswith("#6: ")
    assert told.unread.isprintable()
    assert 5 == told.sound


def test_an_event_that_is_none_is_told_in_few_words(rows: list[Row]) -> None:
    """The report of an invalid event is short: its text may be anything."""
    rows[5] = replace(rows[5], body='{"type":"' + "\u202e\x1b" * 5000 + '"}')
    told = found(rows)
    assert told.forged or told.unread
    for said in (told.forged, told.unread):
        assert not said or said.isprintable()
        assert len(said) < 400


def test_a_fight_without_events_is_none(rows: list[Row]) -> None:
    """A fight without events is reported."""
    told = audit_fight("fight", [], {})
    assert not told.right
    assert "is missing: the fight has no events" == (told.broken and told.broken.said)


def test_a_log_that_does_not_begin_is_none(rows: list[Row]) -> None:
    """Nothing can be said of a log without its first event."""
    note = replace(rows[-1], seq=1, parent=0, cmd=1)
    told = found([note])
    assert (0, None, "", "") == (told.sound, told.dice, told.title, told.game)
    assert "#1 does not start a fight" in told.forged


def test_many_people_take_no_longer(store: MemoryStore, fight: Fight) -> None:
    """Five thousand notes by five thousand people are audited in time."""
    last = rows_of(store, "fight")[-1]
    body = '{"type":"noted","text":"here"}'
    notes = [
        replace(last, seq=seq, parent=seq - 1, cmd=seq, cause=None, by=f"P{seq}", body=body)
        for seq in range(last.seq + 1, last.seq + 5001)
    ]
    told = found([*rows_of(store, "fight"), *notes])
    assert told.right
    assert 5001 == len(told.people)


def survived(lines: list[bytes]) -> bool:
    """Audit a log and show the result in every form; return whether it is right."""
    told = audit_export(lines)
    for text in (*render_report(build_report(told)), *render_markdown(build_report(told))):
        assert "\n" not in text
    assert told.right == json.loads(json.dumps(convert_audit(told), default=str))["right"]
    return told.right


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    game=st.sampled_from(GAMES),
    dice=st.sampled_from(["typed", "digital"]),
    anew=st.booleans(),
)
def test_whatever_is_in_the_rows_is_told(seed: int, game: str, dice: str, anew: bool) -> None:
    """Logs with random changes, with matching digests or with rubbish, are audited without an
    error."""
    random = Random(seed)
    store = MemoryStore()
    fight = seeded_fight(store, game, seed, dice)  # type: ignore[arg-type]
    play_fight(fight, random, random.randint(0, 20), doubts=0.1, regrets=random.choice([0, 0.2]))
    header, rows = read_export(list(export_lines(store, "fight")))
    for _ in range(random.randint(1, 3)):
        forge(rows, random)
    lines = write_export(header, rows)
    if not anew:
        whole = bytearray(b"\n".join(lines))
        for _ in range(random.randint(1, 4)):
            whole[random.randrange(len(whole))] = random.randrange(256)
        lines = bytes(whole).split(b"\n")
    try:
        survived(lines)
    except Unreadable as refused:
        assert str(refused).startswith("Line 1")


def test_a_note_is_no_fault(store: MemoryStore, rows: list[Row]) -> None:
    """A log with notes is right."""
    assert isinstance(store.tail("fight", 1)[0].event, Noted)
    assert audit(store).right
    assert survived([line.encode() for line in export_lines(store, "fight")])


@pytest.mark.parametrize(("version", "forged"), [(1, True), (9, False)])
def test_what_newer_rules_may_have_written_is_not_forged(
    store: MemoryStore, version: int, forged: bool
) -> None:
    """Events of newer rules may hang together in other ways."""
    game = replace(load_game("golden-idol"), version=version)
    met(store, game).note("So it was.")
    told = audit_forged(store, "fight", {5: Died("nobody", "nothing")})
    assert (forged, not forged) == (bool(told.forged), bool(told.unread))
    assert forged == (not told.right)
    assert forged == told.judged
