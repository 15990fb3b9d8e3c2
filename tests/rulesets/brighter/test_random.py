"""Anything at all, said at random: it is played or refused, and the log tells all of it."""

from __future__ import annotations

from random import Random

from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from combatlog.fight import Fight
from events import declarations as d
from events import statements as s
from events.dice import FACES
from events.errors import Refused
from events.memory import MemoryStore
from events.rows import Entry
from events.vocabulary import Declaration
from projections.state import Combatant, FightState
from replay.history import History
from replay.sense import check_event
from rulesets.brighter.ladder import ATTRIBUTES, LADDER
from rulesets.dice import seal
from rulesets.registry import load_game, ruleset
from tests.rulesets.brighter.people import GAME

MODIFIED = ("enhanced", "impaired", "ward", "bane")
SHEETS = (
    {"name": "Hexer", "weapons": ["hex d8 DEX", "dread d8 blast WIL"], "own_critical": "it howls"},
    {"name": "Spike", "weapons": ["claws d10"], "killed": {"does": "damage", "dice": "d8"}},
    {
        "name": "Leech",
        "weapons": ["maw 2d6"],
        "critical": [
            {"does": "rise", "score": "DEX"},
            {"does": "lose", "score": "STR", "save": "WIL"},
            {"does": "damage", "dice": "d6"},
            {"does": "incapacitate", "save": "DEX"},
        ],
        "own_critical": {"does": "damage", "dice": "d4"},
    },
)


def random_fight(seed: int, dice: d.DiceMode) -> Fight:
    """A fight whose sealed dice and combatants follow from the seed."""
    game, rng = load_game(GAME), Random(seed)
    secret = seed.to_bytes(32, "big")
    store = MemoryStore()
    started = d.FightStarted("Random", game, dice, seal(secret))
    store.append("fight", 0, [Entry(started)], secrets={seal(secret): secret})
    fight = Fight(store, "fight")
    rules = ruleset("brighter")
    entry = {attribute: rng.choice(LADDER[1:]) for attribute in ATTRIBUTES}
    foes = [rules.sheet(game, {**entry, **rng.choice(SHEETS)}, "npc") for _ in range(2)]
    fight.declare(*(d.Join(sheet) for sheet in [*rules.cast(game, rng), *foes]))
    return fight


def say_something(fight: Fight, rng: Random) -> None:
    """One random command: a die where one is awaited, a declaration otherwise."""
    if fight.state.awaited:
        asked = rng.choice(fight.state.awaited)
        typed = None if rng.random() < 0.2 else rng.randint(1, FACES[asked.die])
        fight.roll(typed, by=asked.by, die=asked.die)
        return
    try:
        fight.declare(something(fight.state, rng))
    except Refused as refused:
        assert str(refused)


def something(state: FightState, rng: Random) -> Declaration:
    """A random declaration, mostly one that can be meant."""
    if state.pending and rng.random() < 0.35:
        return d.Resolve()
    if state.round and not state.side_to_act and rng.random() < 0.7:
        return d.BeginRound()
    return action(state, rng) if rng.random() < 0.65 else ruling(state, rng)


def action(state: FightState, rng: Random) -> Declaration:
    """Something that somebody does."""
    by, target = anybody(state, rng), anybody(state, rng)
    common = {"overrule": rng.choice(["", "", "so be it"]), "instead": rng.random() < 0.1}
    if rng.random() < 0.65:
        return attack(state, rng, by, target, common)
    save, versus = rng.choice([*ATTRIBUTES, ""]), rng.choice([target.id, ""])
    choices: list[Declaration] = [
        d.Move(by.id, rng.randint(0, 45), **common),
        d.Aid(by.id, target.id, **common),
        d.Retreat(by.id, rng.choice(["the gate", ""]), versus=versus, **common),
        d.Act(by.id, "climbs", save, versus=versus, impaired=rng.choice(["", "wet"]), **common),
        d.Special(by.id, "a word", save, versus=versus, **common),
    ]
    return rng.choice(choices)


def attack(
    state: FightState, rng: Random, by: Combatant, target: Combatant, common: dict[str, object]
) -> d.Attack:
    """An attack with everything that can be said of one."""
    others = [one for one in state.combatants.values() if one is not target]
    area = [target, *(rng.sample(others, 2) if rng.random() < 0.4 else [])]
    aims = tuple(d.Aim(one.id, ward=rng.choice(["", "", "shield"])) for one in area)
    risk = d.Risk(
        rng.choice(ATTRIBUTES),
        failed=rng.choice(["", "lost", "exposed"]),  # type: ignore[arg-type]
    )
    weapons = [weapon.name for weapon in by.weapons] or ["unarmed"]
    return d.Attack(
        by.id,
        aims,
        tuple(rng.sample(weapons, min(len(weapons), rng.randint(1, 2)))),
        risk=risk if rng.random() < 0.3 else None,
        **{said: rng.choice(["", "", "", "a reason"]) for said in MODIFIED},
        **common,  # type: ignore[arg-type]
    )


def ruling(state: FightState, rng: Random) -> Declaration:
    """Something that the referee says."""
    one, other = anybody(state, rng), anybody(state, rng)
    attribute = rng.choice(ATTRIBUTES)
    wounds = [*(wound.label for wound in one.wounds), attribute]
    condition = rng.choice([*(each.name for each in one.conditions), "nothing"])
    size = rng.choice([*LADDER, 7])
    choices: list[Declaration] = [
        d.BeginRound(rng.choice(["", "ambushed"]), versus=rng.choice(["", other.id])),
        d.CallSave((one.id, other.id), attribute, enhanced=rng.choice(["", "luck"])),
        d.CallSave((one.id,), attribute, versus=other.id),
        d.CallMorale((one.id,), rng.choice(["", "the tide turns"])),
        d.Harm((one.id, other.id), "", "a fall", rng.choice(["", attribute])),
        d.PassTime(rng.choice([10, 600, 3600])),
        d.Rest(),
        d.Recover(one.id, rng.choice(wounds), overrule=rng.choice(["", "a miracle"])),
        d.Burden(one.id, rng.random() < 0.6),
        d.TakeOver(one.id, other.id, rng.choice(["", "so be it"])),
        s.SetScore(one.id, attribute, size, rng.choice([None, 12]), "as I said"),
        s.SetScore(one.id, "Grit", rng.randint(0, 6)),
        s.AddCondition(one.id, rng.choice(["blinded", "exposed", "full pack", "incapacitated"])),
        s.EndCondition(one.id, condition),
        s.Kill(one.id, "drowned"),
        s.Revive(one.id),
        s.Remove(one.id, "carried off"),
        s.Return(one.id),
        s.SetTrait(one.id, "nerve", rng.choice(["enhanced", "plain"])),
        s.SetTrait(one.id, "side", rng.choice(["party", "foes"])),
        s.Disarm(one.id, one.weapons[0].name if one.weapons else "nothing"),
    ]
    return rng.choice(choices)


def anybody(state: FightState, rng: Random) -> Combatant:
    """Mostly somebody who is still there."""
    every = list(state.combatants.values())
    present = [one for one in every if one.standing == "in"]
    return rng.choice(present if present and rng.random() < 0.9 else every)


@settings(max_examples=60)
@drawn(seed=st.integers(0, 10**6), dice=st.sampled_from(["digital", "typed"]))
def test_whatever_is_said_is_played_or_refused(seed: int, dice: d.DiceMode) -> None:
    """Attributes stay on the ladder, nobody dies twice over, and the log folds to the state."""
    fight, rng = random_fight(seed, dice), Random(seed)
    for _ in range(80):
        say_something(fight, rng)
        for one in fight.state.combatants.values():
            assert {one.scores[each] for each in ATTRIBUTES} <= set(LADDER)
            assert 0 <= one.scores["Grit"] <= one.maxima["Grit"]
    assert fight.state == fight.at(len(fight.history))


@settings(max_examples=15)
@drawn(seed=st.integers(0, 10**6))
def test_whatever_was_recorded_makes_sense_when_it_is_read(seed: int) -> None:
    """Each declaration is one that would be recorded like this again."""
    fight, rng = random_fight(seed, "typed"), Random(seed)
    for _ in range(60):
        say_something(fight, rng)
    rows = fight.history.rows
    read = History(rows[:1])
    for row in rows[1:]:
        check_event(read, read.state(len(read)), row)
        read.extend([row])
    assert fight.state == read.state(len(read))
