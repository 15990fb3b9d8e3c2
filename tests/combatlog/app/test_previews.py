"""A preview shows and computes no face that has not fallen, however often somebody looks."""

from __future__ import annotations

import msgspec
import pytest

from combatlog.app.session import Session
from combatlog.grammar.commands import Declare
from combatlog.grammar.registry import parse
from combatlog.terminal.views.correction import encode_plan
from combatlog.terminal.views.results import render_result
from events.errors import Refused
from events.store.memory import MemoryStore
from events.types.declarations import Attack, ChooseDice
from events.types.log_events import Skipped
from events.types.rolls import Rolled
from replay.corrections.plan import Correction
from rulesets.core.sealed_dice import EpochDice
from tests.support.talk import say, start_session


def struck(*first: str) -> Session:
    """Ada has struck the wolf with her rifle, and it has bitten her, with drawn dice."""
    at = start_session(dice="digital")
    lines = ("set wolf HP 20 max", "next ambush", "a ada wolf rifle", "go", "a wolf ada", "go")
    for line in (*first, *lines):
        at.say(line)
    return at


def find_attack(at: Session, by: str = "ada") -> int:
    """Return the seq of somebody's attack."""
    rows = at.fight.history.on_line(len(at.fight.history))
    return next(row.seq for row in rows if isinstance(row.event, Attack) and row.event.by == by)


def list_dice(at: Session) -> list[Rolled]:
    """Return every die of the log."""
    return [row.event for row in at.fight.history.rows if isinstance(row.event, Rolled)]


SAVE = "insert {} harm wolf d20; why: peek"


@pytest.mark.parametrize(
    "line",
    [
        SAVE,
        "what-if insert {} harm wolf d20",
        "amend {} imp: mud; why: forgotten",
        "insert {} a ben wolf knife; why: forgotten",
    ],
)
def test_a_look_draws_nothing(monkeypatch: pytest.MonkeyPatch, line: str) -> None:
    """Shown whole, again, and as data: no secret is read, and nothing is recorded."""
    at = struck()
    length, fell = len(at.fight.history), list_dice(at)
    monkeypatch.setattr(EpochDice, "draw", lambda *_: pytest.fail("a preview draws a die"))
    monkeypatch.setattr(MemoryStore, "secret", lambda *_: pytest.fail("a preview reads a secret"))
    for _ in range(3):
        shown = at.say(line.format(find_attack(at)))
        assert shown.plan is not None
        assert [] == shown.plan.fresh and not shown.plan.secrets
        render_result(at, shown)
        msgspec.json.encode(encode_plan(shown.plan, shown.ranges))
        say(at, "full")
        say(at, "no")
    assert (length, fell) == (len(at.fight.history), list_dice(at))


def test_a_preview_names_the_dice_and_what_depends_on_them() -> None:
    """It ends with the need; the wolf's range is told."""
    at = struck()
    shown = say(at, SAVE.format(find_attack(at)))
    assert "Needs Wolf d20 (harm): drawn when it is applied." in shown
    assert "From the lowest to the highest faces:" in shown
    assert any(line.startswith("  Wolf HP") and " to " in line for line in shown), shown
    assert not any("Wolf d20 →" in line for line in shown)


def test_what_is_drawn_is_told_with_what_it_changes() -> None:
    """The answer to the yes has the dice, and the fight then and now."""
    at = struck()
    say(at, SAVE.format(find_attack(at)))
    told = say(at, "yes")
    (drawn,) = [die for die in list_dice(at) if die.by == "wolf" and die.die == "d20"]
    assert any(line.startswith(f"New dice: Wolf d20 → {drawn.face}") for line in told), told
    assert any("then" in line and "now" in line for line in told)


def test_a_look_that_is_dropped_uses_no_draw() -> None:
    """What falls later is the first draw, as if nobody had looked."""
    at = struck()
    for _ in range(3):
        say(at, SAVE.format(find_attack(at)))
        say(at, "no")
    drawn = at.say(SAVE.format(find_attack(at)) + " !")
    assert drawn.plan is not None and [0] == [die.draw for die in drawn.plan.fresh]


def test_a_typed_face_is_refused_where_dice_are_drawn() -> None:
    """The sentence says what draws them, and the correction still waits."""
    at = struck()
    say(at, f"amend {find_attack(at)} imp: mud; why: forgotten")
    for line in ("3", "d4 3", "roll 3"):
        with pytest.raises(Refused, match="The dice of this fight are drawn: yes applies"):
            at.say(line)
    assert any(line.startswith("New dice: Ada d4") for line in say(at, "yes"))


def test_declarations_with_dice_between_them_are_inserted_one_at_a_time() -> None:
    """Else the second, refused because of the dice of the first, would be a look at them."""
    at = struck()
    said = [parse(line, at.fight.state) for line in ("harm wolf d20", "harm ben d20")]
    declarations = tuple(each for one in said if isinstance(one, Declare) for each in one[0])
    for several in (declarations, (*declarations[1:], *declarations)):
        with pytest.raises(Refused, match="insert them one at a time"):
            at.fight.plan_correction(Correction("insert", find_attack(at), "peek", several))


def test_a_line_that_goes_on_with_typed_dice_is_drawn_to_its_end() -> None:
    """Once a die is drawn for it, a correction is recorded: nobody could stop in the middle."""
    at = struck("set ada HP 20 max")
    at.fight.declare(ChooseDice("typed"))
    at.say("next")
    at.say("a ada wolf rifle")
    at.say("go")
    at.say("5")
    say(at, f"amend {find_attack(at)} imp: mud; why: forgotten")
    assert any(line.startswith("New dice: Ada d4") for line in say(at, "yes"))
    assert at.correcting is None


def test_what_the_dice_make_impossible_is_skipped_and_told() -> None:
    """Nobody could rule on it before; the ruling in force decides."""
    at = struck()
    shown = say(at, f"insert {find_attack(at)} harm ada d20; why: forgotten")
    assert "No longer possible:" not in shown
    told = say(at, "yes")
    skipped = [row for row in at.fight.history.rows if isinstance(row.event, Skipped)]
    assert skipped and "No longer possible:" in told
    assert any("Ada attacks Wolf with rifle" in line and "skipped" in line for line in told)
