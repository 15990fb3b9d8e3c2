"""Checks whether a game can be played by its rules. They are for every definition from outside: a
homebrew file, or an imported fight.

Rules read a definition again and again during a fight. So everything that can be wrong with it is
checked beforehand: its shape, its words, every weapon and creature, and what its family of rules
needs.
"""

from __future__ import annotations

import re
from typing import Any

from events.errors import Refused
from events.types.base import Game
from events.types.declarations import Join
from events.types.names import check_name, fold_case
from events.types.rolls import is_dice
from projections.state.fight_state import FightState
from rulesets.common.definition import Fault
from rulesets.core.registry import load_definition_type, load_ruleset
from rulesets.definitions.schema import check_shape
from rulesets.definitions.shipped import is_shipped

FIELDS = (
    *("name", "player", "side", "kind", "armor", "shield", "weapons", "attacks", "conditions"),
    *("skills", "area", "crew", "detachment", "scale", "leader", "each", "from", "count"),
    *("hit", "critical", "own_critical", "killed", "if_critical", "if_broken", "if_shaken"),
)
"""The fields of a roster entry beside scores; no score can have one of these names."""

_ONE_WORD = re.compile(r"[^\W\d]\w{0,19}")


MOST_SIZE = 512 * 1024
"""The most characters, keys and values that a definition may have: it is stored in the first event
of each fight, and these checks read all of it."""


def check_game(game: Game) -> None:
    """Raise `Fault` naming the key of the definition that cannot be played, and why.

    An unchanged shipped game needs no check.
    """
    if not is_shipped(game):
        check_definition(game)


def check_definition(game: Game) -> None:
    """Check any game as `check_game` does, also a shipped one."""
    _refuse_too_large(game.definition)
    check_shape(load_definition_type(game.rules), game.definition)
    for scale in game.scores:
        _check_scores(game, scale)
    if not game.scores.get("individual"):
        raise Fault(("scores",), "the scores of an individual are missing")
    _check_words(game)
    rules = load_ruleset(game.rules)
    rules.check_playable(game)
    _check_entries(game)
    rules.lexicon(game)
    rules.describe(game)


def _refuse_too_large(definition: Any) -> None:
    """Raise `Fault` for a definition that is too large.

    Counting stops at the limit, because a small log can expand into a very large game.
    """
    left, waiting = MOST_SIZE, [definition]
    while waiting:
        match waiting.pop():
            case str() as text:
                left -= len(text)
            case dict() as table:
                left -= len(table) + sum(map(len, table))
                waiting += table.values()
            case list() | tuple() as row:
                left -= len(row)
                waiting += row
        if left < 0:
            raise Fault((), f"the game is larger than one can be ({MOST_SIZE // 1024} KiB)")


def _check_scores(game: Game, scale: str) -> None:
    """Check the names of scores, which people type among other fields and words."""
    parts = game.definition.get("scores", {}).get(scale, {})
    seen = set(FIELDS)
    for name in game.scores[scale]:
        part = (part for part, called in parts.items() if called == name)
        path = ("scores", scale, *part)[:3]
        if not _ONE_WORD.fullmatch(name):
            reason = "is no name for a score; it is one word of up to 20 letters, like Guts"
            raise Fault(path, f"“{name}” {reason}")
        if fold_case(name) in seen:
            raise Fault(path, f"“{name}” is taken; give each score a name of its own")
        seen.add(fold_case(name))


def _check_words(game: Game) -> None:
    """Check that the name of bare hands is not dice, and that all distances have one unit."""
    bare = str(game.definition.get("unarmed", ""))
    try:
        check_name(bare)
    except Refused as refused:
        raise Fault(("unarmed",), str(refused)) from None
    if any(is_dice(word) for word in bare.split()):
        raise Fault(("unarmed",), "is what bare hands are called; its dice are unarmed_dice")
    unit = game.definition.get("movement", {}).get("unit")
    distance = game.words.get("distance", "")
    if unit is not None and unit != distance:
        reason = f"is “{unit}”, and words.distance is “{distance}”; they are the same"
        raise Fault(("movement", "unit"), reason)


def _check_entries(game: Game) -> None:
    """Check weapons and creatures by reading them as a joining combatant's."""
    rules = load_ruleset(game.rules)
    nobody = FightState(game=game)
    bare = fold_case(str(game.definition.get("unarmed", "")))
    for name in _list_names(game, "weapons"):
        if fold_case(name) == bare:
            raise Fault(("weapons", name), "is what bare hands are called; choose another name")
        try:
            rules.weapon(game, name)
        except Refused as refused:
            raise Fault(("weapons", name), str(refused)) from None
    for name in _list_names(game, "creatures"):
        try:
            rules.prepare(nobody, Join(rules.sheet(game, {"from": name}, "npc")))
        except Refused as refused:
            raise Fault(("creatures", name), str(refused)) from None


def _list_names(game: Game, table: str) -> list[str]:
    """Return the names in a table; raise `Fault` for a name that cannot be shown or that is there
    twice."""
    seen: dict[str, str] = {}
    for name in game.definition.get(table, {}):
        try:
            check_name(name)
        except Refused as refused:
            raise Fault((table, name), str(refused)) from None
        if fold_case(name) in seen:
            other = seen[fold_case(name)]
            raise Fault((table, name), f"is written like “{other}” but for case and accents")
        seen[fold_case(name)] = name
    return list(seen.values())
