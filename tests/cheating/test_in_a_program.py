"""Ways to better dice for a program that uses the Python API, and what its retries are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from combatlog.app.fight import Fight
from events.errors import KeyReused, Refused
from events.store.memory import MemoryStore
from events.types.declarations import ChooseDice, Harm, Resolve
from events.types.statements import SetScore
from replay.corrections.plan import Correction, CorrectionDie, CorrectionPlan
from tests.cheating.table import ATTACK, Table
from tests.support.anchored_fights import list_dice, start_anchored, strike
from tests.support.given import attack

HARM = Harm(("wolf",), "d20")


@pytest.fixture
def fight() -> Fight:
    return start_anchored(MemoryStore())


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A fight in which Ada has shot at the rhinoceros."""
    table = Table(tmp_path / "bridge.combatlog")
    table.say(*ATTACK)
    return table


def plan(fight: Fight, seq: int, *declarations: object, **more: object) -> CorrectionPlan:
    """Plan an amendment."""
    correction = Correction("amend", seq, "so it was", declarations)  # type: ignore[arg-type]
    return fight.plan_correction(correction, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("score", [71, 89])
def test_a_refusal_tells_nothing_of_a_die(fight: Fight, score: int) -> None:
    """Of several declarations only the last may draw. Else whether the last is refused would tell
    what an earlier one drew: the wolf has 90 HP before the harm."""
    with pytest.raises(Refused, match=r"Wolf d20 \(harm\)\); say them one at a time"):
        fight.declare(HARM, SetScore("wolf", "HP", now=score, maximum=score))
    assert not list_dice(fight)
    assert 4 == len(fight.history)


def test_the_last_of_several_declarations_draws(fight: Fight) -> None:
    """An attack and its resolution are one command."""
    fight.declare(attack("ada", "wolf", weapons="sword"), Resolve())
    assert 1 == len(list_dice(fight))


def test_dice_before_a_final_mark_are_refused(table: Table) -> None:
    """A turn behind dice on one line is resolved after them, so they would be seen first."""
    with pytest.raises(Refused, match="say them one at a time"):
        table.say("harm rhino d20; go")
    with pytest.raises(Refused, match="Nothing is left to resolve"):
        table.say("harm rhino d20 !")


def test_a_typed_die_that_does_not_fit_tells_nothing(fight: Fight) -> None:
    """A face that a die cannot show is left over where dice are drawn. A refusal would come after
    other dice were drawn, and tell which die was asked for next."""
    strike(fight)
    typed = (CorrectionDie(15, "ada"),)
    planned = plan(fight, 5, attack("ada", "wolf", weapons="knife"))
    applied = fight.apply_correction(planned._replace(typed_dice=typed))
    assert typed == (*applied.plan.unasked,)
    assert "d6" == list_dice(fight)[-1].die


def test_a_program_is_told_as_the_prompt_is(fight: Fight) -> None:
    """`Fight.list_told` says of each command's rows what a session says of a line."""
    seen = strike(fight)
    (taken_back,) = fight.list_told(fight.undo(2))
    assert f"Ada's {seen.face} (damage) stays as it fell; it is known." == taken_back
    fight.declare(attack("ada", "wolf", weapons="knife"))
    (known,) = fight.list_told(fight.declare(Resolve()))
    assert known.startswith("Known beforehand: Ada's d6")


def test_a_retry_is_told_the_same(table: Table) -> None:
    """A line that is repeated under its key answers with what was told then, also after the fight
    has gone on."""
    with table.sit() as at:
        lines = {"a": "undo 2", "b": "a ada wolf rifle", "c": "go"}
        first = {key: at.say(line, key).told for key, line in lines.items()}
        at.say("undo 2")
        at.say("a ada rhino knife")
        assert all(first.values())
        assert first == {key: at.say(line, key).told for key, line in lines.items()}


def test_other_dice_for_a_correction_are_another_request(fight: Fight) -> None:
    """A key stands for the typed dice and the drawing, too."""
    fight.declare(ChooseDice("typed"))
    fight.declare(attack("ada", "wolf", weapons="knife"))
    fight.declare(Resolve())
    fight.roll(3)
    sword = attack("ada", "wolf", weapons="sword")
    five = plan(fight, 6, sword, typed_dice=(CorrectionDie(5),))
    rows = fight.correct(five, key="k")
    assert rows == fight.correct(five, key="k")
    six = five._replace(typed_dice=(CorrectionDie(6),))
    for other in (six, five._replace(drawing=True)):
        with pytest.raises(KeyReused):
            fight.correct(other, key="k")


def test_other_answers_to_a_correction_are_another_request(tmp_path: Path) -> None:
    """At the prompt, too, a key stands for what was answered."""
    table = Table(tmp_path / "bridge.combatlog")
    table.say("dice typed", "next ambush", "a ada wolf knife", "go", "3")
    with table.sit() as at:
        seq = next(
            row.seq for row in at.fight.history.rows if row.event == at.fight.history[12].event
        )
        line = f"amend {seq} a ada wolf rifle; why: so"
        at.say(line, "k")
        at.say("5 2")
        before = at.say("yes").rows
        assert before == at.say(line, "k").rows
        at.say("5 2")
        assert "nothing" == at.say("yes").kind
        at.say(line, "k")
        at.say("6 2")
        with pytest.raises(KeyReused):
            at.say("yes")


@pytest.mark.parametrize("length", [198, 199, 200])
def test_every_die_of_a_line_with_a_long_key_has_a_key(tmp_path: Path, length: int) -> None:
    """The number of a die behind a long key does not make it too long; a retry finds them all."""
    table = Table(tmp_path / "bridge.combatlog")
    table.say("dice typed", "next ambush", "a ada rhino rifle", "go")
    with table.sit() as at:
        rows = at.say("9 3", "k" * length).rows
        assert rows == at.say("9 3", "k" * length).rows


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("salt", "Every epoch of the dice is closed; they are typed now, and need no salt."),
        ("close", "Every epoch of the dice is closed already; dice are typed now."),
    ],
)
def test_after_the_last_epoch_nothing_is_salted_or_closed(command: str, sentence: str) -> None:
    """The sentence says why."""
    fight = start_anchored(MemoryStore(), epochs=1)
    strike(fight)
    fight.close()
    with pytest.raises(Refused) as refused:
        getattr(fight, command)("seven geese")
    assert sentence == str(refused.value)
