"""The state of a fight as lines of a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.terminal.views.layout import bold, dim, table
from events.types.sheets import Weapon
from projections.state.fight_state import Combatant, FightState
from projections.text.words import (
    Words,
    amount,
    asked_words,
    capital,
    conditions_words,
    side_words,
    signed,
    turn_words,
    wound_line,
)

_SCORES_WITH_ARMS = 5


def headline(state: FightState) -> str:
    """Return `Bridge ambush · Golden Idol · round 2 · the party's turn · digital dice`."""
    return " · ".join([state.title, state.game.name, turn_words(state), f"{state.dice} dice"])


def full(state: FightState) -> list[str]:
    """Return all combatants with all numbers, conditions and wounds, and what is declared and
    awaited."""
    clock = f" · {Words(state).time(state.clock)} in" if state.clock else ""
    lines = [bold(headline(state)) + clock]
    for side in _sides(state):
        lines.append(capital(side_words(side)))
        ones = list(state.members(side))
        for one, line in zip(ones, table([_row(one, state) for one in ones]), strict=True):
            lines.append(dim(line) if one.standing != "in" else line)
            lines += [dim(f"      {text}") for text in _ailments(one, state)]
    lines += [f"Declared: {text}." for text in declared(state)]
    lines += [f"Awaited: {text}." for text in awaited(state)]
    return lines


def brief(state: FightState) -> list[str]:
    """Return one line a side: hit protection and what hinders each combatant."""
    return [
        f"  {capital(side_words(side))}: "
        + " · ".join(_brief(one, state) for one in state.members(side))
        for side in _sides(state)
    ]


def awaited(state: FightState) -> list[str]:
    """Describe the awaited dice."""
    return asked_words(state.awaited, Words(state))


def declared(state: FightState) -> list[str]:
    """Describe what is declared and not yet resolved."""
    if not state.pending:
        return []
    from projections.text.phrases import phrase  # a fight at rest is shown without it, and sooner

    return [phrase(each.action, state) for each in state.pending]


def ailing_words(one: Combatant, state: FightState) -> list[str]:
    """Describe a combatant's conditions and wounds, each once; death and departure come first."""
    if one.standing == "dead":
        return [_gone(one)]
    gone = [] if one.standing == "in" else [_gone(one)]
    return gone + conditions_words(state, one)


def _gone(one: Combatant) -> str:
    """Describe how a combatant left: “DEAD (the wolf's bite)”, “FLED”."""
    if one.standing == "dead":
        return f"DEAD ({one.how})" if one.how else "DEAD"
    return one.how.upper() if len(one.how) < 12 else f"GONE ({one.how})"


def _sides(state: FightState) -> list[str]:
    return [side for side in state.sides if any(True for _ in state.members(side))]


def _row(one: Combatant, state: FightState) -> list[str]:
    names = [one.name + (f" ({one.player})" if one.player else "")]
    numbers = [f"{score} {_of(one, score, state)}" for score in one.scores]
    armor = f"armor {one.armor}" if one.armor else ""
    shield = f"shield {one.shield}" if one.shield else ""
    crowd = "" if one.scale == "individual" else one.scale
    leads = "leader" if one.leader else ""
    arms = "" if _is_wide(one) else _arms(one)
    ails = ", ".join(ailing_words(one, state))
    return [
        *names,
        *numbers,
        " ".join(filter(None, [armor, shield])),
        " · ".join(filter(None, [crowd, leads, bold(ails) if ails else "", arms])),
    ]


def _arms(one: Combatant) -> str:
    return ", ".join(_arm(one, weapon) for weapon in one.weapons)


def _arm(one: Combatant, weapon: Weapon) -> str:
    """Describe a weapon: “club d8 blast”, “first gun 2d10 (out)”."""
    about = [each.name for each in one.conditions if each.about == weapon.name]
    states = ", ".join(name.removeprefix("weapon ") for name in dict.fromkeys(about))
    told = " ".join([weapon.name, weapon.dice, *weapon.tags])
    return f"{told} ({states})" if states else told


def _is_wide(one: Combatant) -> bool:
    """Return whether the scores fill a line, so that the weapons go on the next one."""
    return len(one.scores) > _SCORES_WITH_ARMS


def _of(one: Combatant, score: str, state: FightState) -> str:
    now, most = (amount(state.game, score, n) for n in (one.scores[score], one.maxima[score]))
    return now if now == most else f"{now}/{most}"


def _brief(one: Combatant, state: FightState) -> str:
    first = next(iter(one.scores))
    words = ailing_words(one, state)
    lowered = [
        f"{score} {_of(one, score, state)}"
        for score in list(one.scores)[1:]
        if one.scores[score] != one.maxima[score]
    ]
    text = f"{one.name} {', '.join([f'{first} {_of(one, first, state)}', *lowered])}"
    if one.standing != "in":
        return dim(f"{one.name} {words[0]}")
    return f"{text} {bold(', '.join(words))}" if words else text


def _ailments(one: Combatant, state: FightState) -> Iterator[str]:
    words = Words(state)
    if one.area or one.engaged:
        engaged = f"engaged with {words.names(one.engaged)}" if one.engaged else ""
        yield "; ".join(filter(None, [f"in {one.area}" if one.area else "", engaged]))
    skills = ", ".join(f"{skill} {signed(number)}" for skill, number in one.skills.items())
    if can := " · ".join(filter(None, [_arms(one) if _is_wide(one) else "", skills])):
        yield can
    if one.crew:
        posts = [f"{words.name(id)}{f' ({p})' if p else ''}" for id, p in one.crew.items()]
        yield f"aboard: {', '.join(posts)}"
    if one.standing != "dead":
        yield from (wound_line(wound, state) for wound in one.wounds)
