"""What a correction would bring is the same however often somebody looks."""

from __future__ import annotations

from pathlib import Path

from combatlog.app.campaign import create, open
from combatlog.app.fight import Fight
from combatlog.app.session import Session
from combatlog.files.jsonl import export_lines, import_fight
from events.store.memory import MemoryStore
from events.types.declarations import Attack, EndFight, PassTime
from replay.corrections.plan import Correction
from tests.support.given import attack
from tests.support.talk import start_session


def ended() -> Session:
    """A fight with sealed dice that is over: its secret is known."""
    at = start_session(dice="digital")
    for line in ("next ambush", "a ada wolf rifle", "go", "end"):
        at.say(line)
    return at


def looked(fight: Fight) -> list[int]:
    """The dice that would have to be thrown anew, were Ada impaired."""
    seq = next(row.seq for row in fight.history.rows if isinstance(row.event, Attack))
    said = attack("ada", "wolf", weapons="rifle", impaired="mud")
    return [die.face for die in fight.course(Correction("amend", seq, "mud", (said,))).fresh]


def test_whoever_looks_twice_sees_the_same_dice() -> None:
    """A look ahead throws no other dice, though a new secret has to serve."""
    fight = ended().fight
    first = looked(fight)
    assert [1] == [len(first)]
    assert {tuple(first)} == {tuple(looked(fight)) for _ in range(30)}


def test_another_program_sees_the_same_dice(tmp_path: Path) -> None:
    """The seed is kept beside the log, so a command shows what the next one will record."""
    at = ended()
    path = tmp_path / "seeds.combatlog"
    with create(path) as campaign:
        lines = [line.encode() for line in export_lines(at.campaign.store, at.fight.id)]
        id = import_fight(campaign.store, lines)
    faces = []
    for _ in range(6):
        with open(path) as campaign:
            faces.append(looked(campaign.fight(id)))
    assert [faces[0]] * 6 == faces


def test_the_next_secret_is_another() -> None:
    """Each secret that is recorded is followed by one that nobody has seen."""
    fight = ended().fight
    for _ in range(5):
        fight.undo()
        fight.declare(PassTime(60))
        fight.declare(EndFight("so"))
    assert 6 == len(set(commitments(fight)))


def commitments(fight: Fight) -> list[str]:
    """Every commitment of the log."""
    return [
        sealed
        for row in fight.history.rows
        if row.repeats is None and (sealed := getattr(row.event, "sealed", ""))
    ]


def test_a_fight_from_before_seeds_gets_one_when_it_goes_on() -> None:
    """An older campaign has none; the first command keeps one."""
    at = ended()
    store = MemoryStore()
    store.adopt("older", list(at.campaign.store.rows(at.fight.id))[:1])
    Fight(store, "older").note("on we go")
    assert store.secret("older", "seed of older") is not None
