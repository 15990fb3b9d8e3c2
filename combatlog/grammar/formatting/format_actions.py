"""What combatants do, written as it is typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combatlog.grammar.writer import AS_RULED, Line, Pen
from events.types import declarations as d
from events.types.dice_notation import is_dice


def attack(pen: Pen, said: d.Attack) -> Line:
    """`a ada wolf sword imp: mud; overrule: she may`"""
    verb = pen.verb("attack")
    modifiers = {"impaired": said.impaired, "enhanced": said.enhanced}
    as_ruled = [pen.modifier(kind) for kind, why in modifiers.items() if why == AS_RULED]
    reasons = {kind: why for kind, why in modifiers.items() if why != AS_RULED}
    return pen.line(
        "a" if verb == "attack" else verb,
        pen.who(said.by),
        ", ".join(_aim(pen, aim) for aim in said.targets),
        " and ".join(_weapon(pen, weapon) for weapon in said.weapons),
        _risk(pen, said.risk) if said.risk is not None else "",
        f"at {said.band}" if said.band else "",
        "keep" if said.keep else "",
        "count" if said.count else "",
        *as_ruled,
        instead=said.instead,
        **reasons,
        ward=said.ward,
        bane=said.bane,
        overrule=said.overrule,
    )


def _aim(pen: Pen, aim: d.Aim) -> str:
    reasons = pen.bracket(
        enhanced=aim.enhanced, impaired=aim.impaired, ward=aim.ward, bane=aim.bane
    )
    return f"{pen.who(aim.target)} {reasons}".strip()


def _weapon(pen: Pen, weapon: str) -> str:
    return weapon if is_dice(weapon) else pen.thing(weapon)


def _risk(pen: Pen, risk: d.Risk) -> str:
    parts = [
        *_rolled(pen, risk.save, None, risk.versus, risk.opposing),
        pen.bracket(enhanced=risk.enhanced, impaired=risk.impaired),
    ]
    if risk.failed == "exposed":
        parts.append("or exposed")
    else:
        parts += [f"for {pen.term('enhanced')}"] if risk.passed else []
        parts += ["or lost"] if risk.failed else []
    return " ".join(filter(None, parts))


def _rolled(pen: Pen, save: str, target: int | None, versus: str, opposing: str) -> list[str]:
    """What is rolled for something, against what."""
    if not save:
        return []
    return [
        pen.save(),
        save,
        "" if target is None else str(target),
        *opposed(pen, versus, opposing),
    ]


def opposed(pen: Pen, versus: str, opposing: str) -> list[str]:
    """Who rolls against it, and on what."""
    return ["versus", pen.who(versus), opposing] if versus else []


def move(pen: Pen, said: d.Move) -> Line:
    """`move ada 30 to the gate`"""
    return pen.line(
        pen.verb("move"),
        pen.who(said.by),
        str(said.distance) if said.distance else "",
        f"to {pen.text(said.to)}" if said.to else "",
        f"during {said.phase}" if said.phase else "",
        instead=said.instead,
        overrule=said.overrule,
    )


def aid(pen: Pen, said: d.Aid) -> Line:
    """`aid ada ben`"""
    return _tended(pen, "aid", said)


def treat(pen: Pen, said: d.Treat) -> Line:
    """`treat ada ben bite`"""
    return _tended(pen, "treat", said)


def _tended(pen: Pen, verb: str, said: d.Aid | d.Treat) -> Line:
    return pen.line(
        pen.verb(verb),
        pen.who(said.by),
        pen.who(said.target),
        pen.thing(said.wound),
        instead=said.instead,
        overrule=said.overrule,
    )


def retreat(pen: Pen, said: d.Retreat) -> Line:
    """`retreat ada to the gate`"""
    return pen.line(
        pen.verb("retreat"),
        pen.who(said.by),
        f"to {pen.text(said.to)}" if said.to else "",
        *opposed(pen, said.versus, ""),
        instead=said.instead,
        overrule=said.overrule,
    )


def disengage(pen: Pen, said: d.Disengage) -> Line:
    """`disengage ada`"""
    return pen.line(
        pen.verb("disengage"), pen.who(said.by), instead=said.instead, overrule=said.overrule
    )


def manoeuvre(pen: Pen, said: d.Manoeuvre) -> Line:
    """`manoeuvre courier lock on on raider with gun`"""
    return pen.line(
        pen.verb("manoeuvre"),
        pen.who(said.by),
        said.what,
        f"on {pen.who(said.target)}" if said.target else "",
        f"with {_weapon(pen, said.weapon)}" if said.weapon else "",
        f"as {pen.text(said.choice)}" if said.choice else "",
        instead=said.instead,
        overrule=said.overrule,
    )


def act(pen: Pen, said: d.Act) -> Line:
    """`do ada save DEX climbs the wall`"""
    return _deed(pen, "do", said)


def special(pen: Pen, said: d.Special) -> Line:
    """`spell ada save WIL speaks a word`"""
    return _deed(pen, "special", said)


def _deed(pen: Pen, verb: str, said: d.Act | d.Special) -> Line:
    what, _, reason = said.what.partition(": ")
    return pen.line(
        pen.verb(verb),
        pen.who(said.by),
        *_rolled(pen, said.save, said.target, said.versus, said.opposing),
        pen.text(what),
        why=reason,
        instead=said.instead,
        impaired=said.impaired,
        enhanced=said.enhanced,
        overrule=said.overrule,
    )


ACTIONS: dict[type, Callable[[Pen, Any], Line]] = {
    d.Attack: attack,
    d.Move: move,
    d.Aid: aid,
    d.Treat: treat,
    d.Retreat: retreat,
    d.Disengage: disengage,
    d.Manoeuvre: manoeuvre,
    d.Act: act,
    d.Special: special,
}
