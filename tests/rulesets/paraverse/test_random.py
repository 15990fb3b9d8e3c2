"""Whatever is said, a fight of Paraverse is refused or recorded, never broken."""

from __future__ import annotations

from random import Random

import pytest

from combatlog.fight import Fight
from events import declarations as d
from events import statements as s
from events.dice import FACES
from events.errors import Refused
from events.memory import MemoryStore
from events.rows import Entry
from events.vocabulary import AnyEvent, Declaration
from projections.chronicle import chronicle
from projections.fold import fold
from projections.report import report
from projections.state import Combatant, FightState
from rulesets.paraverse.definition import endurance
from rulesets.paraverse.scene import PHASES
from rulesets.registry import load_game, ruleset

GAME = load_game("paraverse")
RULES = ruleset("paraverse")
SKILLS = ("Melee", "Evasion", "Acrobatics", "COG", "Stabilization", "PHY")
AREAS = ("gate", "yard", "hall")


def something(state: FightState, rng: Random) -> Declaration:
    """A random declaration, mostly one that can be meant."""
    ones = list(state.combatants.values())
    by, other = rng.choice(ones), rng.choice(ones)
    foes = [one for one in ones if one.side != by.side] or ones
    overrule = "so be it" if rng.random() < 0.15 else ""
    if state.phase == "" and rng.random() < 0.15:
        return d.BeginRound()
    if state.phase == "" and rng.random() < 0.5:
        hurt = [one for one in ones if one.wounds] or ones
        helps = (d.Aid(by.id, rng.choice(hurt).id), d.Treat(by.id, rng.choice(hurt).id))
        return rng.choice([*helps, d.Rest(extended=rng.random() < 0.4)])
    if state.phase and len(state.pending) > 3 and rng.random() < 0.5:
        return d.Resolve()
    if rng.random() < 0.7:
        return _action(state, rng, by, rng.choice(foes), other, overrule)
    return _ruling(rng, by, other)


def _action(
    state: FightState, rng: Random, by: Combatant, foe: Combatant, other: Combatant, overrule: str
) -> Declaration:
    instead = rng.random() < 0.1
    aim = d.Aim(foe.id, impaired="mud" if rng.random() < 0.2 else "")
    weapon = (rng.choice(by.weapons).name,) if by.weapons else ()
    band = "melee" if rng.random() < 0.2 else ""
    reasons = {"instead": instead, "overrule": overrule}
    blow = d.Attack(by.id, (aim,), weapon, band=band, **reasons)
    phase = rng.choice(["", "", "planning", *PHASES])
    return rng.choice(
        [
            *[blow] * 6,
            d.Disengage(by.id, **reasons),
            d.Move(by.id, to=rng.choice(AREAS), phase=phase, **reasons),
            d.Retreat(by.id, "the woods", **reasons),
            d.Act(by.id, "climbs", rng.choice(SKILLS), target=rng.randint(0, 25), **reasons),
            d.Act(by.id, "wrestles", "PHY", versus=foe.id, **reasons),
            d.Special(by.id, "light", **reasons),
            d.Aid(by.id, other.id, **reasons),
            d.Treat(by.id, other.id, **reasons),
        ]
    )


def _ruling(rng: Random, one: Combatant, other: Combatant) -> Declaration:
    wound = rng.choice(one.wounds).label if one.wounds else "nothing"
    condition = rng.choice(one.conditions).name if one.conditions else "nothing"
    choices: list[Declaration] = [
        d.Rest(extended=rng.random() < 0.4),
        d.Rest((one.id,)),
        d.CallSave((one.id,), rng.choice(SKILLS), target=12, enhanced=rng.choice(["", "rope"])),
        d.Harm((one.id, other.id), rng.choice(["4", "12", "2d8"]), "a fall"),
        d.Harm((one.id,), "12", place=rng.choice(["head", "torso", "arms", "legs"])),
        d.Recover(one.id, wound),
        d.TakeOver(one.id, other.id),
        d.Area(rng.choice(AREAS), (rng.choice(AREAS),)),
        s.Place(one.id, rng.choice(AREAS)),
        s.Engage(one.id, (other.id,)),
        s.SetScore(one.id, "Stamina", rng.randint(-3, 5)),
        s.SetScore(one.id, rng.choice(["CON", "WIL"]), rng.randint(0, 15)),
        s.AddCondition(one.id, rng.choice(["bleeding", "unconscious", "fractured arm", "blinded"])),
        s.AddCondition(one.id, "bound", "everything"),
        s.EndCondition(one.id, condition),
        *(s.Kill(one.id), s.Remove(one.id)) * (rng.random() < 0.2),
        s.Revive(one.id),
        s.Return(one.id),
        s.Disarm(one.id, one.weapons[0].name if one.weapons else "nothing"),
        d.BeginRound(overrule="at once"),
    ]
    return rng.choice(choices)


def play(fight: Fight, rng: Random, commands: int) -> None:
    """Say so many random things; every die that is awaited falls at random."""
    for _ in range(commands):
        while fight.state.awaited:
            asked = rng.choice(fight.state.awaited)
            fight.roll(rng.randint(1, FACES[asked.die]), by=asked.by, die=asked.die)
        try:
            fight.declare(something(fight.state, rng))
        except Refused:
            continue


def begun(rng: Random, dice: d.DiceMode) -> Fight:
    """A fight of a random cast."""
    store = MemoryStore()
    store.append("fight", 0, [Entry(d.FightStarted("Random", GAME, dice))])
    fight = Fight(store, "fight", by="tester")
    fight.declare(*(d.Join(sheet) for sheet in RULES.cast(GAME, rng)))
    return fight


@pytest.mark.clause("PV-01", "PV-16", "PV-17")
@pytest.mark.parametrize("seed", range(25))
def test_random_fights_are_refused_or_recorded(seed: int) -> None:
    """The state is what a fold of the log gives, and the computed numbers hold."""
    rng = Random(seed)
    fight = begun(rng, "typed" if seed % 2 else "digital")
    play(fight, rng, 90)
    events: list[AnyEvent] = [row.event for row in fight.history.rows]
    assert fold(FightState(), 1, events) == fight.state
    for one in fight.state.combatants.values():
        _is_whole(fight.state, one)
    report(events, fight.state)
    chronicle((row.seq, row.event) for row in fight.history.rows)


def _is_whole(state: FightState, one: Combatant) -> None:
    """Everything about somebody fits together."""
    assert endurance(one.scores["CON"]) == one.maxima["Stamina"]
    assert one.scores["Stamina"] <= one.maxima["Stamina"]
    if not state.awaited and one.standing == "in":
        assert (one.has("unconscious") and one.has("bleeding")) == one.has("dying")
    assert all(one.id in state.combatants[other].engaged for other in one.engaged)
    marks = [(wound.grade, wound.place) for wound in one.wounds]
    assert len(set(marks)) == len(marks)


def test_the_same_seed_tells_the_same_fight() -> None:
    """Dice and rules leave nothing to chance but the faces."""
    told = []
    for _ in range(2):
        rng = Random(7)
        fight = begun(rng, "typed")
        play(fight, rng, 60)
        told.append([row.event for row in fight.history.rows])
    assert told[0] == told[1]
