"""What the referee states as so: scores, traits, skills, conditions, who is here, who has what."""

from __future__ import annotations

import re
from collections.abc import Callable

from combatlog.grammar.name_match import choose, fit
from combatlog.grammar.scanner import Scanner
from events.errors import Refused
from events.types import declarations as d
from events.types import statements as s
from events.types.names import clean, folded
from events.types.sheets import Bars
from events.types.unions import Statement
from projections.state.fight_state import Combatant
from projections.text.words import concern

_NUMBER = re.compile(r"(?:[+−-]?|d)[0-9]{1,4}")
"""A number, with a sign where it has one, or a die."""

SPENT = {"Fatigue": "Stamina"}
"""Numbers that are what is gone of another one's maximum, and kept as that."""

BARS: dict[str, Bars] = {
    "helpless": "everything",
    "crawling": "all but crawling",
    "held": "moving",
}


def set_fact(line: Scanner) -> Statement:
    """`WHO SCORE NUMBER[/MAXIMUM]`, `WHO SCORE /MAXIMUM`, `WHO SKILL NUMBER` or `WHO TRAIT VALUE`
    [: why]."""
    one = line.combatant()
    skills = [] if "skill" in line.lexicon.lacks else line.rules.rollable(line.state, one)
    skills = [each for each in skills if each not in one.scores]
    spent = {each: SPENT[each] for each in line.lexicon.fields if each in SPENT}
    spent = {each: of for each, of in spent.items() if each not in one.scores and of in one.scores}
    what = line.word_of([*one.scores, *spent, *line.lexicon.traits, *skills], "score or trait")
    if what in spent:
        left = one.maxima[spent[what]] - line.number(f"the {what}")
        line.done()
        return s.SetScore(one.id, spent[what], left, why=line.why)
    if what in skills:
        modifier = _signed(line.take())
        line.done()
        return s.SetSkill(one.id, what, modifier, line.why)
    if what not in one.scores:
        value, why = line.text(), line.why
        for kind in ("enhanced", "impaired"):  # a value that looks like the word for a reason
            if not value and kind in line.reasons:
                value, why = kind, line.reasons[kind]
        if not value:
            raise Refused(f"Say what {one.name}'s {what} is.")
        return s.SetTrait(one.id, what, value, why)  # type: ignore[arg-type]
    now, slash, most = line.take().partition("/")
    line.done()
    number = _signed(now) if now or not slash else None
    return s.SetScore(one.id, what, number, _signed(most) if slash else None, line.why)


def set_skill(line: Scanner) -> s.SetSkill:
    """`WHO SKILL NUMBER [: why]`: a skill that nobody has heard of, too."""
    one = line.combatant()
    *words, number = line.rest or [""]
    if not words:
        raise Refused(f"Say the skill and what it adds, like: skill {one.id} Acrobatics 2")
    return s.SetSkill(one.id, " ".join(words), _signed(number), line.why)


def add_condition(line: Scanner) -> s.AddCondition:
    """`WHO CONDITION [helpless | crawling | held] [about WHAT | (WHAT)] [: why]`: what it keeps
    them from doing, and the combatant or weapon it concerns."""
    one = line.combatant()
    about = _about(line, one)
    words = line.rest
    bars: Bars = ""
    if len(words) > 1 and words[-1].casefold() in BARS:
        bars = BARS[words[-1].casefold()]
        words = words[:-1]
    return s.AddCondition(one.id, " ".join(words), bars, line.why, about)


def _about(line: Scanner, one: Combatant) -> str:
    """What stands in brackets at the end, or behind the last `about` if somebody is called so, or
    a weapon; it is taken off the line."""
    words = line.rest
    if "(" in words and words[-1] == ")":
        inside = line.cut(words.index("("))[1:-1]
        return _meant(line, one, inside)
    for at in range(len(words) - 2, 0, -1):
        if folded(words[at]) == "about" and _names(line, one, words[at + 1 :]):
            return _meant(line, one, line.cut(at)[1:])
    return ""


def _names(line: Scanner, one: Combatant, words: list[str]) -> bool:
    """Are these words a weapon of theirs, or somebody here?"""
    names = [weapon.name for weapon in one.weapons]
    names += [other.name for other in line.state.combatants.values()]
    return any((match := fit(words, name)) and match.used == len(words) for name in names)


def _meant(line: Scanner, one: Combatant, words: list[str]) -> str:
    """The weapon of theirs by its name, or somebody by their id. Raises `Refused`."""
    things = {weapon.name: weapon.name for weapon in one.weapons}
    for other in line.state.combatants.values():
        things.setdefault(other.name, other.id)
    name, used = choose(words, things, str, f"combatant or weapon of {one.name}")
    if used < len(words):
        raise Refused(f"“{' '.join(words[used:])}” is more than I understand here.")
    return things[name]


def end_condition(line: Scanner) -> s.EndCondition:
    """`WHO CONDITION [WHAT] [: why]`: of several of a name the one about this combatant, or this
    weapon."""
    one = line.combatant("combatant", lambda one: bool(one.conditions))
    names = dict.fromkeys(condition.name for condition in one.conditions)
    condition = line.word_of(names, f"condition of {one.name}")
    named = [word for word in line.rest if word not in ("(", ")")]
    line.at = len(line.words)
    if named and folded(named[0]) == "about":
        named = named[1:]
    about = _which(line, one, condition, named) if named else ""
    return s.EndCondition(one.id, condition, line.why, about)


def _which(line: Scanner, one: Combatant, condition: str, words: list[str]) -> str:
    """What the condition that is meant is about, of all they have of that name."""
    held = [each.about for each in one.conditions if each.name == condition and each.about]
    names = {concern(line.state, one, about): about for about in held}
    if not names:
        raise Refused(f"“{' '.join(words)}” is more than I understand here.")
    name, used = choose(words, names, str, f"{condition} of {one.name}")
    if used < len(words):
        raise Refused(f"“{' '.join(words[used:])}” is more than I understand here.")
    return names[name]


def kill(line: Scanner) -> s.Kill:
    """`WHO [: why]`."""
    return s.Kill(_only(line, lambda standing: standing != "dead"), line.why)


def revive(line: Scanner) -> s.Revive:
    """`WHO [: why]`."""
    return s.Revive(_only(line, lambda standing: standing == "dead"), line.why)


def remove(line: Scanner) -> s.Remove:
    """`WHO [: why]`."""
    return s.Remove(_only(line, lambda standing: standing == "in"), line.why)


def bring_back(line: Scanner) -> s.Return:
    """`WHO [: why]`."""
    return s.Return(_only(line, lambda standing: standing == "gone"), line.why)


def rename(line: Scanner) -> s.Rename:
    """`WHO NEW NAME [: why]`."""
    one = line.combatant()
    return s.Rename(one.id, line.text(), line.why)


def hand_over(line: Scanner) -> s.HandOver:
    """`WHO [to] PLAYER [side SIDE] [: why]`; the game's word for the referee is the referee."""
    one = line.combatant()
    line.accept("to")
    words = line.rest
    lowered = [folded(word) for word in words]
    cut = lowered.index("side") if "side" in lowered else len(words)
    player = " ".join(words[:cut])
    referee = line.state.game.words.get("referee", "referee")
    if not player:
        raise Refused(f"Say to whom: a player's name, or {referee}.")
    if folded(player) in ("referee", folded(referee)):
        player = ""
    return s.HandOver(one.id, player, " ".join(words[cut + 1 :]), line.why)


def disarm(line: Scanner) -> s.Disarm:
    """`WHO WEAPON [: why]`."""
    one = line.combatant()
    weapon = line.word_of([weapon.name for weapon in one.weapons], f"weapon of {one.name}")
    line.done()
    return s.Disarm(one.id, weapon, line.why)


def _only(line: Scanner, standing: Callable[[str], bool]) -> str:
    one = line.combatant(possible=lambda one: standing(one.standing))
    line.done()
    return one.id


def _signed(text: str) -> int:
    """A number, with a sign where it has one; a die stands for its size (`d8`)."""
    if _NUMBER.fullmatch(text) is None:
        raise Refused(f"“{text}” is no number.")
    return int(text.removeprefix("d").replace("−", "-"))


def area(line: Scanner) -> d.Area:
    """`NAME [next to AREA[, AREA…]] [sees AREA[, AREA…]] [unseen AREA[, AREA…]] [: why]`."""
    parts: dict[str, list[str]] = {"name": [], "next": [], "sees": [], "unseen": []}
    part = "name"
    while line.rest:
        word = line.peek()
        if word in ("next", "sees", "unseen"):
            part = line.take().casefold()
            line.accept("to", "from")
        else:
            parts[part].append(line.take())
    name, near, seen, unseen = (" ".join(words) for words in parts.values())
    if not name:
        raise Refused("Say what the area is called, like: area gate next to yard")
    return d.Area(clean(name), _listed(near), _listed(seen), line.why, _listed(unseen))


def _listed(text: str) -> tuple[str, ...]:
    return tuple(clean(each) for each in text.split(",") if clean(each))


def place(line: Scanner) -> tuple[s.Place, ...]:
    """`WHO[, WHO…] [in] AREA [: why]`."""
    ones = line.combatants()
    line.accept("in")
    if not line.state.areas:
        raise Refused("No area is laid out yet, like: area gate next to yard")
    where = line.word_of(line.state.areas, "area")
    line.done()
    return tuple(s.Place(one.id, where, line.why) for one in ones)


def engage(line: Scanner) -> s.Engage:
    """`WHO [with] WHO[, WHO…] | nobody [: why]`."""
    one = line.combatant()
    line.accept("with")
    opponents = () if line.accept("nobody") else tuple(each.id for each in line.combatants())
    line.done()
    return s.Engage(one.id, opponents, line.why)


def crew(line: Scanner) -> s.Crew:
    """`CRAFT WHO [POST] | CRAFT WHO off [: why]`."""
    craft = line.combatant("craft", lambda one: one.scale not in ("individual", "detachment"))
    member = line.combatant()
    if line.accept("off", "ashore"):
        return s.Crew(craft.id, member.id, ashore=True, why=line.why)
    line.accept("as")
    return s.Crew(craft.id, member.id, line.text(), why=line.why)
