"""A log follows from its declarations and dice, or the difference is reported."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from combatlog.simulation.run import play_fight
from events.store.envelope import Recorded
from events.store.memory import MemoryStore
from events.types.declarations import Attack, Resolve
from events.types.log_events import Corrected
from events.types.outcomes import Awaited, DamageDealt, Overruled, ScoreChanged
from events.types.rolls import Rolled
from replay.audit.rules import Difference, find_differences
from replay.corrections.plan import Correction
from replay.log.event_log import History
from rulesets.definitions.shipped import GAMES
from tests.support.given import attack, given as a_fight, npc, pc
from tests.support.random_fights import seeded_fight


def recorded() -> list[Recorded]:
    """Ada strikes a wolf twice, with the rules overruled."""
    fight = a_fight("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "4/1/6/8/6"))
    fight.when(attack("ada", "wolf"), attack("ada", "wolf", overrule="she is quick"), Resolve())
    fight.rolls("ada d8=4", "ada d8=3")
    return fight.fight.history.rows


def altered(rows: list[Recorded], kind: type, **changes: object) -> list[Difference]:
    """Return the differences when the first event of a kind is altered."""
    at = next(row.seq - 1 for row in rows if isinstance(row.event, kind))
    event = msgspec.structs.replace(rows[at].event, **changes)
    row = msgspec.structs.replace(rows[at], event=event)
    return list(find_differences(History([*rows[:at], row, *rows[at + 1 :]])))


def test_what_the_rules_told_they_tell_again() -> None:
    """A log as recorded has no differences."""
    assert [] == list(find_differences(History(recorded())))


def test_another_outcome_does_not_follow() -> None:
    """An outcome that does not follow from the dice is reported with its declaration."""
    rows = recorded()
    resolve = next(row.seq for row in rows if isinstance(row.event, Resolve))
    assert [resolve] == [each.seq for each in altered(rows, DamageDealt, dealt=9)]
    assert [resolve] == [each.seq for each in altered(rows, ScoreChanged, now=0)]


def test_awaited_dice_have_their_order() -> None:
    """Typed dice answer those that are awaited, one by one: in another order, or with one twice,
    they would be others."""
    fight = a_fight(
        "golden-idol", pc("Ada", sword="d8"), pc("Ben", axe="d6"), npc("Wolf", "4/1/6/8/6")
    )
    rows = fight.when(attack("ada", "wolf"), attack("ben", "wolf"), Resolve()).fight.history.rows
    (asks,) = (row.event.asks for row in rows if isinstance(row.event, Awaited))
    for other in (asks[::-1], (*asks, asks[0])):
        assert ["dice are awaited in another order than the rules ask for them"] == [
            each.said for each in altered(rows, Awaited, asks=other)
        ]


def test_another_die_does_not_follow() -> None:
    """A die with another face would have led to other outcomes."""
    assert [] != altered(recorded(), Rolled, face=8)


def test_an_overruling_has_to_be_one() -> None:
    """An overruled problem must be one that the rules have."""
    assert ["the rules object: Ada has declared an action already"] == [
        each.said.split(";")[0] for each in altered(recorded(), Overruled, problem="nothing")
    ]


def test_a_declaration_has_to_be_one_that_would_be_recorded() -> None:
    """A declaration must contain what the rules fill in."""
    assert (
        "the rules would record it differently" == altered(recorded(), Attack, weapons=())[0].said
    )


def test_a_log_without_an_outcome_is_too_short() -> None:
    """Missing outcomes at the end of a play are reported."""
    rows = [row for row in recorded() if row.seq < 12]
    assert [] != list(find_differences(History(rows)))


def corrected() -> list[Recorded]:
    """Ada strikes a wolf (#4 to #12); the die was misread (#13 to #21)."""
    fight = a_fight("golden-idol", pc("Ada", sword="d8"), npc("Wolf", "9/1/6/8/6"))
    fight.when(attack("ada", "wolf"), Resolve()).rolls("ada d8=4")
    fight.fight.correct(fight.fight.plan_correction(Correction("amend", 8, "misread", face=5)))
    return fight.fight.history.rows


def test_a_correction_follows_from_the_dice_as_well() -> None:
    """Both the corrected input and its replacement are played again."""
    rows = corrected()
    assert [] == list(find_differences(History(rows)))
    resolve = next(row.seq for row in rows if isinstance(row.event, Resolve))
    assert [resolve] == [each.seq for each in altered(rows, DamageDealt, dealt=9)]


def test_a_die_turned_in_passing_is_told() -> None:
    """A correction that changes a die it does not name is reported."""
    rows = corrected()
    at = next(row.seq - 1 for row in rows if isinstance(row.event, Corrected))
    event = Corrected("amend", 5, "something else")
    rows[at] = msgspec.structs.replace(rows[at], event=event)
    told = list(find_differences(History(rows)))
    assert ["is not the die as it fell in #8."] == [each.said for each in told]
    assert isinstance(rows[told[0].seq - 1].event, Rolled)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), game=st.sampled_from(GAMES))
def test_random_fights_follow_from_their_dice(seed: int, game: str) -> None:
    """Random fights with undos and corrections follow from their inputs on every line."""
    fight = seeded_fight(MemoryStore(), game, seed, "typed" if seed % 2 else "digital")
    play_fight(fight, Random(seed), 40, doubts=0.1, regrets=0.05)
    assert [] == list(find_differences(fight.history))
