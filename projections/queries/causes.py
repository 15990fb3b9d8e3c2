"""Causes: the events that made a score, a skill or a trait of a combatant what it is.

`list_steps` is the one fold for all causes, those of conditions (`condition_causes`) too; each
`explain_…` function picks the events that concern its subject.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from events.types import declarations as d, outcomes as o, statements as s
from events.types.log_events import Skipped
from events.types.unions import AnyEvent, Declaration
from projections.state.fight_state import Combatant, FightState
from projections.state.fold import fold
from projections.text.phrases import describe_event
from projections.text.roll_phrases import format_damage_sum
from projections.text.words import (
    Words,
    describe_side,
    describe_weapon,
    format_score,
    format_signed,
    join_words,
    possessive,
)


class Reason(NamedTuple):
    """An event that set a value, and the value from then on.

    `value` is 1 or 0 where the question is whether something holds; `text` is the value of a trait
    in words. `blow` is the seq of the last damage the combatant took before, `attack` the seq of
    the attack it came from; 0 where there is none.
    """

    seq: int
    value: int
    said: str
    blow: int = 0
    attack: int = 0
    text: str = ""


class LastBlow(NamedTuple):
    """The last damage dealt to a combatant: its seq, the attack's seq, and its words."""

    seq: int = 0
    attack: int = 0
    said: str = ""


class CauseStep(NamedTuple):
    """An event, the state with it, and the last blow; `is_fresh` says that the blow is the event
    right before this one."""

    seq: int
    event: AnyEvent
    state: FightState
    blow: LastBlow
    is_fresh: bool

    def reason(self, value: int, said: str, text: str = "") -> Reason:
        """Return this event as a reason that follows the last blow."""
        return Reason(self.seq, value, said, self.blow.seq, self.blow.attack, text)


def list_steps(events: Iterable[tuple[int, AnyEvent]], who: str) -> Iterator[CauseStep]:
    """Fold the events of a line, following the blows that a combatant takes.

    The state is the same object in every step; it is good until the next one.
    """
    state = FightState()
    words = Words(state)
    blow, last = LastBlow(), -1
    for seq, event in events:
        fold(state, seq, (event,))
        if isinstance(event, o.DamageDealt) and event.to == who:
            blow = LastBlow(seq, event.attack, describe_blow(event, words))
        yield CauseStep(seq, event, state, blow, blow.seq == last)
        last = seq


def describe_blow(event: o.DamageDealt, words: Words) -> str:
    """Describe damage: “Wolf's bite: 2 × 4 = 8”, “a falling rock: 5”."""
    source = event.why or "harm"
    if event.by:
        source = f"{possessive(words.name(event.by))} {event.weapon}"
    return f"{source}: {format_damage_sum(event)}"


def _describe_stated(event: s.SetScore | s.SetSkill) -> str:
    return f"set: {event.why or 'no reason given'}"


def _describe_skipped(event: Skipped) -> str:
    return f"{'struck out' if event.struck else 'skipped'}: {event.why}"


def explain_score(events: Iterable[tuple[int, AnyEvent]], who: str, score: str) -> list[Reason]:
    """Return the reasons for a combatant's score, from joining on."""
    reasons: list[Reason] = []
    for step in list_steps(events, who):
        seq, event, state, blow, is_fresh = step
        words = Words(state)
        match event:
            case d.Join() if event.sheet.id == who:
                value = state.combatants[who].scores[score]
                reasons.append(Reason(seq, value, f"joined with {words.amount(score, value)}"))
            case o.ScoreChanged() if (event.who, event.score) == (who, score):
                said = event.why or blow.said or "the rules"
                if event.why and is_fresh and event.why not in blow.said:
                    said = f"{event.why}: {blow.said}"
                reasons.append(step.reason(event.now, f"{_format_change(event, words)}, {said}"))
            case o.MaximumChanged() if (event.who, event.score) == (who, score):
                value = state.combatants[who].scores[score]
                source = event.why or blow.said or "the rules"
                reasons.append(
                    step.reason(value, f"maximum {_format_change(event, words)}, {source}")
                )
            case s.SetScore() if (event.who, event.score) == (who, score):
                value = state.combatants[who].scores[score]
                said = _describe_stated(event)
                if event.now is None:  # a maximum that is stated may lower the score along
                    said = f"maximum {words.amount(score, event.maximum or 0)}, {said}"
                if event.now is not None or (reasons and reasons[-1].value != value):
                    reasons.append(Reason(seq, value, said))
            case Skipped() if reasons and _would_change(event.input, who, score):
                value = state.combatants[who].scores[score]
                reasons.append(Reason(seq, value, _describe_skipped(event)))
    return reasons


def _would_change(declaration: Declaration, who: str, score: str) -> bool:
    """Return whether a skipped declaration might have changed a combatant's score."""
    match declaration:
        case d.Attack():
            return any(aim.target == who for aim in declaration.targets)
        case d.Harm():
            return who in declaration.who
        case s.SetScore():
            return (declaration.who, declaration.score) == (who, score)
    return False


def _format_change(event: o.ScoreChanged | o.MaximumChanged, words: Words) -> str:
    was, now = words.amount(event.score, event.was), words.amount(event.score, event.now)
    return f"{was} → {now}"


def explain_skill(events: Iterable[tuple[int, AnyEvent]], who: str, skill: str) -> list[Reason]:
    """Return the reasons for what a skill adds: joining with it, and statements."""
    reasons: list[Reason] = []
    for step in list_steps(events, who):
        match step.event:
            case d.Join(sheet=sheet) if sheet.id == who and skill in sheet.skills:
                value = sheet.skills[skill]
                reasons.append(Reason(step.seq, value, f"joined with {format_signed(value)}"))
            case s.SetSkill() as stated if (stated.who, stated.skill) == (who, skill):
                reasons.append(Reason(step.seq, stated.now, _describe_stated(stated)))
    return reasons


_TRAITS: dict[str, Callable[[Combatant, Words], int | str]] = {
    "armor": lambda one, w: one.armor,
    "shield": lambda one, w: one.shield,
    "side": lambda one, w: describe_side(one.side),
    "arms": lambda one, w: ", ".join(map(describe_weapon, one.weapons)),
    "player": lambda one, w: one.player,
    "kind": lambda one, w: one.kind,
    "scale": lambda one, w: one.scale,
    "leader": lambda one, w: "yes" if one.leader else "no",
    "each": lambda one, w: "yes" if one.each else "no",
    "name": lambda one, w: one.name,
    "area": lambda one, w: one.area,
    "engaged": lambda one, w: join_words([w.name(id) for id in one.engaged]),
    "aboard": lambda one, w: join_words([w.name(id) for id in one.crew]),
}

TRAITS = (*_TRAITS,)
"""What a combatant has that is no score, skill, condition or wound."""

CHOICES = ("critical", "broken", "morale", "nerve")
"""What the referee may decide for a combatant in advance."""

_MAX = "max "


def list_maximum_names(one: Combatant) -> list[str]:
    """Return the names of the maxima of a combatant's scores: “max HP”."""
    return [f"{_MAX}{score}" for score in one.maxima]


def explain_trait(events: Iterable[tuple[int, AnyEvent]], who: str, name: str) -> list[Reason]:
    """Return the reasons for a trait, a choice or a maximum (“max HP”), from joining on.

    Statements that repeat the value, or were skipped, are among them.
    """
    reasons: list[Reason] = []
    was: int | str | None = None
    for step in list_steps(events, who):
        one = step.state.combatants.get(who)
        if one is None:
            continue
        now = _find_trait(one, name, Words(step.state))
        if now != was or _is_stated_by(step.event, who, name):
            text = now if isinstance(now, str) else _format_number(step.state, name, now)
            reasons.append(step.reason(_rate_trait(now), _describe_trait(step, name, text), text))
        was = now
    return reasons


def _find_trait(one: Combatant, name: str, words: Words) -> int | str:
    if name in _TRAITS:
        return _TRAITS[name](one, words)
    if name in CHOICES:
        return one.choices.get(name, "")
    return one.maxima[name.removeprefix(_MAX)]


def _is_stated_by(event: AnyEvent, who: str, name: str) -> bool:
    """Return whether an event, or a skipped one, states this trait."""
    said = event.input if isinstance(event, Skipped) else event
    return isinstance(said, s.SetTrait) and (said.who, said.trait) == (who, name)


def _rate_trait(now: int | str) -> int:
    return now if isinstance(now, int) else int(now not in ("", "no"))


def _format_number(state: FightState, name: str, number: int) -> str:
    return format_score(state.game, name.removeprefix(_MAX), number)


def _describe_trait(step: CauseStep, name: str, text: str) -> str:
    event = step.event
    match event:
        case d.Join():
            return f"joined with {name} {text}" if text.isdigit() else "joined"
        case Skipped():
            return _describe_skipped(event)
        case o.MaximumChanged(why="") if step.blow.said:
            return f"{describe_event(event, step.state)}, {step.blow.said}"
    return describe_event(event, step.state)
