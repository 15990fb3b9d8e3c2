"""Why somebody has the armor, the arms, the side, the maximum of a score that they have: everything
on the line that set it, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from events.types import declarations as d
from events.types import outcomes as o
from events.types.corrections import Skipped
from events.types.statements import SetTrait
from events.types.unions import AnyEvent
from projections.queries.score_causes import Reason, blow_words
from projections.state.fight_state import Combatant, FightState
from projections.state.fold import fold
from projections.text.phrases import phrase
from projections.text.words import Words, amount, joined, side_words

Trait = Callable[[Combatant, Words], int | str]
"""How a trait of somebody stands: a number, or in words."""

_TRAITS: dict[str, Trait] = {
    "armor": lambda one, w: one.armor,
    "shield": lambda one, w: one.shield,
    "side": lambda one, w: side_words(one.side),
    "arms": lambda one, w: ", ".join(
        " ".join([weapon.name, weapon.dice, *weapon.tags]).strip() for weapon in one.weapons
    ),
    "player": lambda one, w: one.player,
    "kind": lambda one, w: one.kind,
    "scale": lambda one, w: one.scale,
    "leader": lambda one, w: "yes" if one.leader else "no",
    "each": lambda one, w: "yes" if one.each else "no",
    "name": lambda one, w: one.name,
    "area": lambda one, w: one.area,
    "engaged": lambda one, w: joined([w.name(id) for id in one.engaged]),
    "aboard": lambda one, w: joined([w.name(id) for id in one.crew]),
}

TRAITS = (*_TRAITS,)
"""What somebody has that is no score, skill, condition or wound."""

CHOICES = ("critical", "broken", "morale", "nerve")
"""What the referee has laid down for somebody in advance."""

_MOST = "max "


def maxima(one: Combatant) -> list[str]:
    """What the most of each of somebody's scores is called: “max HP”."""
    return [f"{_MOST}{score}" for score in one.maxima]


def why_trait(events: Iterable[tuple[int, AnyEvent]], who: str, name: str) -> list[Reason]:
    """What made a trait of somebody, or the maximum of a score, from joining on; also what states
    again what it was, and what would have, but was left out."""
    state = FightState()
    words = Words(state)
    reasons: list[Reason] = []
    was: int | str | None = None
    blow, cause = (0, 0), ""
    for seq, event in events:
        fold(state, seq, (event,))
        if isinstance(event, o.DamageDealt) and event.to == who:
            blow, cause = (seq, event.attack), blow_words(event, words)
        one = state.combatants.get(who)
        if one is None:
            continue
        now = _stands(one, name, words)
        if now != was or _states(event, who, name):
            text = now if isinstance(now, str) else _number(state, name, now)
            said = _said(event, name, text, cause, state)
            reasons.append(Reason(seq, _value(now), said, *blow, text=text))
        was = now
    return reasons


def _stands(one: Combatant, name: str, words: Words) -> int | str:
    if name in _TRAITS:
        return _TRAITS[name](one, words)
    if name in CHOICES:
        return one.choices.get(name, "")
    return one.maxima[name.removeprefix(_MOST)]


def _states(event: AnyEvent, who: str, name: str) -> bool:
    """Is it a statement on this very trait, whether it changes anything or was left out?"""
    said = event.input if isinstance(event, Skipped) else event
    return isinstance(said, SetTrait) and (said.who, said.trait) == (who, name)


def _value(now: int | str) -> int:
    return now if isinstance(now, int) else int(now not in ("", "no"))


def _number(state: FightState, name: str, number: int) -> str:
    return amount(state.game, name.removeprefix(_MOST), number)


def _said(event: AnyEvent, name: str, text: str, cause: str, state: FightState) -> str:
    match event:
        case d.Join():
            return f"joined with {name} {text}" if text.isdigit() else "joined"
        case Skipped():
            return f"{'struck out' if event.struck else 'skipped'}: {event.why}"
        case o.MaximumChanged(why="") if cause:
            return f"{phrase(event, state)}, {cause}"
    return phrase(event, state)
