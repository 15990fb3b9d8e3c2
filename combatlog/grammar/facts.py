"""What the referee states as so: scores, traits, skills, conditions, who is here, who has what."""

from __future__ import annotations

from collections.abc import Callable

from combatlog.grammar.scan import Scanner
from events import statements as s
from events.errors import Refused
from events.names import folded
from events.sheets import Bars
from events.vocabulary import Statement

_BARS: dict[str, Bars] = {
    "helpless": "everything",
    "crawling": "all but crawling",
    "held": "moving",
}


def set_fact(line: Scanner) -> Statement:
    """`WHO SCORE NUMBER[/MAXIMUM]`, `WHO SKILL NUMBER` or `WHO TRAIT VALUE` [: why]."""
    one = line.combatant()
    skills = [] if "skill" in line.lexicon.lacks else line.rules.rollable(line.state, one)
    skills = [each for each in skills if each not in one.scores]
    what = line.word_of([*one.scores, *line.lexicon.traits, *skills], "score or trait")
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
    return s.SetScore(one.id, what, _signed(now), _signed(most) if slash else None, line.why)


def set_skill(line: Scanner) -> s.SetSkill:
    """`WHO SKILL NUMBER [: why]`: a skill that nobody has heard of, too."""
    one = line.combatant()
    *words, number = line.rest or [""]
    if not words:
        raise Refused(f"Say the skill and what it adds, like: skill {one.id} Acrobatics 2")
    return s.SetSkill(one.id, " ".join(words), _signed(number), line.why)


def add_condition(line: Scanner) -> s.AddCondition:
    """`WHO CONDITION [helpless | crawling | held] [: why]`: what it keeps them from doing."""
    one = line.combatant()
    words = line.rest
    bars: Bars = ""
    if len(words) > 1 and words[-1].casefold() in _BARS:
        bars = _BARS[words[-1].casefold()]
        words = words[:-1]
    return s.AddCondition(one.id, " ".join(words), bars, line.why)


def end_condition(line: Scanner) -> s.EndCondition:
    """`WHO CONDITION [: why]`."""
    one = line.combatant("combatant", lambda one: bool(one.conditions))
    names = dict.fromkeys(condition.name for condition in one.conditions)
    condition = line.word_of(names, f"condition of {one.name}")
    line.done()
    return s.EndCondition(one.id, condition, line.why)


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
    digits = text.lstrip("+-−d")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4) or len(text) > 6:
        raise Refused(f"“{text}” is no number.")
    return -int(digits) if text[0] in "-−" else int(digits)
