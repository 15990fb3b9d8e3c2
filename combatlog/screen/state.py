"""The state of a fight on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from combatlog.screen.text import bold, dim, table
from projections.state import Combatant, FightState
from projections.words import capital, duration, side_words, turn_words


def headline(state: FightState) -> str:
    """`Bridge ambush · Golden Idol · round 2 · the party's turn · digital dice`."""
    return " · ".join([state.title, state.game.name, turn_words(state), f"{state.dice} dice"])


def full(state: FightState) -> list[str]:
    """Everybody with all their numbers, what ails them, what is declared and awaited."""
    lines = [bold(headline(state)) + (f" · {duration(state.clock)} in" if state.clock else "")]
    for side in _sides(state):
        lines.append(capital(side_words(side)))
        ones = list(state.members(side))
        for one, line in zip(ones, table([_row(one) for one in ones]), strict=True):
            lines.append(dim(line) if one.standing != "in" else line)
            lines += [dim(f"      {text}") for text in _ailments(one, state)]
    lines += [f"Declared: {text}." for text in declared(state)]
    lines += [f"Awaited: {text}." for text in awaited(state)]
    return lines


def brief(state: FightState) -> list[str]:
    """One line a side: everybody's hit protection and what stands in their way."""
    return [
        f"  {capital(side_words(side))}: " + " · ".join(map(_brief, state.members(side)))
        for side in _sides(state)
    ]


def awaited(state: FightState) -> list[str]:
    """The dice that are awaited, in words."""
    return [
        f"{state.combatants[asked.by].name} {asked.die} ({asked.purpose.replace('-', ' ')})"
        for asked in state.awaited
    ]


def declared(state: FightState) -> list[str]:
    """What has been declared and not yet resolved, in words."""
    if not state.pending:
        return []
    from projections.phrases import phrase  # a fight at rest is shown without it, and sooner

    return [phrase(each.action, state) for each in state.pending]


def condition_words(one: Combatant) -> list[str]:
    """What somebody is in, each once; death and departure first."""
    if one.standing == "dead":
        return [_gone(one)]
    gone = [] if one.standing == "in" else [_gone(one)]
    return gone + list(dict.fromkeys(condition.name for condition in one.conditions))


def _gone(one: Combatant) -> str:
    """“DEAD (the wolf's bite)”, “FLED”."""
    if one.standing == "dead":
        return f"DEAD ({one.how})" if one.how else "DEAD"
    return one.how.upper() if len(one.how) < 12 else f"GONE ({one.how})"


def _sides(state: FightState) -> list[str]:
    return [side for side in state.sides if any(True for _ in state.members(side))]


def _row(one: Combatant) -> list[str]:
    names = [one.name + (f" ({one.player})" if one.player else "")]
    numbers = [f"{score} {_of(one, score)}" for score in one.scores]
    armor = f"armor {one.armor}" if one.armor else ""
    crowd = "" if one.scale == "individual" else one.scale
    leads = "leader" if one.leader else ""
    arms = ", ".join(f"{weapon.name} {weapon.dice}" for weapon in one.weapons)
    ails = ", ".join(condition_words(one))
    return [
        *names,
        *numbers,
        armor,
        " · ".join(filter(None, [crowd, leads, bold(ails) if ails else "", arms])),
    ]


def _of(one: Combatant, score: str) -> str:
    now, most = one.scores[score], one.maxima[score]
    return str(now) if now == most else f"{now}/{most}"


def _brief(one: Combatant) -> str:
    first = next(iter(one.scores))
    words = condition_words(one)
    lowered = [
        f"{score} {_of(one, score)}"
        for score in list(one.scores)[1:]
        if one.scores[score] != one.maxima[score]
    ]
    text = f"{one.name} {', '.join([f'{first} {_of(one, first)}', *lowered])}"
    if one.standing != "in":
        return dim(f"{one.name} {words[0]}")
    return f"{text} {bold(', '.join(words))}" if words else text


def _ailments(one: Combatant, state: FightState) -> Iterator[str]:
    for wound in one.wounds if one.standing != "dead" else ():
        left = f", {duration(max(0, wound.due - state.clock))} left" if wound.due else ""
        waits = f"; awaits {wound.awaits}" if wound.awaits else ""
        yield f"{wound.label}: {wound.text or wound.name}{waits}{left}"
