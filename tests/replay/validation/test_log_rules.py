"""A forged log is found, row by row."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from combatlog.app.campaign import Campaign, start_fight
from combatlog.app.examples import list_examples
from combatlog.app.fight import Fight
from combatlog.app.session import Session
from events.errors import Unreadable
from events.store.envelope import Entry, Recorded
from events.store.memory import MemoryStore
from events.types import declarations as d, log_events as h, outcomes as o
from events.types.rolls import Asked, Rolled
from events.types.sheets import Sheet
from events.types.statements import SetTrait
from events.types.unions import AnyEvent, Outcome
from replay.log.event_log import History
from replay.validation.log_rules import check_structure
from rulesets.core.sealed_dice import hash_secret
from rulesets.definitions.shipped import GAMES
from tests.golden import golden_fights, read_back
from tests.rulesets.cairn.ships import ship
from tests.support.given import given

SECRET = b"anything"


def forged(fight: Fight, *entries: Entry) -> list[Recorded]:
    """Return the log of the fight with one more, forged command."""
    history = fight.history
    last = len(history)
    rows = list(history.rows)
    for seq, entry in enumerate(entries, start=last + 1):
        parent = seq - 1 if entry.parent is None else entry.parent
        place = (seq, parent, last + 1, entry.cause, entry.repeats)
        rows.append(Recorded(*place, rows[0].at, "", entry.event, b""))
    return rows


def forged_by(*events: AnyEvent, **fields: Any) -> Callable[[Fight], list[Recorded]]:
    """Return the same for a table of forgeries; the fields are those of every entry."""
    return lambda fight: forged(fight, *(Entry(event, **fields) for event in events))


def changed(at: int, **fields: Any) -> Callable[[Fight], list[Recorded]]:
    """Return the log of the fight with other columns in one row."""

    def change(fight: Fight) -> list[Recorded]:
        rows = list(fight.history.rows)
        rows[at - 1] = msgspec.structs.replace(rows[at - 1], **fields)
        return rows

    return change


def die(by: str = "ada", die: str = "d8", face: int = 3, **fields: Any) -> Rolled:
    return Rolled(fields.pop("root", 5), by, "damage", die, face, **fields)


STRANGER = "refers to “zoe”, who is not in the fight"

FORGERIES: dict[str, tuple[Callable[[Fight], list[Recorded]], str]] = {
    "nothing": (lambda fight: [], "#1 does not start a fight"),
    "no start": (lambda fight: fight.history.rows[1:], "#1 does not start a fight"),
    "a row out of order": (changed(3, seq=4), "#4 is out of order"),
    "a second start": (
        lambda fight: forged(fight, Entry(fight.history[1].event)),
        "#6 starts the fight again",
    ),
    "another command in the middle": (changed(3, cmd=1), "#3 belongs to command #1"),
    "a command to come": (changed(3, cmd=9), "#3 belongs to command #9"),
    "a break that is no move": (changed(5, parent=1), "#5 follows #1; only a move"),
    "a start after something": (changed(1, parent=1), "#1 follows #1"),
    "a move before the start": (forged_by(h.HeadMoved(), parent=0), "#6 moves the head to #0"),
    "a move ahead": (forged_by(h.HeadMoved(), parent=6), "#6 moves the head to #6"),
    "a move into a command": (
        forged_by(h.HeadMoved(), parent=3),
        "#6 moves the head to #3, where no command",
    ),
    "a move to a move": (
        forged_by(h.HeadMoved(), h.HeadMoved(), parent=6),
        "#6 moves the head to #6",
    ),
    "a move with a cause": (
        forged_by(h.HeadMoved(), parent=4, cause=2),
        "#6 is about the log",
    ),
    "two notes in one command": (
        forged_by(h.Noted("a"), h.Noted("b")),
        "#7 is about the log",
    ),
    "a cause that is no declaration": (
        lambda fight: forged(
            fight,
            Entry(d.BeginRound()),
            Entry(o.RoundBegan(1, ("party", "foes")), cause=6),
            Entry(o.TurnBegan("party"), cause=7),
        ),
        "#8 has the cause #7, and that is no declaration",
    ),
    "a cause to come": (
        forged_by(o.Died("ada", "x"), cause=6),
        "#6 has the cause #6, and that is no declaration before it",
    ),
    "a cause of old": (forged_by(o.Died("ada", "x"), cause=4), "#6 has the cause #4; #5 was"),
    "a declaration with a cause": (
        forged_by(d.Retreat("ada", "the gate"), cause=5),
        "#6 has the cause #5, but a declaration has none",
    ),
    "an outcome of nothing": (
        forged_by(d.Retreat("ada", "the gate"), o.Left("ada", "fled")),
        "#7 is an outcome, and has no cause",
    ),
    "an outcome of its own": (
        forged_by(o.Died("ada", "x"), cause=5),
        "#6 is an outcome, and begins a command",
    ),
    "a commitment with a cause": (
        forged_by(h.Sealed(hash_secret(SECRET)), cause=5),
        "#6 has the cause #5, but such an event has none",
    ),
    "a drawn die of its own": (
        forged_by(die(draw=0), cause=5),
        "#6 is a command of its own, and a die that was not awaited",
    ),
    "a die of its own": (forged_by(die()), "#6 is a die that nothing was played for"),
    "a cause below all": (forged_by(o.Died("ada", "x"), cause=-1), "#6 has the cause #-1"),
    "a repetition of what is to come": (forged_by(o.Died("ada", "x"), repeats=7), "#6 repeats #7"),
    "a repetition of nothing": (forged_by(o.Died("ada", "x"), repeats=0), "#6 repeats #0"),
    "a die there is not": (forged_by(die(die="d7")), "#6: There is no d7"),
    "a face it has not": (forged_by(die(face=9)), "#6: A d8 shows 1 to 8, not 9"),
    "a stranger's die": (forged_by(die("zoe")), f"#6 {STRANGER}"),
    "a die of nothing": (forged_by(die(root=0)), "#6 has a die of #0"),
    "a die before the first": (forged_by(die(nth=0)), "#6 has a die whose number"),
    "a draw before the first": (forged_by(die(draw=-1)), "#6 is draw -1"),
    "a wait for nothing": (forged_by(o.Awaited(6, ()), cause=6), "#6 has the cause #6"),
    "a wait without dice": (
        forged_by(o.Awaited(5, ()), cause=5),
        "#6 awaits dice in a way that no play does",
    ),
    "a wait for a stranger": (
        forged_by(o.Awaited(5, (Asked(5, "zoe", "damage", "d6"),)), cause=5),
        f"#6 {STRANGER}",
    ),
    "a wait without a cause": (
        forged_by(o.Awaited(5, (Asked(5, "ada", "damage", "d6"),))),
        "#6 awaits dice in a way that no play does",
    ),
    "a secret of another seal": (
        forged_by(h.SecretRevealed(SECRET.hex(), "0" * 64)),
        "#6 reveals a secret that does not match",
    ),
    "a secret that is none": (
        forged_by(h.SecretRevealed("xyz", hash_secret(SECRET))),
        "#6 reveals a secret that is not hexadecimal",
    ),
    "a secret nobody sealed": (
        forged_by(h.SecretRevealed(SECRET.hex(), hash_secret(SECRET))),
        "#6 reveals a secret whose seal is not in the log",
    ),
    "a seal that is none": (forged_by(h.Sealed("x")), "#6 has a seal that is no SHA-256"),
    "a branch that ends nowhere": (
        forged_by(h.BranchNamed("x", 3)),
        "#6 names a branch that ends in #3, and none does",
    ),
    "a branch with a given name": (
        forged_by(h.BranchNamed("branch-7", 5)),
        "#6 gives a branch a name that would be refused: “branch-7” is reserved",
    ),
    "a branch with the name it has": (
        forged_by(h.BranchNamed("main", 5)),
        "#6 gives a branch a name that would be refused",
    ),
    "a campaign without a name": (
        forged_by(h.CampaignTitled("")),
        "#6 gives the campaign a title that is no name",
    ),
    "a branch with no name": (
        forged_by(h.BranchNamed("", 5)),
        "#6 gives a branch a name that would be refused",
    ),
    "a number without end": (
        forged_by(o.ClockAdvanced(0, 2**63)),
        "#6 has a number that is too large",
    ),
    "rules nobody has": (
        lambda fight: forged(fight, Entry(h.RulesChanged(other_game(fight, rules="chess")))),
        "#6: This version of combatlog has no rules called “chess”",
    ),
    "a game its rules cannot read": (
        lambda fight: forged(fight, Entry(h.RulesChanged(other_game(fight, definition={"a": 1})))),
        "#6 has a game that its rules cannot read",
    ),
    "a sheet without scores": (
        forged_by(d.Join(Sheet("Zoe", {}, "zoe", side="party"))),
        "#6 declares what cannot be: Zoe needs a number for",
    ),
    "a sheet with an id that is taken": (
        lambda fight: forged(fight, Entry(fight.history[2].event)),
        "#6 declares something in a form that is never recorded",
    ),
    "a stranger's attack": (
        forged_by(d.Attack("zoe", (d.Aim("ada"),), ("sword",))),
        "#6 declares what cannot be: Nobody here is called “zoe”",
    ),
    "a name instead of an id": (
        forged_by(d.Retreat("Ada", "the gate")),
        "#6 declares something in a form that is never recorded",
    ),
    "a stranger's death": (forged_by(o.Died("zoe", "x")), f"#6 {STRANGER}"),
    "nobody's score": (forged_by(o.ScoreChanged("", "HP", 1, 2)), "#6 refers to “”"),
    "a score nobody has": (forged_by(o.ScoreChanged("ada", "XY", 1, 2)), "#6 refers to XY"),
    "a side nobody is on": (forged_by(o.TurnBegan("rats")), "#6 refers to a side “rats”"),
    "an attack without a die": (
        forged_by(o.AttackRolled("ada", "wolf", "sword", "d8", (), 3)),
        "#6 is an attack without a die",
    ),
    "an attack nobody declared": (
        forged_by(o.AttackRolled("ada", "wolf", "sword", "d8", (3,), 3, attack=4)),
        "#6 comes of #4, and that is no attack",
    ),
    "an armor that is no number": (
        lambda fight: forged(fight, Entry(SetTrait("ada", "armor", "much"))),
        "#6 declares what cannot be: Armor is a number",
    ),
}


def other_game(fight: Fight, **fields: Any) -> Any:
    return msgspec.structs.replace(fight.state.game, **fields)


@pytest.fixture
def begun(fight: Fight) -> Fight:
    """Return the start, three who join, and #5, a declared attack."""
    fight.declare(d.Attack("ada", (d.Aim("wolf"),), ("sword",)))
    assert 5 == len(fight.history)
    return fight


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forgery_is_refused_by_its_seq(begun: Fight, what: str) -> None:
    """The first row that is wrong is named, and what is wrong with it."""
    forge, message = FORGERIES[what]
    with pytest.raises(Unreadable, match=rf"^({message})"):
        check_structure(forge(begun))


def test_a_declaration_while_dice_are_awaited_is_refused(begun: Fight) -> None:
    """While dice are awaited, a declaration is refused."""
    begun.declare(d.ChooseDice("typed"))
    begun.declare(d.Harm(("ada",), "d6", "a fall"))
    last = len(begun.history)
    with pytest.raises(Unreadable, match=f"^#{last + 1} declares something while dice"):
        check_structure(forged(begun, Entry(d.EndFight())))


def test_each_typed_die_is_a_command(begun: Fight) -> None:
    """Two dice that were typed one after the other cannot be made one command."""
    begun.declare(d.ChooseDice("typed"))
    begun.declare(d.Harm(("ada", "ben"), "d6", "a fall"))
    begun.roll(3)
    begun.roll(4)
    rows = list(begun.history.rows)
    first, second = [row.seq for row in rows if isinstance(row.event, Rolled)]
    check_structure(rows[:second])
    one = [msgspec.structs.replace(row, cmd=first) for row in rows[second - 1 : second]]
    with pytest.raises(Unreadable, match=f"^#{second} is a typed die in one command with"):
        check_structure([*rows[: second - 1], *one])


def test_a_wait_for_what_cannot_be_played_is_refused(begun: Fight) -> None:
    """A wait is refused if nothing is declared that could be resolved."""
    asked = Asked(8, "ada", "damage", "d8")
    ended = [Entry(d.ChooseDice("typed")), Entry(o.TurnEnded("party"), cause=6)]
    waits = [Entry(d.Resolve()), Entry(o.Awaited(8, (asked,)), cause=8)]
    with pytest.raises(Unreadable, match=r"^#9 awaits dice for what its rules cannot play"):
        check_structure(forged(begun, *ended, *waits))


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_no_outcome_stands_by_itself(game: str) -> None:
    """Of each kind of outcome in a recorded fight, neither the cause nor the command can be
    changed, and it repeats nothing. Where a correction ends too early, the row before is named."""
    (lines,) = (each.lines for each in golden_fights(game, 2) if each.number == 1)
    store, id = read_back(lines)
    rows = list(store.read(id))
    kinds = {type(row.event): row for row in rows if isinstance(row.event, Outcome)}
    for row in kinds.values():
        for other in ({"cause": None}, {"cmd": row.seq}, {"repeats": row.seq - 1}):
            forged = [*rows[: row.seq - 1], msgspec.structs.replace(row, **other)]
            with pytest.raises(Unreadable, match=rf"^#({row.seq}|{row.seq - 1}) "):
                check_structure(forged)
    assert len(kinds) > 5


def test_what_was_recorded_passes(fight: Fight) -> None:
    """Several undos at once, a redo, a switch, a name, a note, a wait and an undone end all
    pass."""
    fight.declare(d.ChooseDice("typed"))
    fight.declare(d.Harm(("ada",), "d6", "a fall"))
    fight.undo(3)
    fight.redo()
    fight.declare(d.Harm(("ben",), "2", "a fall"))
    fight.name_branch(fight.list_branches()[-1].name, "the fall")
    fight.switch("main")
    fight.note("so it was")
    fight.roll(3)
    fight.declare(d.EndFight())
    fight.undo()
    fight.declare(d.EndFight("at last"))
    check_structure(fight.history.rows)
    assert "the fall" in [branch.name for branch in fight.list_branches()]


def test_what_a_ram_does_comes_of_the_manoeuvre() -> None:
    """The outcomes of ramming refer to the manoeuvre as their attack."""
    fight = given("plerion", ship("Freighter", "3/1/15/11/11", "party"), ship("Raider"))
    fight.when(d.Manoeuvre("freighter", "ram", "raider"), d.Resolve()).rolls(11)
    assert 3 < fight.then_told(o.DamageDealt, to="raider").attack
    check_structure(fight.fight.history.rows)


@pytest.mark.parametrize(
    "script", [each.script for each in list_examples()], ids=lambda path: path.stem
)
def test_every_example_passes(script: Path) -> None:
    """Played fights of every game pass."""
    campaign = Campaign(MemoryStore())
    session = Session(campaign, start_fight(campaign, [script.with_suffix(".toml")], "", "", None))
    for line in script.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            session.say(line)
    check_structure(session.fight.history.rows)
    assert session.fight.state == History(session.fight.history.rows).state(
        len(session.fight.history)
    )


def test_a_command_has_one_author(begun: Fight) -> None:
    """No row of a command is put on somebody else."""
    begun.declare(d.Resolve())
    rows = list(begun.history.rows)
    last = next(row for row in reversed(rows) if row.seq != row.cmd)
    rows[last.seq - 1] = msgspec.structs.replace(last, by="ben")
    with pytest.raises(Unreadable, match="is by “ben”, and its command is by “sam”"):
        check_structure(rows)
