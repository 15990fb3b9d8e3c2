"""What combatants do on their turn: attack, move, aid, retreat, act."""

from __future__ import annotations

from combatlog.grammar.scan import Scanner, reason_key
from events import declarations as d
from events.dice import is_dice
from events.errors import Refused
from events.names import clean, folded
from projections.state import Combatant


def attack(line: Scanner) -> d.Attack:
    """`WHO TARGET[, TARGET…] [WEAPON [and WEAPON]] [imp: why] [enh: why] [at BAND] [keep]
    [count] [instead] [overrule: why]`."""
    by = _actor(line, "attacker")
    if line.peek() == ",":
        raise Refused("One attacker at a time: declare each, then go.")
    targets = [_aim(line, by)]
    while line.accept(","):
        targets.append(_aim(line, by))
    weapons: list[str] = []
    enhanced, impaired = _stated(line, "enhanced"), _stated(line, "impaired")
    band, flags = "", set()
    while line.rest:
        if line.accept("with", "and", "+", ","):
            continue
        if line.accept("impaired", least=3):
            impaired = impaired or "as ruled"
        elif line.accept("enhanced", least=3):
            enhanced = enhanced or "as ruled"
        elif line.accept("at"):
            band = line.word_of(_bands(line), "distance")
        elif flag := _flag(line, "keep", "count"):
            flags.add(flag)
        else:
            weapons.append(_weapon(line, by))
    return d.Attack(
        by.id,
        tuple(targets),
        tuple(weapons),
        enhanced,
        impaired,
        band,
        "keep" in flags,
        "count" in flags,
        line.instead,
        line.overrule,
    )


def move(line: Scanner) -> d.Move:
    """`WHO [DISTANCE] [to WHERE] [instead] [overrule: why]`."""
    by = _actor(line)
    measured = line.peek().lstrip("-+")[:1].isdigit()
    distance = line.number("how far") if measured else 0
    line.accept("ft", "m")
    line.accept("to")
    return d.Move(by.id, distance, line.text(), line.instead, line.overrule)


def aid(line: Scanner) -> d.Aid:
    """`WHO WHOM [instead] [overrule: why]`."""
    by = _actor(line, "helper")
    target = line.combatant("wounded", lambda one: any(w.awaits == "aid" for w in one.wounds))
    line.done()
    return d.Aid(by.id, target.id, line.instead, line.overrule)


def retreat(line: Scanner) -> d.Retreat:
    """`WHO to WHERE [instead] [overrule: why]`."""
    by = _actor(line)
    line.accept("to")
    return d.Retreat(by.id, line.text(), line.instead, line.overrule)


def act(line: Scanner) -> d.Act:
    """`WHO [save ABILITY] WHAT…`."""
    by = _actor(line)
    save = _risk(line, by)
    return d.Act(by.id, _what(line, by), save, line.instead, line.overrule)


def special(line: Scanner) -> d.Special:
    """`WHO [save ABILITY] WHAT…`: the game's special action."""
    by = _actor(line)
    save = _risk(line, by)
    return d.Special(by.id, _what(line, by), save, line.instead, line.overrule)


def _actor(line: Scanner, what: str = "combatant") -> Combatant:
    pending = {waiting.action.by for waiting in line.state.pending}

    def likely(one: Combatant) -> bool:
        free = one.id not in pending or one.each
        barred = any(condition.bars == "everything" for condition in one.conditions)
        return free and not barred and (one.each or not one.acted)

    return line.combatant(what, likely, _present)


def _present(one: Combatant) -> bool:
    return one.standing == "in"


def _aim(line: Scanner, by: Combatant) -> d.Aim:
    target = line.combatant("target", lambda one: one.side != by.side, _present)
    if not line.accept("("):
        return d.Aim(target.id)
    inside: list[str] = []
    while line.rest and line.peek() != ")":
        inside.append(line.take())
    if not line.accept(")"):
        raise Refused("A bracket is opened and not closed.")
    head, _, reason = " ".join(inside).partition(":")
    kind, why = reason_key(head.strip()), clean(reason) or "as ruled"
    if kind not in ("enhanced", "impaired"):
        raise Refused(f"In brackets behind a target stands imp: or enh: and why, not “{head}”.")
    return d.Aim(target.id, **{kind: why})


def _stated(line: Scanner, kind: str) -> str:
    """The modifier's reason; “as ruled” where only the word was said."""
    if kind not in line.reasons:
        return ""
    return line.reasons[kind] or "as ruled"


def _bands(line: Scanner) -> list[str]:
    bands = line.state.game.definition.get("bands", [])
    if not bands:
        raise Refused(f"{line.state.game.name} knows no distances.")
    return [str(band) for band in bands]


def _flag(line: Scanner, *flags: str) -> str:
    for flag in flags:
        if line.accept(flag):
            return flag
    return ""


def _weapon(line: Scanner, by: Combatant) -> str:
    if is_dice(line.peek()):
        return folded(line.take())
    unarmed = str(line.state.game.definition.get("unarmed", "unarmed"))
    names = [*(weapon.name for weapon in by.weapons), unarmed]
    return line.word_of(names, f"weapon of {by.name}")


def _risk(line: Scanner, by: Combatant) -> str:
    if not line.accept("save"):
        return ""
    return line.word_of(list(by.scores)[1:], "ability")


def _what(line: Scanner, by: Combatant) -> str:
    what = line.text()
    if line.why:
        what = f"{what}: {line.why}" if what else line.why
    if not what:
        raise Refused(f"Say what {by.name} does.")
    return what
