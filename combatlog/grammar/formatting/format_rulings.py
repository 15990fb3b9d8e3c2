"""What the referee says of rounds, saves, harm, rest and time, written as it is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combatlog.grammar.formatting.format_actions import opposed
from combatlog.grammar.writer import Line, Pen, Unwritable
from events.types import declarations as d

_UNITS = (("days", 86400), ("h", 3600), ("min", 60), ("s", 1))


def resolve(pen: Pen, said: d.Resolve) -> Line:
    """`go`"""
    return pen.line(pen.verb("go"), pen.thing(said.side), overrule=said.overrule)


def begin_round(pen: Pen, said: d.BeginRound) -> Line:
    """`next ambush`"""
    return pen.line(
        pen.verb("next"),
        said.waived,
        *opposed(pen, said.versus, ""),
        why=said.why,
        overrule=said.overrule,
    )


def call_save(pen: Pen, said: d.CallSave) -> Line:
    """`save ada DEX: a ledge`"""
    return pen.line(
        pen.verb("save"),
        pen.whom(said.who),
        said.score,
        "" if said.target is None else str(said.target),
        *opposed(pen, said.versus, said.opposing),
        why=said.why,
        impaired=said.impaired,
        enhanced=said.enhanced,
        overrule=said.overrule,
    )


def call_morale(pen: Pen, said: d.CallMorale) -> Line:
    """`morale wolf: the tide turns`"""
    return pen.line(
        pen.verb("morale"),
        pen.whom(said.who),
        why=said.why,
        impaired=said.impaired,
        enhanced=said.enhanced,
        overrule=said.overrule,
    )


def harm(pen: Pen, said: d.Harm) -> Line:
    """`harm ada d6 direct STR: a fall`"""
    steps = "steps" in pen.lexicon.has
    return pen.line(
        pen.verb("harm"),
        pen.whom(said.who),
        said.amount,
        "direct" if said.direct and not steps else "",
        said.direct,
        f"at {said.place}" if said.place else "",
        why=said.why,
        overrule=said.overrule,
    )


def pass_time(pen: Pen, said: d.PassTime) -> Line:
    """`time 10 min`"""
    parts, left = [], said.seconds
    for unit, seconds in _UNITS:
        number, left = divmod(left, seconds)
        parts += [f"{number} {unit}"] if number else []
    return pen.line(pen.verb("time"), *(parts or ["0 s"]), why=said.why, overrule=said.overrule)


def rest(pen: Pen, said: d.Rest) -> Line:
    """`rest ada extended`"""
    camps = said.extended and "camp" not in pen.lexicon.lacks
    return pen.line(
        pen.verb("camp" if camps else "rest"),
        pen.whom(said.who),
        "extended" if said.extended and not camps else "",
        overrule=said.overrule,
    )


def recover(pen: Pen, said: d.Recover) -> Line:
    """`recover ada bite`"""
    return pen.line(
        pen.verb("recover"), pen.who(said.who), pen.thing(said.wound), overrule=said.overrule
    )


def burden(pen: Pen, said: d.Burden) -> Line:
    """`pack ada off`"""
    return pen.line(
        pen.verb("pack"), pen.who(said.who), "" if said.full else "off", overrule=said.overrule
    )


def take_over(pen: Pen, said: d.TakeOver) -> Line:
    """`takeover ada dov`"""
    return pen.line(
        pen.verb("takeover"), pen.who(said.dead), pen.who(said.to), overrule=said.overrule
    )


def choose_dice(pen: Pen, said: d.ChooseDice) -> Line:
    """`dice typed`"""
    return pen.line(pen.verb("dice"), said.dice)


def end_fight(pen: Pen, said: d.EndFight) -> Line:
    """`end: it is over`"""
    return pen.line(pen.verb("end"), why=said.why)


def area(pen: Pen, said: d.Area) -> Line:
    """`area gate next to yard sees tower`"""
    if not said.name:
        raise Unwritable
    beside = {"next to": said.adjacent, "sees": said.sight, "unseen": said.unseen}
    return pen.line(
        pen.verb("area"),
        pen.text(said.name),
        *(f"{what} {', '.join(map(pen.text, names))}" for what, names in beside.items() if names),
        why=said.why,
    )


RULINGS: dict[type, Callable[[Pen, Any], Line]] = {
    d.Resolve: resolve,
    d.BeginRound: begin_round,
    d.CallSave: call_save,
    d.CallMorale: call_morale,
    d.Harm: harm,
    d.PassTime: pass_time,
    d.Rest: rest,
    d.Recover: recover,
    d.Burden: burden,
    d.TakeOver: take_over,
    d.ChooseDice: choose_dice,
    d.EndFight: end_fight,
    d.Area: area,
}
