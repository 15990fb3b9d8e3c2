"""Folding: live, past and rebuilt states are equal; an undone command leaves no trace in them."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import assume, given, settings, strategies as st

from combatlog.app.campaign import Campaign
from combatlog.app.session import Session
from events.store.memory import MemoryStore
from events.types import outcomes as o
from events.types.log_events import SecretRevealed
from events.types.rolls import FACES
from events.types.unions import AnyEvent
from projections.state.fight_state import FightState
from projections.state.fold import fold
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import GAMES, load_game
from tests.support.random_fights import play_randomly, seeded_fight

ROSTER = """
[[pc]]
name = "Ada"
player = "Anna"
HP = 4
armor = 1
STR = 10
DEX = 12
WIL = 9
weapons = ["rifle"]

[[pc]]
name = "Ben"
HP = 6
STR = 9
DEX = 9
WIL = 11
weapons = ["knife"]

[[follower]]
name = "Dov"
HP = 3
STR = 8
DEX = 8
WIL = 8

[[npc]]
from = "Wolf"
count = 2

[[npc]]
name = "Mob"
detachment = true
HP = 2
STR = 8
DEX = 8
WIL = 8
weapons = ["clubs d6"]
"""

UNDONE: dict[str, tuple[list[str], tuple[type, ...]]] = {
    "clamped damage": (["harm ada 3: a fall", "harm ada 9: the cliff"], (o.DamageDealt,)),
    "damage absorbed by armor": (["a wolf ada bite imp: in the dark", "go"], (o.DamageDealt,)),
    "scars pending": (["harm ada 5: a rock"], (o.WoundTaken,)),
    "doomed": (["set ben hp 12/12", "harm ben 12: a rock"], (o.WoundTaken, o.ConditionBegan)),
    "critical damage and its clock": (
        ["harm ben 8: a rock", "time 600"],
        (o.WoundTaken, o.ClockAdvanced),
    ),
    "a rout": (["harm mob 4: a rock"], (o.Left,)),
    "morale": (["a ada wolf rifle", "go"], (o.MoraleTested, o.Left)),
    "conditions": (
        ["condition ada blinded helpless: sand", "harm ben d12 direct dex"],
        (o.ConditionBegan,),
    ),
    "maxima raised": (["harm ada 5: a rock", "recover ada broken limb"], (o.MaximumChanged,)),
    "death": (["harm dov 30: the cliff"], (o.Died,)),
    "control handed over": (
        ["kill ben: drowned", "takeover ben dov", "hand ada to Eve"],
        (o.ControlPassed,),
    ),
    "rounds and turns": (
        ["next ambush", "move ada 30", "go", "go", "next"],
        (o.RoundBegan, o.TurnEnded, o.RoundEnded),
    ),
}
AFTER = ["next ambush", "a ada wolf rifle", "a ben wolf knife", "go", "go", "next", "harm dov 2"]


def say(said: Session, line: str) -> None:
    """Say a line; every die that is awaited shows its highest face, a d20 one less."""
    said.say(line)
    while said.fight.state.awaited:
        die = said.fight.state.awaited[0].die
        said.fight.roll(FACES[die] - (die == "d20"))


def session() -> Session:
    campaign = Campaign(MemoryStore(), by="tester")
    sheets = parse_roster(ROSTER, "roster", load_game("golden-idol"))
    return Session(campaign, campaign.start("Twin", "golden-idol", dice="typed", sheets=sheets))


def bare(state: FightState) -> dict[str, object]:
    """Return the state without what only counts events."""
    plain = msgspec.structs.asdict(state.copied())
    plain["pending"] = [each.action for each in state.pending]
    plain["awaited"] = [(a.by, a.purpose, a.die, a.nth) for a in state.awaited]
    for counted in ("seq", "sealed", "anchor", "playing"):
        del plain[counted]
    return plain


@pytest.mark.parametrize("what", UNDONE)
def test_what_was_undone_leaves_no_trace(what: str) -> None:
    """A fight with something undone in the middle ends as the fight without it."""
    with_it, without = session(), session()
    before = bare(with_it.fight.state)
    start = with_it.fight.history.position()
    lines, told = UNDONE[what]
    for line in lines:
        say(with_it, line)
    assert set(told) <= {type(row.event) for row in with_it.fight.history.rows}
    assert bare(with_it.fight.state) != before
    while with_it.fight.history.position() != start:
        with_it.fight.undo(why="it never happened")
    assert bare(with_it.fight.state) == before
    for line in AFTER:
        say(with_it, line)
        say(without, line)
    assert bare(with_it.fight.state) == bare(without.fight.state)


@pytest.mark.parametrize("what", UNDONE)
def test_redoing_brings_all_of_it_back(what: str) -> None:
    """A fight undone and redone equals one that was never undone."""
    said = session()
    start = said.fight.history.position()
    for line in UNDONE[what][0]:
        say(said, line)
    after = bare(said.fight.state)
    undos = 0
    while said.fight.history.position() != start:
        said.fight.undo()
        undos += 1
    said.fight.redo(undos)
    assert after == bare(said.fight.state)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), game=st.sampled_from(GAMES))
def test_the_fold_is_equal_at_every_prefix(seed: int, game: str) -> None:
    """Folding event by event, in one go, or copying at each step gives the same state."""
    fight = seeded_fight(MemoryStore(), game, seed)
    play_randomly(fight, Random(seed), 25)
    events: list[AnyEvent] = [row.event for row in fight.history.rows]
    running = FightState()
    for seq, event in enumerate(events, start=1):
        kept = running.copied()
        untouched = kept.copied()
        fold(running, seq, [event])
        assert kept == untouched
        if seq % 7 == 0 or seq == len(events):
            assert fold(FightState(), 1, events[:seq]) == running
    assert running == fight.state


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), game=st.sampled_from(GAMES), undone=st.integers(1, 12))
def test_sealed_dice_fall_the_same_after_anything_undone(seed: int, game: str, undone: int) -> None:
    """After any undo the same commands meet the same dice. Where the fight had ended its secret is
    known, and a new one is drawn from."""
    with_it = seeded_fight(MemoryStore(), game, seed)
    without = seeded_fight(MemoryStore(), game, seed)
    for fight in (with_it, without):
        play_randomly(fight, Random(seed), 8)
    start = with_it.history.position()
    play_randomly(with_it, Random(seed + 1), undone)
    assume(not any(isinstance(row.event, SecretRevealed) for row in with_it.history.rows))
    while with_it.history.position() > start:
        with_it.undo()
    if with_it.history.position() < start:  # dice that fell after the start go with their command
        with_it.rewind(start)
    for fight in (with_it, without):
        play_randomly(fight, Random(seed + 2), 15)
    assert bare(with_it.state) == bare(without.state)
