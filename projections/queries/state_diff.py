"""Everything in which two states of a fight differ, in the words of the screen.

They may be two moments of one line, the ends of two lines, or two fights: combatants are the same
who have the same id. What a fight only keeps for its own use (draws of the dice, what was counted
for a turn that is over) is not compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias, TypeVar

from msgspec.structs import replace

from events.types.declarations import Area
from events.types.sheets import Condition, Effect, Weapon, Wound
from projections.state.fight_state import Combatant, FightState
from projections.text.words import (
    Words,
    amount,
    asked_words,
    condition_words,
    conditions_words,
    crew_words,
    joined,
    side_words,
    signed,
    turn_words,
    weapon_words,
    wound_line,
)

Row: TypeAlias = tuple[str, str, str]
"""What differs, how it is then, and now."""


T = TypeVar("T")


def changed_values(
    then: Mapping[str, T], now: Mapping[str, T], missing: T
) -> Iterator[tuple[str, T, T]]:
    """Yield each key whose value differs, with the value then and now, or `missing`."""
    for key in dict.fromkeys([*then, *now]):
        before, after = then.get(key, missing), now.get(key, missing)
        if before != after:
            yield key, before, after


def differs(what: str, then: str, now: str) -> Iterator[Row]:
    """One thing, where it is not the same."""
    if then != now:
        yield what, then, now


def by_name(what: str, then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[Row]:
    """What differs of things that have names: each is called by `what`, or else by its name."""
    for name, before, after in changed_values(then, now, ""):
        yield what or name, before, after


def by_words(what: str, then: Sequence[str], now: Sequence[str]) -> Iterator[Row]:
    """What is gone and what has come of things that are known by their words alone."""
    gone, come = [*then], []
    for each in now:
        if each in gone:
            gone.remove(each)
        else:
            come.append(each)
    yield from ((what, each, "") for each in gone)
    yield from ((what, "", each) for each in come)


NOT_HERE = "not here"
"""The standing of somebody who has not joined."""


def combatant_rows(
    was: FightState, now: FightState, one: Combatant | None, other: Combatant | None
) -> Iterator[Row]:
    """What differs in somebody, None where they are not in the fight."""
    if one is None or other is None:
        yield from differs("standing", standing(one), standing(other))
        return
    yield from differs("name", one.name, other.name)
    yield from differs("standing", standing(one), standing(other))
    yield from by_name("", _scores(was, one), _scores(now, other))
    yield from _wounds(was, now, one, other)
    yield from by_words("condition", conditions_words(was, one), conditions_words(now, other))
    yield from _lasting(was, now, one, other)
    yield from by_name("", _traits(one), _traits(other))
    yield from by_name("weapon", _weapons(one), _weapons(other))
    yield from by_name("", _skills(one), _skills(other))
    yield from by_name("", _place(was, one), _place(now, other))
    if was.round == now.round and not now.ended:
        yield from differs("this round", _done(one), _done(other))


def standing(one: Combatant | None) -> str:
    """“in the fight”, “fled”, “dead (Wolf's bite)”."""
    if one is None:
        return NOT_HERE
    if one.standing == "in":
        return "in the fight"
    if one.standing == "gone":
        return one.how
    return f"dead ({one.how})" if one.how not in ("", "killed") else "dead"


def _scores(state: FightState, one: Combatant) -> dict[str, str]:
    told: dict[str, str] = {}
    for score, number in one.scores.items():
        told[score] = amount(state.game, score, number)
        told[f"max {score}"] = amount(state.game, score, one.maxima[score])
    return told


def _wounds(was: FightState, now: FightState, one: Combatant, other: Combatant) -> Iterator[Row]:
    """Wounds and scars by their labels; time that has gone by does not change one."""
    wounds: Mapping[str, Wound | None] = {wound.label: wound for wound in one.wounds}
    others: Mapping[str, Wound | None] = {wound.label: wound for wound in other.wounds}
    for _, before, after in changed_values(wounds, others, None):
        yield from differs("wound", _wound(was, one, before), _wound(now, other, after))


def _wound(state: FightState, one: Combatant, wound: Wound | None) -> str:
    """The wound in words; that of the dead waits for nothing."""
    if wound is None:
        return ""
    if one.standing == "dead":
        wound = replace(wound, awaits="", due=None)
    return wound_line(wound, state)


def _lasting(was: FightState, now: FightState, one: Combatant, other: Combatant) -> Iterator[Row]:
    """Conditions that both have, and that keep them from other things or end at another time."""
    today = _bounds(now, other)
    for what, then in _bounds(was, one).items():
        yield from differs(what, then, today.get(what, then))


def _bounds(state: FightState, one: Combatant) -> dict[str, str]:
    """By the words of each condition, what it keeps somebody from and when it ends."""
    return {
        condition_words(state, one, each.name, each.about): _bound(state, each)
        for each in one.conditions
    }


def _bound(state: FightState, condition: Condition) -> str:
    bars = f"keeps from {condition.bars}" if condition.bars else ""
    due = f"until {Words(state).time(condition.due)}" if condition.due else ""
    return ", ".join(filter(None, [bars, due]))


def _traits(one: Combatant) -> dict[str, str]:
    told = {
        "armor": str(one.armor),
        "shield": str(one.shield),
        "side": side_words(one.side),
        "player": one.player,
        "kind": one.kind,
        "scale": one.scale,
        "leader": "yes" if one.leader else "no",
        "attacks with each weapon": "yes" if one.each else "no",
        "effects": "; ".join(map(_effect, one.effects)),
    }
    return told | {f"on {what}": choice for what, choice in one.choices.items()}


def _weapons(one: Combatant) -> dict[str, str]:
    return {weapon.name: _weapon(weapon) for weapon in one.weapons}


def _weapon(weapon: Weapon) -> str:
    """“club d8 blast, against DEX”."""
    against = f"against {weapon.against}" if weapon.against else ""
    effects = map(_effect, weapon.effects)
    return ", ".join(filter(None, [weapon_words(weapon), weapon.range, against, *effects]))


def _effect(effect: Effect) -> str:
    """“hit: lose d6 STR”."""
    does = "" if effect.does == "tell" else effect.does
    save = f"({effect.save})" if effect.save else ""
    words = " ".join(filter(None, [does, effect.dice, effect.score, save, effect.text]))
    return f"{effect.when}: {words}"


def _skills(one: Combatant) -> dict[str, str]:
    return {skill: signed(number) for skill, number in one.skills.items()}


def _place(state: FightState, one: Combatant) -> dict[str, str]:
    words = Words(state)
    return {
        "area": one.area,
        "engaged with": joined([words.name(id) for id in one.engaged]),
        "aboard": ", ".join(crew_words(state, one)),
    }


def _done(one: Combatant) -> str:
    """What somebody has done of their turn: “1 move, 1 action with club”."""
    counted = ((one.moves, "move"), (one.acted, "action"))
    done = ", ".join(
        f"{count} {what}{'s' if count > 1 else ''}" for count, what in counted if count
    )
    return f"{done} with {joined(one.used)}" if one.used else done or "nothing"


class Compared(NamedTuple):
    """One difference: whose it is (nobody's: the fight's), in what, and how it is in each of the
    two states; empty where one of them has no such thing."""

    who: str
    what: str
    then: str
    now: str


def compared(was: FightState, now: FightState) -> list[Compared]:
    """Every difference between two states, the fight's own first, then by combatant."""
    rows = [Compared("", *each) for each in _fight(was, now)]
    for id in dict.fromkeys([*was.combatants, *now.combatants]):
        one, other = was.combatants.get(id), now.combatants.get(id)
        name = (other or was.combatants[id]).name
        rows += [Compared(name, *each) for each in combatant_rows(was, now, one, other)]
    return rows


def _fight(was: FightState, now: FightState) -> Iterator[Row]:
    yield from differs("title", was.title, now.title)
    yield from differs("game", _game(was), _game(now))
    yield from differs("fight", _course(was), _course(now))
    yield from differs("round", _round(was), _round(now))
    if was.round == now.round:
        yield from differs("order", _order(was), _order(now))
    yield from differs("clock", Words(was).time(was.clock), Words(now).time(now.clock))
    yield from differs("dice", was.dice, now.dice)
    yield from by_name("area", _areas(was), _areas(now))
    yield from by_name("morale", _morale(was), _morale(now))
    yield from by_words("declared", _declared(was), _declared(now))
    yield from by_words("awaited", _awaited(was), _awaited(now))


def _game(state: FightState) -> str:
    return f"{state.game.name}, version {state.game.version}"


def _course(state: FightState) -> str:
    return "over" if state.ended else "under way"


def _round(state: FightState) -> str:
    """“2 · the party's turn”; of a fight that is over, the last one it had."""
    if not state.round:
        return "none yet"
    return str(state.round) if state.ended else turn_words(state).removeprefix("round ")


def _order(state: FightState) -> str:
    late = f"; {Words(state).names(state.late)} late" if state.late else ""
    return f"{', '.join(map(side_words, state.order))}{late}"


def _areas(state: FightState) -> dict[str, str]:
    return {name: _area(area) for name, area in state.areas.items()}


def _area(area: Area) -> str:
    """“yard: next to gate and hall, sees tower”."""
    said = (("next to", area.adjacent), ("sees", area.sight), ("out of sight of", area.unseen))
    beside = ", ".join(f"{how} {joined(names)}" for how, names in said if names)
    return f"{area.name}: {beside}" if beside else area.name


def _morale(state: FightState) -> dict[str, str]:
    """Of each side and each of its members whose courage was tried: the grounds."""
    tried = {
        side_words(side): (state.shaken.get(side), state.spent.get(side)) for side in state.sides
    }
    tried |= {one.name: (one.shaken, one.spent) for one in state.combatants.values()}
    return {
        whose: f"{whose}: {'; '.join(filter(None, [_grounds('shaken', a), _grounds('tested', b)]))}"
        for whose, (a, b) in tried.items()
        if a or b
    }


def _grounds(how: str, grounds: Sequence[str] | None) -> str:
    return f"{how} by {joined(grounds)}" if grounds else ""


def _declared(state: FightState) -> list[str]:
    if not state.pending:
        return []
    from projections.text.phrases import (
        phrase,  # a fight at rest is compared without it, and sooner
    )

    return [phrase(each.action, state) for each in state.pending]


def _awaited(state: FightState) -> list[str]:
    return asked_words(state.awaited, Words(state))


_UNTOLD = frozenset(("this round", "engaged with", "wound"))
"""What goes without saying where a few words have to do; a wound has its condition, or its loss."""


def changes(before: FightState, after: FightState) -> list[str]:
    """One phrase a combatant that differs: `Rhinoceros HP 14 → 20`, `Ada no longer here`."""
    rows = [row for row in compared(before, after) if row.who and row.what not in _UNTOLD]
    return [
        f"{who} {', '.join(map(_words, of))}" for who, of in groupby(rows, key=lambda row: row.who)
    ]


def _words(row: Compared) -> str:
    """A difference without whose it is."""
    match row.what:
        case "standing" if row.then == NOT_HERE:
            return "here"
        case "standing" if row.now == NOT_HERE:
            return "no longer here"
        case "standing":
            return row.now
        case "condition":
            return row.now or f"no longer {row.then}"
        case "area":
            return f"in {row.now}" if row.now else "in no area"
        case _:
            return f"{row.what} {row.then or 'none'} → {row.now or 'none'}"
