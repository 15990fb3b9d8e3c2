"""What the referee states as so, written as it is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combatlog.grammar.formatting.format_joining import join, weapon_text
from combatlog.grammar.verbs.statements import BARS
from combatlog.grammar.writer import Line, Pen
from events.types import declarations as d
from events.types import statements as s
from events.types.unions import Statement
from projections.text.words import concern


def set_score(pen: Pen, said: s.SetScore) -> Line:
    """`set ada HP 3/4: as I said`"""
    now, most = (pen.number(said.score, number) for number in (said.now, said.maximum))
    return _stated(pen, "set", said, said.score, f"{now}/{most}" if most else now)


def set_trait(pen: Pen, said: s.SetTrait) -> Line:
    """`set ada side foes: as I said`"""
    return _stated(pen, "set", said, said.trait, pen.text(said.value))


def set_skill(pen: Pen, said: s.SetSkill) -> Line:
    """`skill ada Cooking 2`"""
    return _stated(pen, "skill", said, pen.text(said.skill), str(said.now))


def add_condition(pen: Pen, said: s.AddCondition) -> Line:
    """`condition ada wary (wolf): as I said`"""
    barred = {bars: word for word, bars in BARS.items()}
    name = pen.text(said.condition)
    return _stated(pen, "condition", said, name, barred.get(said.bars, ""), _about(pen, said))


def end_condition(pen: Pen, said: s.EndCondition) -> Line:
    """`clear ada wary (wolf)`"""
    return _stated(pen, "clear", said, pen.thing(said.condition), _about(pen, said))


def _about(pen: Pen, said: s.AddCondition | s.EndCondition) -> str:
    """The combatant or weapon that a condition concerns."""
    if not said.about:
        return ""
    if said.about in pen.state.combatants:
        return f"({pen.who(said.about)})"
    return f"({pen.text(concern(pen.state, pen.one(said.who), said.about))})"


def place(pen: Pen, said: s.Place) -> Line:
    """`place ada yard`"""
    return _stated(pen, "place", said, pen.thing(said.area))


def engage(pen: Pen, said: s.Engage) -> Line:
    """`engage ada with wolf, wolf 2`"""
    return _stated(pen, "engage", said, "with", pen.whom(said.opponents) or "nobody")


def crew(pen: Pen, said: s.Crew) -> Line:
    """`crew courier ada pilot`"""
    post = "off" if said.ashore else pen.text(said.post)
    return _stated(pen, "crew", said, pen.who(said.member), post)


def kill(pen: Pen, said: s.Kill) -> Line:
    """`kill wolf: drowned`"""
    return _stated(pen, "kill", said)


def revive(pen: Pen, said: s.Revive) -> Line:
    """`revive wolf: not so dead`"""
    return _stated(pen, "revive", said)


def remove(pen: Pen, said: s.Remove) -> Line:
    """`remove wolf: carried off`"""
    return _stated(pen, "remove", said)


def bring_back(pen: Pen, said: s.Return) -> Line:
    """`return wolf: back again`"""
    return _stated(pen, "return", said)


def rename(pen: Pen, said: s.Rename) -> Line:
    """`rename wolf Grey Wolf`"""
    return _stated(pen, "rename", said, pen.text(said.name))


def hand_over(pen: Pen, said: s.HandOver) -> Line:
    """`hand dov to Eve side foes`"""
    player = pen.text(said.player) or pen.term("referee")
    side = f"side {pen.text(said.side)}" if said.side else ""
    return _stated(pen, "hand", said, "to", player, side)


def arm(pen: Pen, said: s.Arm) -> Line:
    """`arm ada pike d8`"""
    return _stated(pen, "arm", said, weapon_text(pen, said.weapon))


def disarm(pen: Pen, said: s.Disarm) -> Line:
    """`disarm ada sword`"""
    return _stated(pen, "disarm", said, pen.thing(said.weapon))


def _stated(pen: Pen, verb: str, said: Statement, *what: str) -> Line:
    return pen.line(pen.verb(verb), pen.who(said.who), *what, why=said.why)


FACTS: dict[type, Callable[[Pen, Any], Line]] = {
    d.Join: join,
    s.SetScore: set_score,
    s.SetTrait: set_trait,
    s.SetSkill: set_skill,
    s.AddCondition: add_condition,
    s.EndCondition: end_condition,
    s.Place: place,
    s.Engage: engage,
    s.Crew: crew,
    s.Kill: kill,
    s.Revive: revive,
    s.Remove: remove,
    s.Return: bring_back,
    s.Rename: rename,
    s.HandOver: hand_over,
    s.Arm: arm,
    s.Disarm: disarm,
}
