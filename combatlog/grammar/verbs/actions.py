"""What combatants do on their turn: attack, move, aid, retreat, act."""

from __future__ import annotations

from itertools import takewhile
from typing import Literal

from combatlog.grammar.name_match import fit
from combatlog.grammar.scanner import Scanner
from events.errors import Refused
from events.types import declarations as d
from events.types.dice_notation import is_dice
from events.types.names import clean, folded
from projections.state.fight_state import Combatant

_BAND = ("distance", "way to fight")
"""What is said behind `at`; where a round has phases it says in which of them one fights."""

_JOINTS = ("on", "with", "as")
"""What stands between the parts of a manoeuvre."""


def attack(line: Scanner) -> d.Attack:
    """`WHO TARGET[, TARGET…] [WEAPON [and WEAPON]] [save ABILITY …] [imp: why] [enh: why]
    [ward: why] [bane: why] [at BAND] [keep] [count] [instead] [overrule: why]`."""
    by = _actor(line, "attacker")
    if line.peek() == ",":
        raise Refused("One attacker at a time: declare each, then go.")
    targets = [_aim(line, by)]
    while line.accept(","):
        targets.append(_aim(line, by))
    weapons: list[str] = []
    enhanced, impaired = line.stated("enhanced"), line.stated("impaired")
    risk: d.Risk | None = None
    band, flags = "", set()
    while line.rest:
        if line.accept("with", "and", "+", ","):
            continue
        if line.accept("impaired", folded(line.term("impaired")), least=3):
            impaired = impaired or "as ruled"
        elif line.accept("enhanced", folded(line.term("enhanced")), least=3):
            enhanced = enhanced or "as ruled"
        elif line.accept("save", line.save):
            risk = _risk_of(line, by)
        elif line.accept("at"):
            band = line.word_of(_bands(line), _BAND[bool(line.lexicon.phases)])
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
        line.stated("ward"),
        line.stated("bane"),
        risk,
    )


def move(line: Scanner) -> d.Move:
    """`WHO [DISTANCE] [to WHERE] [during PHASE] [instead] [overrule: why]`."""
    by = _actor(line)
    measured = line.peek().lstrip("-+")[:1].isdigit()
    distance = line.number("how far") if measured else 0
    line.accept("ft", "m")
    line.accept("to")
    phase = _phase(line)
    return d.Move(by.id, distance, line.text(), line.instead, line.overrule, phase)


def _phase(line: Scanner) -> str:
    """The phase that stands behind the last `during`; another one belongs to where they go."""
    for at, word in reversed(list(enumerate(line.rest))):
        named = line.rest[at + 1 :]
        fits = [fit(named, phase) for phase in line.lexicon.phases]
        if folded(word) == "during" and any(each and each.used == len(named) for each in fits):
            return " ".join(line.cut(at)[1:])
    return ""


def aid(line: Scanner) -> d.Aid:
    """`WHO WHOM [WOUND] [instead] [overrule: why]`."""
    by = _actor(line, "helper")
    target = line.combatant("wounded", lambda one: any(w.awaits for w in one.wounds))
    return d.Aid(by.id, target.id, line.instead, line.overrule, _wound(line, target))


def treat(line: Scanner) -> d.Treat:
    """`WHO WHOM [WOUND] [instead] [overrule: why]`."""
    by = _actor(line, "helper")
    target = line.combatant("wounded", lambda one: any(w.awaits for w in one.wounds))
    return d.Treat(by.id, target.id, _wound(line, target), line.instead, line.overrule)


def _wound(line: Scanner, target: Combatant) -> str:
    """The wound that is named, if one is."""
    if not line.rest:
        return ""
    label = line.word_of([wound.label for wound in target.wounds], f"wound of {target.name}")
    line.done()
    return label


def retreat(line: Scanner) -> d.Retreat:
    """`WHO to WHERE [versus WHO] [instead] [overrule: why]`."""
    by = _actor(line)
    line.accept("to")
    words: list[str] = []
    opposed = ("versus", "vs") if "versus" in line.lexicon.has else ()
    while line.rest and line.peek() not in opposed:
        words.append(line.take())
    versus = line.versus() if opposed else ""
    line.done()
    return d.Retreat(by.id, clean(" ".join(words)), line.instead, line.overrule, versus)


def disengage(line: Scanner) -> d.Disengage:
    """`WHO [instead] [overrule: why]`."""
    by = _actor(line)
    line.done()
    return d.Disengage(by.id, line.instead, line.overrule)


def manoeuvre(line: Scanner) -> d.Manoeuvre:
    """`CRAFT WHAT [[on] TARGET] [with WEAPON] [as CHOICE] [instead] [overrule: why]`."""
    by = _actor(line, "craft")
    what = line.word_of(line.lexicon.manoeuvres, "manoeuvre")
    target = weapon = choice = ""
    while line.rest:
        if line.accept("on") or (not target and _is_named(line, by)):
            target = line.combatant("target", lambda one: one.side != by.side, _present).id
        elif line.accept("with"):
            weapon = _weapon(line, by)
        else:
            line.accept("as")
            choice = line.text()
    return d.Manoeuvre(by.id, what, target, choice, weapon, line.instead, line.overrule)


def _is_named(line: Scanner, by: Combatant) -> bool:
    """Do all the words up to the next joint name somebody else?"""
    words = list(takewhile(lambda word: folded(word) not in _JOINTS, line.rest))
    others = (one for one in line.state.combatants.values() if one is not by)
    fits = (fit(words, one.name) for one in others)
    return any(each is not None and each.used == len(words) for each in fits)


def act(line: Scanner) -> d.Act:
    """`WHO [save ABILITY [TARGET] [versus WHO [ABILITY]]] WHAT…`."""
    by = _actor(line)
    save, target, versus, opposing = _risk(line, by)
    what = _what(line, by)
    said = line.stated("enhanced"), line.stated("impaired"), opposing
    return d.Act(by.id, what, save, line.instead, line.overrule, versus, target, *said)


def special(line: Scanner) -> d.Special:
    """`WHO [save ABILITY [TARGET] [versus WHO [ABILITY]]] WHAT…`: the game's special action."""
    by = _actor(line)
    save, target, versus, opposing = _risk(line, by)
    what = _what(line, by)
    said = line.stated("enhanced"), line.stated("impaired"), opposing
    return d.Special(by.id, what, save, line.instead, line.overrule, versus, target, *said)


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
    return d.Aim(target.id, **_bracketed(line, "enhanced", "impaired", "ward", "bane"))


def _bracketed(line: Scanner, *kinds: str) -> dict[str, str]:
    """The reasons in the brackets that come next, by what they are for."""
    reasons: dict[str, str] = {}
    while line.accept("("):
        kind, why = _in_bracket(line, *kinds)
        reasons[kind] = why
    return reasons


def _in_bracket(line: Scanner, *kinds: str) -> tuple[str, str]:
    """What a bracket that has been opened is for, and the reason in it."""
    inside: list[str] = []
    while line.rest and line.peek() != ")":
        inside.append(line.take())
    if not line.accept(")"):
        raise Refused("A bracket is opened and not closed.")
    head, _, reason = " ".join(inside).partition(":")
    kind = line.reason_key(head.strip())
    if kind not in kinds:
        imp, enh = line.term("impaired")[:3], line.term("enhanced")[:3]
        raise Refused(f"In these brackets stands {imp}: or {enh}: and why, not “{head}”.")
    return kind, clean(reason) or "as ruled"


def _risk_of(line: Scanner, by: Combatant) -> d.Risk:
    """`ABILITY [versus WHO [ABILITY]] [(imp: why)] [for enhanced] [or lost | or exposed]`, behind
    `save`. Who is exposed where it fails has something to win by it, said or not."""
    save, (versus, opposing) = line.rollable(by), line.opposed()
    said = _bracketed(line, "enhanced", "impaired")
    modifiers = said.get("enhanced", ""), said.get("impaired", "")
    passed: Literal["", "enhanced"] = "enhanced" if line.accept("for") else ""
    if passed and not line.accept("enhanced", folded(line.term("enhanced")), least=3):
        raise Refused(f"Behind “for” stands what passing brings: {line.term('enhanced')}.")
    failed: Literal["", "exposed", "lost"] = ""
    if line.accept("or"):
        if line.accept("lost"):
            failed = "lost"
        elif line.accept("exposed"):
            passed, failed = "enhanced", "exposed"
        else:
            raise Refused("Behind “or” stands what failing costs: lost (the attack), or exposed.")
    return d.Risk(save, versus, *modifiers, passed=passed, failed=failed, opposing=opposing)


def _bands(line: Scanner) -> tuple[str, ...]:
    if not line.lexicon.bands:
        raise Refused(f"{line.state.game.name} knows no distances.")
    return line.lexicon.bands


def _flag(line: Scanner, *flags: str) -> str:
    for flag in flags:
        if line.accept(flag):
            return flag
    return ""


def _weapon(line: Scanner, by: Combatant) -> str:
    if is_dice(line.peek()):
        return folded(line.take())
    names = [*(weapon.name for weapon in by.weapons), *line.lexicon.weapons]
    return line.word_of(names, f"weapon of {by.name}")


def _risk(line: Scanner, by: Combatant) -> tuple[str, int | None, str, str]:
    """What it is rolled on, the number to beat, who opposes it and on what, as far as that is
    said."""
    if not line.accept("save", line.save):
        return "", None, "", ""
    return line.rollable(by), line.target(), *line.opposed()


def _what(line: Scanner, by: Combatant) -> str:
    what = line.text()
    if line.why:
        what = f"{what}: {line.why}" if what else line.why
    if not what:
        raise Refused(f"Say what {by.name} does.")
    return what
