"""The verb `join`: creatures, people described on the line, roster files, people from an earlier
fight."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any, NamedTuple

from combatlog.grammar.commands import Declare, JoinFile, JoinFrom
from combatlog.grammar.scanner import Scanner, match_name
from combatlog.grammar.verb import Cursor, Verb
from combatlog.grammar.verbs.weapons import describe_weapon
from combatlog.grammar.writer import FormattedLine, Inexpressible, Writer
from events.errors import Refused
from events.types.base import Game
from events.types.declarations import Join
from events.types.names import fold_case, suggest
from events.types.sheets import Kind, Sheet
from projections.text.words import format_score
from rulesets.core.ruleset import Lexicon
from rulesets.definitions.roster import KINDS, MOST_OF_A_KIND

_SECOND_WORDS = {"trauma": "treatment"}
"""Fields that are typed by the first word of their name, with the second, which may follow."""

_TEXT_FIELDS = ("armor", "armour", "area")
"""Fields that may hold more than a number."""

_NUMBER_WORDS = ("xp", "zero", "of")
"""Words that may stand beside a number."""

_STARTS_A_NUMBER = re.compile(r"[+−-]?d?[0-9]")

_COMMON_FIELDS = ("weapons", "player", "side")
_FLAGS = ("detachment", "leader", "each")
"""Fields without a value, in games that have crowds."""


def parse_join(line: Scanner) -> Declare | JoinFile | JoinFrom:
    """Parse `CREATURE [xN]`, `NAME pc HP 4 armor 1 STR 10 … weapons rifle, knife`, `FILE.toml`, or
    `NAME from FIGHT`."""
    if len(line.rest) > 1:
        line.accept("join")
    words = line.rest
    if not words:
        raise Refused("Say who joins, like: join wolf x2, or: join party.toml")
    if len(words) == 1 and words[0].endswith(".toml"):
        return JoinFile(words[0])
    if len(words) >= 3 and fold_case(words[-2]) == "from":
        return JoinFrom(" ".join(words[:-2]), words[-1])
    entry, kind, count = _parse_entry(line)
    sheet = line.rules.sheet(line.state.game, entry, kind)
    return Declare(tuple(Join(sheet) for _ in range(count)))


def _parse_entry(line: Scanner) -> tuple[dict[str, Any], Kind, int]:
    """Return what the line describes as a roster entry, its kind, and how many join."""
    fields = _list_fields(line.lexicon, line.state.game)
    name, count = _parse_name(line, fields)
    if not name:
        raise Refused("Say the name of who joins first, like: join Ada pc")
    described = bool(line.rest)
    kind: Kind = "npc"
    while stated := _find_kind(line):
        kind = stated.kind
        line.at += stated.used
    entry: dict[str, Any] = {"name": _join_words(name), **_parse_fields(line, fields)}
    creature = _find_creature(line, name)
    has_numbers = any(field in entry for field in _list_scores(line.lexicon, line.state.game))
    if creature and not has_numbers:
        entry["from"] = creature
        if match_name(name, creature):
            del entry["name"]
    elif not has_numbers and (not described or line.lexicon.needed):
        raise _refuse_creature(line, entry["name"])
    return entry, kind, count


def _list_kinds(game: Game) -> dict[str, Kind]:
    """Return the words for a kind of combatant, folded, with the kind each means: the game's own
    word for a follower is one."""
    kinds: dict[str, Kind] = {kind: kind for kind in KINDS}
    kinds.setdefault(fold_case(game.words.get("follower", "follower")), "follower")
    return kinds


class _StatedKind(NamedTuple):
    """A kind that the next words state, and how many words that takes."""

    kind: Kind
    used: int


def _find_kind(line: Scanner) -> _StatedKind | None:
    following = [fold_case(word) for word in line.rest]
    for known, kind in _list_kinds(line.state.game).items():
        words = known.split()
        if words and following[: len(words)] == words:
            return _StatedKind(kind, len(words))
    return None


def _parse_name(line: Scanner, fields: list[str]) -> tuple[list[str], int]:
    """Take the words up to the first field or kind, and how many join: `2 wolf`, `wolf x2`. A word
    that is part of a creature's name is no kind."""
    count = line.take_number("how many") if line.peek().isdigit() else 1
    name: list[str] = []
    while line.rest and line.peek() not in (*fields, *KINDS):
        if name and _find_kind(line) and not _find_creature(line, [*name, line.rest[0]]):
            break
        if (times := re.fullmatch(r"[x×](\d{1,2})", line.peek())) is not None:
            count = int(times.group(1))
            line.take()
            continue
        name.append(line.take())
    if not 1 <= count <= MOST_OF_A_KIND:
        raise Refused(f"1 to {MOST_OF_A_KIND} can join at once, not {count}.")
    return name, count


def _join_words(words: list[str]) -> str:
    """Return a name as it was typed: the brackets of “Ben (the elder)” came as separate words."""
    return re.sub(r"(?<=\() | (?=[),])", "", " ".join(words))


def _refuse_creature(line: Scanner, who: str) -> Refused:
    """Return the refusal of a name that is no creature and has no numbers, with an example."""
    lexicon, game = line.lexicon, line.state.game
    asked = lexicon.fields[: lexicon.needed] or lexicon.fields[:3]
    numbers = " ".join(f"{field} {format_score(game, field, 6)}" for field in asked)
    return Refused(
        f"There is no creature “{who}”{suggest(who, lexicon.creatures)}; or give its numbers:"
        f" join {who} {numbers}"
    )


def _list_fields(lexicon: Lexicon, game: Game) -> list[str]:
    """Return the fields a line can have, folded."""
    flags = [*_list_craft(game), *(_FLAGS if "crowds" in lexicon.has else ())]
    scores = (fold_case(score) for score in _list_scores(lexicon, game))
    return [*scores, "armor", "armour", *_COMMON_FIELDS, *flags]


def _list_scores(lexicon: Lexicon, game: Game) -> tuple[str, ...]:
    """Return the numbers that somebody or a craft can join with."""
    scores = (score for craft in _list_craft(game) for score in game.scores[craft])
    return tuple(dict.fromkeys((*lexicon.fields, *scores)))


def _list_craft(game: Game) -> list[str]:
    """Return the kinds of craft that have scores of their own in this game."""
    return [scale for scale in game.scores if scale != "individual"]


def _parse_fields(line: Scanner, names: list[str]) -> dict[str, Any]:
    """Take the fields with their values to the end of the line."""
    scores = _list_scores(line.lexicon, line.state.game)
    flags = (*_FLAGS, *_list_craft(line.state.game))
    written = {fold_case(score): score for score in scores} | {"armour": "armor"}
    entry: dict[str, Any] = {}
    while line.rest:
        field = line.peek()
        if field not in names:
            raise _refuse_field(line, names, line.take())
        line.take()
        line.accept(_SECOND_WORDS.get(field, ""))
        if field in flags:
            entry[field] = True
            continue
        words: list[str] = []
        while line.rest and (line.peek() not in names or _is_experience(line, words)):
            if field in written and _is_other_field(line, field):
                raise _refuse_field(line, names, line.take())
            words.append(line.take())
            attribute = line.peek() in written and line.peek() != "armour"
            if field == "weapons" and attribute and _ends_a_weapon(line, names):
                words.append(written[fold_case(line.take())])
        value = " ".join(words)
        if field == "weapons":
            entry[field] = [each.strip() for each in value.split(",") if each.strip()]
        else:
            entry[written.get(field, field)] = value
    return entry


def _is_other_field(line: Scanner, field: str) -> bool:
    """Return whether the next word, within the value of a number, looks like a field of its own:
    a word with a number behind it."""
    following = [fold_case(word) for word in line.rest[:2]]
    named = following[0].isalpha() and following[0] not in _NUMBER_WORDS and len(following) > 1
    named = named and not _is_experience(line, [])
    return named and field not in _TEXT_FIELDS and _STARTS_A_NUMBER.match(following[1]) is not None


def _ends_a_weapon(line: Scanner, names: list[str]) -> bool:
    """Return whether the next word, an attribute, is a weapon's (`hex d6 WIL`): no number follows,
    but another weapon, another field or nothing."""
    following = fold_case(line.rest[1]) if len(line.rest) > 1 else ","
    return following == "," or following in names


def _is_experience(line: Scanner, words: list[str]) -> bool:
    """Return whether a value begins with a stat and the experience put into it, as in
    `Melee PHY 12 XP`."""
    return not words and len(line.rest) > 2 and fold_case(line.rest[2]) == "xp"


def _refuse_field(line: Scanner, names: list[str], word: str) -> Refused:
    """Return the refusal of a word that is no field, with the nearest field or all of them; where
    there are skills, with how to state another one."""
    scores = _list_scores(line.lexicon, line.state.game)
    written = {fold_case(field): field for field in scores}
    fields = [written.get(name, name) for name in names if name != "armour"]
    near = get_close_matches(
        fold_case(word), [fold_case(field) for field in fields], n=1, cutoff=0.75
    )
    meant = [field for field in fields if fold_case(field) in near]
    hint = f" (did you mean {meant[0]}?)" if meant else f"; the fields are {', '.join(fields)}"
    skills = "skill" not in line.lexicon.lacks
    other = f"; another skill once they are here: skill WHO {word} 2" if skills else ""
    return Refused(f"“{word}” is no field here{hint}{other}.")


def _find_creature(line: Scanner, words: list[str]) -> str:
    """Return the only creature of the game that all the words name; empty without one."""
    fits = {name: match for name in line.lexicon.creatures if (match := match_name(words, name))}
    whole = [name for name, match in fits.items() if match.used == len(words)]
    exact = [name for name in whole if fits[name].whole]
    found = exact or whole
    return str(found[0]) if len(found) == 1 else ""


def format_join(writer: Writer, declared: Join) -> FormattedLine:
    """Write `join wolf`, or `join Ada pc HP 4 STR 10 DEX 12 WIL 9 armor 1 weapons rifle, knife`."""
    sheet = declared.sheet
    creature = _find_creature_of(writer, sheet)
    if creature:
        return writer.write_line(writer.find_verb_name("join"), writer.write_text(creature))
    name = writer.write_text(sheet.name)
    return writer.write_line(
        writer.find_verb_name("join"), name, sheet.kind, *_format_fields(writer, sheet)
    )


def _find_creature_of(writer: Writer, sheet: Sheet) -> str:
    """Return the creature of the game that joins with exactly this sheet; empty without one."""
    for name in writer.lexicon.creatures:
        if not match_name(sheet.name.split()[:1], name):
            continue
        try:
            stock = writer.rules.sheet(writer.state.game, {"from": name}, sheet.kind)
            prepared = writer.rules.prepare(writer.state, Join(stock))
        except Refused:
            continue
        if prepared == Join(sheet):
            return name
    return ""


def _format_fields(writer: Writer, sheet: Sheet) -> list[str]:
    """Write the fields of a sheet that is no creature of the game. Raises `Unwritable` for one
    that has more than fields can say."""
    if sheet.effects or sheet.choices or sheet.conditions or sheet.wounds or sheet.crew:
        raise Inexpressible
    parts = []
    for field in _list_scores(writer.lexicon, writer.state.game):
        value = _format_value(writer, sheet, field)
        parts += [f"{field} {value}"] if value else []
    parts += [f"armor {sheet.armor}"] if sheet.armor else []
    weapons = ", ".join(writer.write_text(describe_weapon(writer, each)) for each in sheet.weapons)
    usual_side = "foes" if sheet.kind == "npc" else "party"
    side = "" if sheet.side == usual_side else sheet.side
    texts = {"weapons": weapons, "player": sheet.player, "side": side}
    parts += [f"{field} {text}" for field, text in texts.items() if text]
    flags = {"detachment": sheet.scale == "detachment", "leader": sheet.leader, "each": sheet.each}
    craft = [each for each in _list_craft(writer.state.game) if each == sheet.scale]
    return [*parts, *craft, *(flag for flag, true in flags.items() if true)]


def _format_value(writer: Writer, sheet: Sheet, field: str) -> str:
    """Write the value of a field, a score with its maximum where the two differ; empty where the
    sheet has no such field."""
    if field in sheet.scores:
        now, most = sheet.scores[field], sheet.maxima.get(field)
        shown = writer.write_number(field, now)
        return shown if most in (None, now) else f"{shown}/{writer.write_number(field, most)}"
    for skill, modifier in sheet.skills.items():
        if skill == field or fold_case(skill.partition(" ")[0]) == fold_case(field):
            return str(modifier)
    if field == "shield":
        return str(sheet.shield) if sheet.shield else ""
    return sheet.area if field == "area" else ""


def complete_join(cursor: Cursor) -> list[str]:
    """Suggest the creatures of the game; behind a name, the kinds of combatants, a follower by the
    game's own word."""
    if not cursor.words:
        return [*cursor.lexicon.creatures]
    kinds = _list_kinds(cursor.state.game)
    taken = {*kinds, *_list_fields(cursor.lexicon, cursor.state.game)}
    if any(fold_case(word) in taken for word in cursor.words):
        return []
    return [*{kind: word for word, kind in kinds.items()}.values()]


JOIN = Verb(
    name="join",
    group="facts",
    aliases=("j",),
    takes="CREATURE [xN] | NAME pc FIELDS | FILE.toml | NAME from FIGHT",
    does="add a combatant to the fight",
    examples=(
        (
            "join jan {follower} …",
            "pc is a player's character, {follower} one of their people, npc anybody else",
        ),
        (
            "join ada pc …",
            "the fields: {fields}, armor, weapons, player, side<crowds|, detachment, leader, each>",
        ),
    ),
    parse=parse_join,
    formats={Join: format_join},
    complete=complete_join,
)

VERBS = (JOIN,)
