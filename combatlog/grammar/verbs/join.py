"""Who comes in: creatures, people described on the line, roster files, old acquaintances."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from combatlog.grammar.commands import Declare, JoinFile, JoinFrom
from combatlog.grammar.name_match import fit
from combatlog.grammar.scanner import Scanner
from events.errors import Refused
from events.types import declarations as d
from events.types import statements as s
from events.types.names import folded
from events.types.sheets import Kind
from projections.text.words import amount
from rulesets.common.naming import nearest
from rulesets.core.registry import ruleset
from rulesets.core.ruleset import Lexicon
from rulesets.definitions.roster import KINDS, MOST_OF_A_KIND

_LONGER = {"trauma": "treatment"}
"""Fields that go by the first word of a name of two, with the second, which may be said too."""

_TEXTS = ("armor", "armour", "area")
"""Fields in which there may stand more than a number."""

_AMOUNTS = ("xp", "zero", "of")
"""Words that a number may be said with."""

_STARTS_A_NUMBER = re.compile(r"[+−-]?d?[0-9]")

_WORDS = ("weapons", "player", "side")
_FLAGS = ("detachment", "leader", "each")
"""What is true of somebody where it is said, in games that have crowds."""


def join(line: Scanner) -> Declare | JoinFile | JoinFrom:
    """`CREATURE [xN]`, `NAME pc HP 4 armor 1 STR 10 … weapons rifle, knife`, `FILE.toml`, or
    `NAME from FIGHT`."""
    if len(line.rest) > 1:
        line.accept("join")
    words = line.rest
    if not words:
        raise Refused("Say who joins, like: join wolf x2, or: join party.toml")
    if len(words) == 1 and words[0].endswith(".toml"):
        return JoinFile(words[0])
    if len(words) >= 3 and folded(words[-2]) == "from":
        return JoinFrom(" ".join(words[:-2]), words[-1])
    entry, kind, count = _entry(line)
    game = line.state.game
    sheet = ruleset(game.rules).sheet(game, entry, kind)
    return Declare(tuple(d.Join(sheet) for _ in range(count)))


def arm(line: Scanner) -> s.Arm:
    """`WHO WEAPON [DICE [TAGS]] [: why]`."""
    one = line.combatant()
    text = line.text()
    if not text:
        raise Refused(f"Say what {one.name} has, like: arm {one.id} pike d8")
    game = line.state.game
    return s.Arm(one.id, ruleset(game.rules).weapon(game, text), line.why)


def _entry(line: Scanner) -> tuple[dict[str, Any], Kind, int]:
    """The fields on the line as a roster entry, the kind, and how many."""
    count = _count(line)
    names = _fields(line)
    name: list[str] = []
    while line.rest and line.peek() not in (*names, *KINDS):
        if (times := re.fullmatch(r"[x×](\d{1,2})", line.peek())) is not None:
            count = int(times.group(1))
            line.take()
            continue
        name.append(line.take())
    if not 1 <= count <= MOST_OF_A_KIND:
        raise Refused(f"1 to {MOST_OF_A_KIND} can join at once, not {count}.")
    kind: Kind = "npc"
    described = bool(line.rest)
    needed = line.lexicon.needed
    for known in KINDS:
        if line.accept(known):
            kind = known
    entry: dict[str, Any] = {"name": _written(name), **_values(line, names)}
    creature = _creature(line, name)
    if creature and not any(field in entry for field in _scores(line)):
        entry["from"] = creature
        if fit(name, creature):
            del entry["name"]
    elif not any(field in entry for field in _scores(line)) and not (described and not needed):
        lexicon = line.lexicon
        numbers = " ".join(_example(line, field) for field in _asked(lexicon))
        who = entry["name"]
        raise Refused(
            f"There is no creature “{who}”{nearest(who, lexicon.creatures)}; or give its numbers:"
            f" join {who} {numbers}"
        )
    return entry, kind, count


def _written(words: Sequence[str]) -> str:
    """A name as it was written: “Ben (the elder)”, whose brackets came as words of their own."""
    return re.sub(r"(?<=\() | (?=[),])", "", " ".join(words))


def _asked(lexicon: Lexicon) -> tuple[str, ...]:
    """The numbers that are needed; where none is, the first few."""
    return lexicon.fields[: lexicon.needed] or lexicon.fields[:3]


def _example(line: Scanner, field: str) -> str:
    return f"{field} {amount(line.state.game, field, 6)}"


def _count(line: Scanner) -> int:
    return line.number("how many") if line.peek().isdigit() else 1


def _scores(line: Scanner) -> list[str]:
    return list(line.lexicon.fields)


def _fields(line: Scanner) -> list[str]:
    flags = _FLAGS if "crowds" in line.lexicon.has else ()
    return [*(folded(score) for score in _scores(line)), "armor", "armour", *_WORDS, *flags]


def _values(line: Scanner, names: list[str]) -> dict[str, Any]:
    written = {folded(score): score for score in _scores(line)} | {"armour": "armor"}
    entry: dict[str, Any] = {}
    while line.rest:
        field = line.peek()
        if field not in names:
            raise _unknown(line, names, line.take())
        line.take()
        line.accept(_LONGER.get(field, ""))
        if field in _FLAGS:
            entry[field] = True
            continue
        words: list[str] = []
        while line.rest and (line.peek() not in names or _is_experience(line, words)):
            if field in written and _is_other_field(line, field):
                raise _unknown(line, names, line.take())
            words.append(line.take())
        value = " ".join(words)
        if field == "weapons":
            entry[field] = [each.strip() for each in value.split(",") if each.strip()]
        else:
            entry[written.get(field, field)] = value
    return entry


def _is_other_field(line: Scanner, field: str) -> bool:
    """Is the next word, where a number is expected or stands already, a name with a number of its
    own behind it?"""
    following = [folded(word) for word in line.rest[:2]]
    named = following[0].isalpha() and following[0] not in _AMOUNTS and len(following) > 1
    named = named and not _is_experience(line, [])
    return named and field not in _TEXTS and _STARTS_A_NUMBER.match(following[1]) is not None


def _is_experience(line: Scanner, words: list[str]) -> bool:
    """Does a value begin with a stat and the experience put into it? “Melee PHY 12 XP”."""
    return not words and len(line.rest) > 2 and folded(line.rest[2]) == "xp"


def _unknown(line: Scanner, names: list[str], word: str) -> Refused:
    """The nearest of the fields, or all of them; where there are skills, how to state another."""
    written = {folded(field): field for field in _scores(line)}
    fields = [written.get(name, name) for name in names if name != "armour"]
    near = get_close_matches(folded(word), [folded(field) for field in fields], n=1, cutoff=0.75)
    meant = [field for field in fields if folded(field) in near]
    hint = f" (did you mean {meant[0]}?)" if meant else f"; the fields are {', '.join(fields)}"
    skills = "skill" not in line.lexicon.lacks
    other = f"; another skill once they are here: skill WHO {word} 2" if skills else ""
    return Refused(f"“{word}” is no field here{hint}{other}.")


def _creature(line: Scanner, words: list[str]) -> str:
    fits = {name: match for name in line.lexicon.creatures if (match := fit(words, name))}
    whole = [name for name, match in fits.items() if match.used == len(words)]
    exact = [name for name in whole if fits[name].whole]
    found = exact or whole
    return str(found[0]) if len(found) == 1 else ""
