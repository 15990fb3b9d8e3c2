"""Numbers that stand in for those of strangers: every fight would be given the same ones, so what
follows from them tells nothing of the true ones."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from events.types.outcomes import AttackRolled, DamageDealt
from events.types.rolls import FACES
from events.types.sheets import Weapon
from projections.queries.visibility import may_read
from projections.state.fight_state import Combatant, FightState
from replay.odds.plays import LinePlay
from rulesets.core.registry import load_ruleset

LOW, MIDDLE, HIGH = 1, 12, 60
"""The numbers that strangers are given. Scores that are dice get the smallest, a middle and the
largest die."""

_ARMOR = {LOW: 0, MIDDLE: 1, HIGH: 59}
_ADDED = {LOW: 0, MIDDLE: 0, HIGH: 9}
"""The armor that goes with each number, and what is added to the dice of weapons that nobody has
seen strike; in the middle nothing, so that the chances are those of the die alone."""

_FLAT = re.compile(r"[+-]\d+$")

Flats = Mapping[tuple[str, str], int]
"""What is added to the die of a combatant's weapon, by id and weapon, as players have seen it."""


def disguise(
    state: FightState, known: Collection[str], number: int, flats: Flats | None = None
) -> None:
    """Replace the numbers of all who are not known, in place; `number` is `LOW`, `MIDDLE` or
    `HIGH`. What is added to a weapon's die is replaced, too, unless it is among the `flats`;
    without `flats` (None), the dice of weapons stay as they are."""
    rules = load_ruleset(state.game.rules)
    dice = state.game.words.get("dice", "").split(", ")
    for id, one in state.combatants.items():
        if id not in known:
            _replace_numbers(one, rules.rollable(state, one), dice, number)
            one.weapons = tuple(_replace_flat(id, each, number, flats) for each in one.weapons)


def list_seen_flats(plays: Iterable[LinePlay]) -> Flats:
    """Return what was added to dice, where players saw both the die and the damage that it came to;
    not where this differs."""
    found: dict[tuple[str, str], set[int]] = {}
    for play in plays:
        kept: dict[tuple[int, str, str, str], int] = {}
        for _, event in play.events:
            match event:
                case AttackRolled(by=by, target=target, weapon=weapon, faces=faces) if faces:
                    kept[event.attack, by, target, weapon] = max(faces)
                case DamageDealt(by=by, to=to, weapon=weapon, rolled=rolled):
                    face = kept.get((event.attack, by, to, weapon))
                    if face is not None and may_read(event, play.after, "players"):
                        found.setdefault((by, weapon), set()).add(rolled - face)
    return {weapon: flats.pop() for weapon, flats in found.items() if len(flats) == 1}


def _replace_flat(id: str, weapon: Weapon, number: int, flats: Flats | None) -> Weapon:
    if "d" not in weapon.dice:
        return replace(weapon, dice=str(number))  # in a game whose weapons have no dice
    if flats is None:
        return weapon
    flat = flats.get((id, weapon.name), _ADDED[number])
    dice = _FLAT.sub("", weapon.dice)
    return replace(weapon, dice=f"{dice}{flat:+d}" if flat else dice)


def _replace_numbers(
    one: Combatant, rollable: Sequence[str], dice: Sequence[str], number: int
) -> None:
    sizes = sorted(FACES.values())
    step = {LOW: sizes[0], MIDDLE: sizes[len(sizes) // 2], HIGH: sizes[-1]}[number]
    one.scores = {name: step if name in dice else number for name in one.scores}
    one.maxima = {name: step if name in dice else number for name in one.maxima}
    one.skills = {name: number for name in rollable if name not in one.scores}
    one.armor = one.shield = _ARMOR[number]
