"""The verb `attack`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from combatlog.grammar.commands import Declare
from combatlog.grammar.scanner import (
    AS_RULED,
    Scanner,
    can_still_act,
    match_name,
    parse_actor,
    parse_weapon,
)
from combatlog.grammar.verb import Cursor, Verb
from combatlog.grammar.writer import FormattedLine, Writer, format_roll, format_weapon
from events.errors import Refused
from events.types.declarations import Aim, Attack, Risk
from events.types.names import clean_text, fold_case
from projections.state.fight_state import Combatant
from projections.text.words import is_craft

_BAND = ("distance", "way to fight")
"""What stands behind `at`: a distance, or, in games whose rounds have phases, the way one fights,
which decides the phase."""

_EXAMPLES = (
    ("a ada wolf {imp}: mud; {enh}: from above", "what modifies it"),
    ("a ada wolf; overrule: she may", "overrule what the rules object"),
    ("<bare dice|a ada wolf d8>", "<bare dice|dice in place of a weapon>"),
    ("<several|a ada wolf knife and sword>", "<several|the highest die counts>"),
    (
        "<several|a ben wolf, wolf 2 fire pot<keep| count>>",
        "<several|a blast strikes several<keep|; count rolls how many>>",
    ),
    ("<several|a wolf ada ({imp}: a wall), ben>", "<several|a modifier against one target only>"),
    (
        "<band|a ada wolf at {band}>",
        "<band|<phase|how they fight, near or in one area: {bands}><!phase|how far away: {bands}>>",
    ),
    (
        "<risk|a ada wolf {save} {score} versus wolf>",
        "<risk|a {save} before it: if passed, it is {enhanced}; if failed, the wolf's is>",
    ),
    (
        "<risk|a ada wolf {save} {score} or exposed>",
        "<risk|the same: failed, the wolf's next attack on her is {enhanced}>",
    ),
    ("<risk|a ada wolf {save} {score} or lost>", "<risk|failed, the attack is lost>"),
    (
        "<risk|a ada wolf {save} {score} for {enhanced} or lost>",
        "<risk|passed, it is {enhanced}; failed, it is lost>",
    ),
    ("<odds|ward: why; bane: why>", "<odds|for and against the target's {defence}>"),
    ("<keep|a ada wolf {enh}: asleep; keep>", "<keep|its own dice, not the d12>"),
    ("a wolf, wolf 2 ada", "several attack; a wolves ada: all wolves who can still act"),
    ("a ada wolf instead", "in place of the earlier declaration"),
    ("a ada wolf !", "and resolved at once"),
)


def parse_attack(line: Scanner) -> Attack | Declare:
    """Parse `WHO[, WHO…] TARGET[, TARGET…] [WEAPON [and WEAPON]] [save ABILITY …] [imp: why]
    [enh: why] [ward: why] [bane: why] [at BAND] [keep] [count] [instead] [overrule: why]`. Several
    who attack make an attack each; `wolves` are all wolves who can still act."""
    attackers = _take_group(line, lambda one: can_still_act(line, one)) or [
        parse_actor(line, "attacker")
    ]
    while line.accept(","):
        attackers.append(parse_actor(line, "attacker"))
    start = line.at
    attacks = []
    for by in dict.fromkeys(one.id for one in attackers):
        line.at = start
        attacks.append(_parse_attack_of(line, line.state.combatants[by]))
    return attacks[0] if len(attacks) == 1 else Declare(tuple(attacks))


def _take_group(line: Scanner, is_meant: Callable[[Combatant], bool]) -> list[Combatant]:
    """Take a name in the plural (`wolves`, `hiver warriors`); return those fighters of the name who
    are meant. Empty, and nothing is taken, where the words name somebody or no group. Raises
    `Refused` where nobody of the group is meant."""
    everybody = list(line.state.combatants.values())
    if not line.rest or any(match_name(line.rest, one.name) for one in everybody):
        return []
    for used in range(len(line.rest), 0, -1):
        typed = [fold_case(word) for word in line.rest[:used]]
        named = [one for one in everybody if _is_plural(typed, one.name)]
        meant = [one for one in named if line.rank_fighter(one) == 0 and is_meant(one)]
        if named and not meant:
            raise Refused(f"None of the {' '.join(line.rest[:used])} can be meant just now.")
        if named:
            line.at += used
            return meant
    return []


def _is_plural(typed: Sequence[str], name: str) -> bool:
    """Return whether these words are the plural of a name or of its last words, without its
    number."""
    words = fold_case(name).split()
    words = words[:-1] if len(words) > 1 and words[-1].isdigit() else words
    *before, last = typed
    stem = words[-1]
    plurals = [f"{stem}s", f"{stem}es"]
    for ending, plural in (("y", "ies"), ("f", "ves"), ("fe", "ves"), ("man", "men")):
        if stem.endswith(ending):
            plurals.append(stem.removesuffix(ending) + plural)
    return last in plurals and words[len(words) - len(typed) : -1] == before


def _parse_attack_of(line: Scanner, by: Combatant) -> Attack:
    """Parse what stands behind the attackers, for one of them."""
    targets = _parse_aims(line, by)
    while line.accept(","):
        targets += _parse_aims(line, by)
    weapons: list[str] = []
    enhanced, impaired = line.find_modifier("enhanced"), line.find_modifier("impaired")
    risk: Risk | None = None
    band, keep, count = "", False, False
    while line.rest:
        if line.accept("with", "and", "+", ","):
            continue
        if _accept_modifier(line, "impaired"):
            impaired = impaired or AS_RULED
        elif _accept_modifier(line, "enhanced"):
            enhanced = enhanced or AS_RULED
        elif line.accept("save", line.save):
            risk = _parse_risk(line, by)
        elif line.accept("at"):
            band = line.take_one_of(_list_bands(line), _BAND[bool(line.lexicon.phases)])
        elif line.peek() == "instead":
            line.accept_instead()
        elif line.accept("keep"):
            keep = True
        elif line.accept("count"):
            count = True
        else:
            weapons.append(parse_weapon(line, by))
    return Attack(
        by.id,
        tuple(targets),
        tuple(weapons) or _recall_weapons(line, by),
        enhanced,
        impaired,
        band,
        keep,
        count,
        line.instead,
        line.overrule,
        line.find_modifier("ward"),
        line.find_modifier("bane"),
        risk,
    )


def _recall_weapons(line: Scanner, by: Combatant) -> tuple[str, ...]:
    """Return the weapons that somebody with several attacked with last, if they still have them.
    The gunners of a craft, and creatures that attack with everything, choose each time."""
    if len(by.weapons) < 2 or by.each or is_craft(by):
        return ()
    carried = [*(weapon.name for weapon in by.weapons), *line.lexicon.weapons]
    last = line.state.wielded.get(by.id, ())
    return last if all(name in carried for name in last) else ()


def _accept_modifier(line: Scanner, kind: str) -> bool:
    return line.accept(kind, fold_case(line.term(kind)), least=3)


def _parse_aims(line: Scanner, by: Combatant) -> list[Aim]:
    """Take a target, or a group of opponents in the plural, with the brackets behind it."""
    targets = _take_group(line, lambda one: one.side != by.side)
    if not targets:
        return [_parse_aim(line, by)]
    reasons = _parse_brackets(line, "enhanced", "impaired", "ward", "bane")
    return [Aim(target.id, **reasons) for target in targets]


def _parse_aim(line: Scanner, by: Combatant) -> Aim:
    target = line.take_fighter("target", lambda one: one.side != by.side)
    return Aim(target.id, **_parse_brackets(line, "enhanced", "impaired", "ward", "bane"))


def _parse_brackets(line: Scanner, *kinds: str) -> dict[str, str]:
    """Take the brackets that come next; return their reasons by what they are for."""
    reasons: dict[str, str] = {}
    while line.accept("("):
        kind, why = _parse_bracket(line, *kinds)
        if kind in reasons:
            raise Refused(line.describe_repeated(kind, reasons[kind], why))
        reasons[kind] = why
    return reasons


def _parse_bracket(line: Scanner, *kinds: str) -> tuple[str, str]:
    """Take a bracket that has been opened; return what it is for, and the reason in it."""
    inside: list[str] = []
    while line.rest and line.peek() != ")":
        inside.append(line.take())
    if not line.accept(")"):
        raise Refused("A bracket is not closed.")
    head, _, reason = " ".join(inside).partition(":")
    kind = line.find_reason_key(head.strip())
    if kind not in kinds:
        imp, enh = line.term("impaired")[:3], line.term("enhanced")[:3]
        raise Refused(f"These brackets take {imp}: or {enh}: and a reason, not “{head}”.")
    return kind, clean_text(reason) or AS_RULED


def _parse_risk(line: Scanner, by: Combatant) -> Risk:
    """Parse `ABILITY [versus WHO [ABILITY]] [(imp: why)] [for enhanced] [or lost | or exposed]`,
    behind `save`. An attack that risks exposure is enhanced where the save is passed, whether
    `for enhanced` is typed or not."""
    save, (versus, opposing) = line.take_rollable(by), line.take_opposed()
    reasons = _parse_brackets(line, "enhanced", "impaired")
    modifiers = reasons.get("enhanced", ""), reasons.get("impaired", "")
    passed: Literal["", "enhanced"] = "enhanced" if line.accept("for") else ""
    if passed and not _accept_modifier(line, "enhanced"):
        raise Refused(f"Say what passing the save brings: for {line.term('enhanced')}.")
    failed: Literal["", "exposed", "lost"] = ""
    if line.accept("or"):
        if line.accept("lost"):
            failed = "lost"
        elif line.accept("exposed"):
            passed, failed = "enhanced", "exposed"
        else:
            raise Refused("Say what failing the save costs: or lost (the attack), or exposed.")
    return Risk(save, versus, *modifiers, passed=passed, failed=failed, opposing=opposing)


def _list_bands(line: Scanner) -> tuple[str, ...]:
    if not line.lexicon.bands:
        raise Refused(f"{line.state.game.name} knows no distances.")
    return line.lexicon.bands


def format_attack(writer: Writer, declared: Attack) -> FormattedLine:
    """Write `a ada wolf sword imp: mud; overrule: she may`."""
    verb = writer.find_verb_name("attack")
    modifiers = {"impaired": declared.impaired, "enhanced": declared.enhanced}
    bare = [writer.write_modifier(kind) for kind, why in modifiers.items() if why == AS_RULED]
    reasons = {kind: why for kind, why in modifiers.items() if why != AS_RULED}
    return writer.write_line(
        "a" if verb == "attack" else verb,
        _write_fighter(writer, declared.by),
        ", ".join(_format_aim(writer, aim) for aim in declared.targets),
        " and ".join(format_weapon(writer, weapon) for weapon in declared.weapons),
        _format_risk(writer, declared.risk) if declared.risk is not None else "",
        f"at {declared.band}" if declared.band else "",
        "keep" if declared.keep else "",
        "count" if declared.count else "",
        *bare,
        instead=declared.instead,
        **reasons,
        ward=declared.ward,
        bane=declared.bane,
        overrule=declared.overrule,
    )


def _format_aim(writer: Writer, aim: Aim) -> str:
    reasons = writer.write_bracket(
        enhanced=aim.enhanced, impaired=aim.impaired, ward=aim.ward, bane=aim.bane
    )
    return f"{_write_fighter(writer, aim.target)} {reasons}".strip()


def _write_fighter(writer: Writer, id: str) -> str:
    """Write a name so that it means this one although another of the name may stand and fight."""
    one = writer.find_combatant(id)
    if writer.find_felling(one) and writer.state.has_namesake(one):
        return f"{writer.write_full_name(one.name)} 1"
    return writer.write_name(id)


def _format_risk(writer: Writer, risk: Risk) -> str:
    parts = [
        *format_roll(writer, risk.save, None, risk.versus, risk.opposing),
        writer.write_bracket(enhanced=risk.enhanced, impaired=risk.impaired),
    ]
    if risk.failed == "exposed":
        parts.append("or exposed")
    else:
        parts += [f"for {writer.term('enhanced')}"] if risk.passed else []
        parts += ["or lost"] if risk.failed else []
    return " ".join(filter(None, parts))


def complete_attack(cursor: Cursor) -> list[str]:
    """Suggest attackers, those first who have declared nothing yet; then targets, then weapons
    and modifiers."""
    attacker = cursor.combatant
    if attacker is None:
        declared = {waiting.action.by for waiting in cursor.state.pending}
        return [one.name for one in sorted(cursor.present, key=lambda one: one.id in declared)]
    match = match_name(cursor.words, attacker.name)
    behind = cursor.words[match.used if match else 0 :]
    if not behind or behind[-1].endswith(","):
        others = [one for one in cursor.present if one.side != attacker.side]
        return [one.name for one in sorted(others, key=lambda one: bool(cursor.find_felling(one)))]
    return [
        *(weapon.name for weapon in attacker.weapons),
        cursor.term("impaired"),
        cursor.term("enhanced"),
        *cursor.keep_if("risk", cursor.term("save")),
        *cursor.keep_if("odds", "ward:", "bane:"),
        *("instead", "overrule:"),
        *(f"at {band}" for band in cursor.lexicon.bands),
    ]


ATTACK = Verb(
    name="attack",
    group="fighting",
    aliases=("a", "attacks", "hit", "hits", "shoot", "shoots"),
    takes=(
        "WHO<several|[, WHO]> TARGET<several|[, TARGET]> [WEAPON<several| [and WEAPON]>]"
        " [{imp}: why] [{enh}: why]"
    ),
    does="declare an attack",
    examples=_EXAMPLES,
    parse=parse_attack,
    formats={Attack: format_attack},
    complete=complete_attack,
)

VERBS = (ATTACK,)
