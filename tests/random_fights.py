"""A player who does anything at all, seeded: the raw material of the property tests."""

from __future__ import annotations

from random import Random

from combatlog.fight import Fight
from events import declarations as d
from events import statements as s
from events.dice import FACES
from events.errors import Refused
from events.games import Game
from events.rows import Entry
from events.sheets import Sheet
from events.store import Store
from events.vocabulary import Declaration
from projections.state import Combatant, FightState
from rulesets.dice import seal
from rulesets.registry import load_game, ruleset


def seeded_fight(
    store: Store, game: str, seed: int, dice: d.DiceMode = "digital", id: str = "fight"
) -> Fight:
    """A fight whose sealed dice and combatants follow from the seed."""
    definition = load_game(game)
    secret = seed.to_bytes(32, "big")
    started = d.FightStarted("Random", definition, dice, seal(secret))
    store.append(id, 0, [Entry(started)], secrets={seal(secret): secret})
    fight = Fight(store, id, by="tester")
    fight.declare(*(d.Join(sheet) for sheet in _sheets(definition, Random(seed))))
    return fight


def play_randomly(fight: Fight, rng: Random, commands: int) -> None:
    """Say random things until so many have been accepted (or enough were refused)."""
    accepted = 0
    for _ in range(commands * 4):
        accepted += say_something(fight, rng)
        if accepted == commands:
            return


def say_something(fight: Fight, rng: Random) -> bool:
    """One random command: a die where one is awaited, a declaration otherwise."""
    if fight.state.awaited:
        asked = rng.choice(fight.state.awaited)
        typed = None if rng.random() < 0.2 else rng.randint(1, FACES[asked.die])
        fight.roll(typed, by=asked.by, die=asked.die)
        return True
    try:
        fight.declare(something(fight.state, rng))
    except Refused:
        return False
    return True


def something(state: FightState, rng: Random) -> Declaration:
    """A random declaration, mostly one that can be meant."""
    if not state.combatants:
        return d.ChooseDice("typed" if state.dice == "digital" else "digital")
    if state.pending and rng.random() < 0.45:
        return d.Resolve()
    if state.round and not state.side_to_act and rng.random() < 0.7:
        return d.BeginRound()
    if rng.random() < 0.6:
        return _action(state, rng)
    return _ruling(state, rng)


def _action(state: FightState, rng: Random) -> Declaration:
    by = _anybody(state, rng)
    foes = [one for one in state.combatants.values() if one.side != by.side and _in(one)]
    target = rng.choice(foes or list(state.combatants.values()))
    overrule = "so be it" if rng.random() < 0.2 else ""
    instead = rng.random() < 0.1
    kind = rng.random()
    if kind < 0.7:
        return _attack(state, rng, by, target, overrule, instead)
    if kind < 0.78:
        return d.Move(by.id, rng.randint(0, 45), "", instead, overrule)
    if kind < 0.86:
        return d.Aid(by.id, _anybody(state, rng).id, instead, overrule)
    if kind < 0.93:
        return d.Retreat(by.id, rng.choice(["the gate", ""]), instead, overrule)
    return d.Act(by.id, "climbs", rng.choice([*list(by.scores)[1:], ""]), instead, overrule)


def _attack(
    state: FightState,
    rng: Random,
    by: Combatant,
    target: Combatant,
    overrule: str,
    instead: bool,
) -> d.Attack:
    weapon = rng.choice(by.weapons).name if by.weapons else ""
    others = [one for one in state.combatants.values() if one is not target and _in(one)]
    area = rng.sample(others, min(len(others), 2)) if rng.random() < 0.3 else []
    return d.Attack(
        by.id,
        tuple(d.Aim(one.id) for one in (target, *area)),
        (weapon,) if weapon else (),
        enhanced="from above" if rng.random() < 0.2 else "",
        impaired="in the dark" if rng.random() < 0.2 else "",
        count=bool(area) and rng.random() < 0.3,
        instead=instead,
        overrule=overrule,
    )


def _ruling(state: FightState, rng: Random) -> Declaration:
    one = _anybody(state, rng)
    ability = rng.choice(list(one.scores)[1:])
    score = rng.choice(list(one.scores))
    wound = rng.choice(one.wounds).label if one.wounds else "nothing"
    condition = rng.choice(one.conditions).name if one.conditions else "nothing"
    dead = next((each.id for each in state.combatants.values() if each.standing == "dead"), one.id)
    follower = next((o.id for o in state.combatants.values() if o.kind == "follower"), one.id)
    choices: list[Declaration] = [
        d.BeginRound(rng.choice(["", "ambush", "ambushed"])),
        d.CallSave((one.id,), ability, "a ledge"),
        d.Harm((one.id,), rng.choice(["d6", "2d8", "3"]), "a fall"),
        d.Harm((one.id,), "d8", "poison", direct=ability),
        d.PassTime(rng.choice([10, 600, 3600])),
        d.Rest(extended=rng.random() < 0.3),
        d.Recover(one.id, wound),
        d.Burden(one.id, rng.random() < 0.6),
        d.TakeOver(dead, follower),
        s.SetScore(one.id, score, rng.randint(0, 12), None, "as I said"),
        s.AddCondition(one.id, "blinded", rng.choice(["", "everything"])),
        s.EndCondition(one.id, condition),
        s.Kill(one.id, "drowned"),
        s.Revive(one.id),
        s.Remove(one.id, "carried off"),
        s.Return(one.id),
        s.HandOver(one.id, "Eve"),
        s.SetTrait(one.id, "armor", str(rng.randint(0, 4))),
    ]
    return rng.choice(choices)


def _anybody(state: FightState, rng: Random) -> Combatant:
    every = list(state.combatants.values())
    present = [one for one in every if _in(one)]
    return rng.choice(present if present and rng.random() < 0.9 else every)


def _in(one: Combatant) -> bool:
    return one.standing == "in"


def _sheets(game: Game, rng: Random) -> list[Sheet]:
    """Three player characters, a follower, two creatures of the game, and a crowd."""
    rules = ruleset(game.rules)
    weapons = list(game.definition["weapons"])
    sheets = []
    for name in ("Ada", "Ben", "Cho"):
        sheets.append(rules.sheet(game, _numbers(game, rng, name, weapons), "pc"))
    sheets.append(rules.sheet(game, _numbers(game, rng, "Dov", weapons), "follower"))
    for creature in rng.sample(sorted(game.definition["creatures"]), 2):
        sheets.append(rules.sheet(game, {"from": creature}, "npc"))
    crowd = {**_numbers(game, rng, "Mob", weapons), "detachment": True}
    return [*sheets, rules.sheet(game, crowd, "npc")]


def _numbers(game: Game, rng: Random, name: str, weapons: list[str]) -> dict[str, object]:
    protection, *abilities = game.scores["individual"]
    return {
        "name": name,
        protection: rng.randint(1, 8),
        **{ability: rng.randint(6, 15) for ability in abilities},
        "armor": rng.randint(0, 2),
        "weapons": rng.sample(weapons, 2),
    }
