"""Two states of a fight compared: each kind of difference appears once, in words."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from events.store.memory import MemoryStore
from events.types.sheets import Condition, Wound
from projections.queries.state_diff import StateDifference, compare_states
from projections.state.fight_state import Combatant, FightState
from projections.state.fold import fold_one
from rulesets.definitions.shipped import GAMES
from tests.support.random_fights import play_randomly, seeded_fight
from tests.support.talk import CAVE, FORD, SHADOW, STOA, start_session


def differences(
    *lines: str, game: str = "golden-idol", roster: str = "", before: str = ""
) -> list[tuple[str, ...]]:
    """What these lines change, said after those `before` (with `/` between)."""
    at = start_session(game, roster) if roster else start_session()
    for line in filter(None, before.split("/")):
        at.say(line)
    was = at.fight.state.copied()
    for line in lines:
        at.say(line)
    assert [] == compare_states(was, was)
    rows = compare_states(was, at.fight.state)
    back = {(row.what, row.now, row.then) for row in compare_states(at.fight.state, was)}
    assert {row[1:] for row in rows} == back
    return [tuple(row) for row in rows]


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("set ada hp 2", ("Ada", "HP", "4", "2")),
        ("set ada str 8/9", ("Ada", "max STR", "10", "9")),
        ("kill wolf: an arrow", ("Wolf", "standing", "in the fight", "dead (an arrow)")),
        ("remove ben: to the boats", ("Ben", "standing", "in the fight", "to the boats")),
        ("join bear", ("Bear", "standing", "not here", "in the fight")),
        ("condition ada wary (wolf)", ("Ada", "condition", "", "wary (Wolf)")),
        ("set ada armor 3", ("Ada", "armor", "1", "3")),
        ("set ada side cult", ("Ada", "side", "the party", "the cult")),
        ("set wolf leader yes", ("Wolf", "leader", "no", "yes")),
        ("hand ada to Mia", ("Ada", "player", "", "Mia")),
        ("rename ada Adele", ("Adele", "name", "Ada", "Adele")),
        ("arm ada sling d4", ("Ada", "weapon", "", "sling d4")),
        ("disarm ben knife", ("Ben", "weapon", "knife d6", "")),
        ("pack ada", ("Ada", "condition", "", "full pack")),
        ("next ambush", ("", "round", "none yet", "1 · the party's turn")),
        ("time 10 min", ("", "clock", "0 s", "10 min")),
        ("end", ("", "fight", "under way", "over")),
        ("dice digital", ("", "dice", "typed", "digital")),
        ("a ada wolf knife", ("", "declared", "", "Ada attacks Wolf with knife")),
    ],
)
def test_every_kind_of_difference_has_its_words(line: str, row: tuple[str, ...]) -> None:
    """Scores, life and death, conditions, traits, weapons, and the fight itself."""
    assert row in differences(line)


def test_awaited_dice_are_a_difference() -> None:
    """Awaited dice are named."""
    assert [("", "awaited", "", "Ada d6 (damage)")] == differences("go", before="a ada wolf knife")


def test_actions_differ_only_within_a_round() -> None:
    """An action is a difference only within the same round."""
    attack = "next ambush/a ada wolf knife"
    assert ("Ada", "this round", "nothing", "1 action with knife") in differences(
        "go", "2", before=attack
    )
    assert not [
        row for row in differences("go", "2", "go", "next", before=attack) if row[1] == "this round"
    ]


def test_a_wound_says_what_it_awaits_and_how_long() -> None:
    """A wound is gained, tended and closed; time that passes is no difference."""
    hurt = "harm ben 9: a rock/15"
    gained = differences("harm ben 9: a rock", "15")
    assert ("Ben", "wound", "", "critical damage: can only crawl; awaits aid, 1 h left") in gained
    assert [("", "clock", "0 s", "10 min")] == differences("time 10 min", before=hurt)
    tended = differences("aid dov ben", "go", before=f"next ambush/{hurt}")
    assert (
        "Ben",
        "wound",
        "critical damage: can only crawl; awaits aid, 1 h left",
        "critical damage: tended; awaits rest",
    ) in tended


def test_wounds_of_the_dead_await_nothing() -> None:
    """Their wounds do not say what treatment they await."""
    rows = differences("harm ben 9: a rock", "15", "kill ben")
    assert ("Ben", "wound", "", "critical damage: can only crawl") in rows


def test_dice_are_written_as_dice() -> None:
    """In Brighter Worlds a score is a die."""
    rows = differences("set sam str d6", game="brighter-worlds", roster=CAVE)
    assert [("Sam", "STR", "d8", "d6")] == rows


def test_skills_areas_and_engagement_are_compared() -> None:
    """In Paraverse skills, areas and engagements differ."""
    rows = differences(
        "area gate next to yard",
        "place kit gate",
        "engage kit with ogre",
        "skill kit Melee -1",
        game="paraverse",
        roster=FORD,
    )
    assert [
        ("", "area", "", "gate: next to yard"),
        ("Kit", "Melee", "+2", "−1"),
        ("Kit", "area", "", "gate"),
        ("Kit", "engaged with", "", "Ogre"),
        ("Ogre", "engaged with", "", "Kit"),
    ] == rows


def test_crews_are_compared() -> None:
    """In Plerion the crew of a craft differs, with their posts."""
    rows = differences("crew courier bo gunner", game="plerion", roster=SHADOW)
    assert [("Courier", "aboard", "Aniet (pilot)", "Aniet (pilot), Bo (gunner)")] == rows


def test_the_games_own_names_of_scores_stand() -> None:
    """Thalassa has the scores STA and TEK."""
    rows = differences("set althea sta 2", "set althea tek 9", game="thalassa", roster=STOA)
    assert [("Althea", "STA", "5", "2"), ("Althea", "TEK", "13", "9")] == rows


def test_conditions_with_other_bars_differ() -> None:
    """The same condition differs if it bars something else."""
    was, now = (start_session().fight.state for _ in range(2))
    was.combatants["ada"].conditions.append(Condition("caught", "moving"))
    now.combatants["ada"].conditions.append(Condition("caught", "everything", due=60))
    assert [
        StateDifference("Ada", "caught", "keeps from moving", "keeps from everything, until 1 min")
    ] == compare_states(was, now)


def test_wounds_with_the_same_words_are_equal() -> None:
    """Even from another row of the table."""
    was, now = (start_session().fight.state for _ in range(2))
    was.combatants["ada"].wounds.append(Wound("scar", "scar", row=1))
    now.combatants["ada"].wounds.append(Wound("scar", "scar", row=2))
    assert [] == compare_states(was, now)


_INNER = frozenset(
    (
        *("seq", "sealed", "turn", "turns", "acting", "alone", "rolled", "sides", "players"),
        *("playing", "draws", "strays", "game", "order", "late", "combatants", "pending"),
        "round_over",
    )
)
_UNSEEN = frozenset(
    (
        *("last", "fresh", "heir", "successor", "origin", "moves", "acted", "used"),
        *("conditions", "how"),
    )
)


def seen(state: FightState) -> dict[str, Any]:
    """Return what people can see of a state."""
    plain = {
        field: getattr(state, field) for field in state.__struct_fields__ if field not in _INNER
    }
    return plain | {
        "pending": [each.action for each in state.pending],
        "combatants": {id: seen_of(one) for id, one in state.combatants.items()},
    }


def seen_of(one: Combatant) -> dict[str, Any]:
    """Return what people can see of a combatant."""
    plain = {field: getattr(one, field) for field in one.__struct_fields__ if field not in _UNSEEN}
    conditions = {(each.name, each.bars, each.about, each.due) for each in one.conditions}
    seen: dict[str, Any] = msgspec.to_builtins(plain)
    return seen | {"conditions": conditions}


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
def test_every_visible_change_is_a_difference(game: str) -> None:
    """At every event of random fights of each game, in both directions."""
    fight = seeded_fight(MemoryStore(), game, 7)
    play_randomly(fight, Random(7), 60)
    state = FightState()
    for row in fight.history.on_line(len(fight.history)):
        was = state.copied()
        fold_one(state, row.seq, row.event)
        rows = compare_states(was, state)
        if seen(was) != seen(state):
            assert rows, row
        back = {(other.what, other.now, other.then) for other in compare_states(state, was)}
        assert {each[1:] for each in rows} == back, row
