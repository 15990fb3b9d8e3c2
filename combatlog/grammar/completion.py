"""What could come next on the line: verbs, names, weapons, words of the grammar."""

from __future__ import annotations

from collections.abc import Iterable

from combatlog.grammar.name_match import fit
from combatlog.grammar.registry import called, find_verb, verbs_of
from events.errors import Refused
from events.types.names import folded
from projections.state.fight_state import Combatant, FightState
from projections.text.words import Words, is_craft
from rulesets.core.registry import ruleset
from rulesets.core.ruleset import Lexicon

_NO_NAMES = frozenset(
    (
        *("undo", "redo", "rewind", "switch", "call", "time", "note", "end", "state", "log"),
        *("amend", "strike", "insert", "what-if", "diff"),
    )
)
"""Verbs behind which no combatant stands."""


def suggestions(line: str, state: FightState) -> tuple[list[str], str]:
    """What may stand at the end of a line, and the unfinished word it would replace."""
    words = line.split()
    unfinished = "" if not line or line[-1].isspace() else words.pop()
    lexicon = ruleset(state.game.rules).lexicon(state.game)
    if not words:
        names = [called(verb, lexicon) for verb in verbs_of(lexicon)]
        return beginning(names, unfinished), unfinished
    try:
        verb = find_verb(words[0], lexicon).name
    except Refused:
        return [], unfinished
    return beginning(_next(verb, words[1:], state), unfinished), unfinished


def _next(verb: str, words: list[str], state: FightState) -> list[str]:
    """What a verb takes after these words."""
    present = [one for one in state.combatants.values() if one.standing == "in"]
    names = [one.name for one in present]
    if verb == "attack":
        return _attack(words, state, present)
    if verb in ("aid", "takeover") or not words:
        return _first(verb, state, names)
    one = _named(words, state)
    rules = ruleset(state.game.rules)
    rollable = rules.rollable(state, one) if one else ()
    scores = list(one.scores) if one else []
    if words[-1].casefold() in ("versus", "vs"):
        return names
    if len(words) > 1 and words[-2].casefold() in ("versus", "vs"):
        opponent = _named(words[-1:], state)
        return list(rules.rollable(state, opponent)) if opponent is not None else []
    save = Words(state).term("save")
    lexicon = rules.lexicon(state.game)
    if verb == "save":
        return [*rollable, *_versus(lexicon)]
    if verb in ("do", "special"):
        return [*rollable] if words[-1].casefold() in ("save", save) else [save]
    if verb in ("why", "set"):
        traits = [*lexicon.traits] if verb == "set" else []
        skills = [each for each in rollable if each not in scores and verb == "set"]
        plight = _plight(one) if one and verb == "why" else []
        return [*scores, *traits, *(skills if "skill" not in lexicon.lacks else []), *plight]
    if verb == "skill":
        return [each for each in rollable if each not in scores]
    if verb == "place":
        return list(state.areas)
    if verb == "move" and words[-1].casefold() == "to":
        return list(state.areas)
    if verb in ("treat", "engage", "crew"):
        return names
    if verb == "manoeuvre":
        return [*lexicon.manoeuvres, "on", "with"]
    if verb in ("recover", "heal") and one:
        damage = [each.name for each in one.conditions] if is_craft(one) else []
        return [*(wound.label for wound in one.wounds if wound.awaits), *damage]
    if verb == "clear" and one:
        return [condition.name for condition in one.conditions]
    if verb == "disarm" and one:
        return [weapon.name for weapon in one.weapons]
    if verb == "harm":
        return [*_harm(words, lexicon), *rollable]
    return []


def _plight(one: Combatant) -> list[str]:
    """What somebody is in, has, or has come to."""
    ends = [{"in": "", "gone": "gone", "dead": "dead"}[one.standing]]
    names = [*(each.name for each in one.conditions), *(each.label for each in one.wounds), *ends]
    return list(dict.fromkeys(filter(None, names)))


def _harm(words: list[str], lexicon: Lexicon) -> list[str]:
    if words[-1].casefold() == "at":
        return [*lexicon.places]
    return ["direct"] * ("direct" in lexicon.has) + ["at"] * bool(lexicon.places)


def _versus(lexicon: Lexicon) -> list[str]:
    return ["versus"] if "versus" in lexicon.has else []


def _first(verb: str, state: FightState, names: list[str]) -> list[str]:
    lexicon = ruleset(state.game.rules).lexicon(state.game)
    creatures = list(lexicon.creatures)
    fixed: dict[str, list[str]] = {
        "go": list(state.sides),
        "next": [] if state.round else _openings(lexicon),
        "dice": ["digital", "typed"],
        "join": creatures,
        "roll": list(dict.fromkeys(state.combatants[a.by].name for a in state.awaited)),
        "revive": [one.name for one in state.combatants.values() if one.standing == "dead"],
        "return": [one.name for one in state.combatants.values() if one.standing == "gone"],
        "help": [called(known, lexicon) for known in verbs_of(lexicon)],
        "area": list(state.areas),
    }
    if verb in _NO_NAMES:
        return []
    return fixed.get(verb, names)


def _openings(lexicon: Lexicon) -> list[str]:
    """How the first round can begin, where somebody may be quicker than others."""
    if "opening" not in lexicon.has:
        return []
    return ["ambush", "ambushed", *_versus(lexicon)]


def _attack(words: list[str], state: FightState, present: list[Combatant]) -> list[str]:
    attacker = _named(words, state)
    if attacker is None:
        acted = {waiting.action.by for waiting in state.pending}
        return [one.name for one in sorted(present, key=lambda one: one.id in acted)]
    after = words[_used(words, attacker.name) :]
    others = [one for one in present if one.side != attacker.side]
    if not after or after[-1].endswith(","):
        return [one.name for one in others]
    weapons = [weapon.name for weapon in attacker.weapons]
    lexicon = ruleset(state.game.rules).lexicon(state.game)
    bands = [f"at {band}" for band in lexicon.bands]
    term = Words(state).term
    modifiers = [term("impaired"), term("enhanced")]
    more = [term("save")] * ("risk" in lexicon.has) + ["ward:", "bane:"] * ("odds" in lexicon.has)
    return [*weapons, *modifiers, *more, "instead", "overrule:", *bands]


def _named(words: list[str], state: FightState) -> Combatant | None:
    """The combatant that the first words name, if they name one."""
    fits = [(match, one) for one in state.combatants.values() if (match := fit(words, one.name))]
    if not fits:
        return None
    best = max(match for match, _ in fits)
    found = [one for match, one in fits if match == best]
    return found[0]


def _used(words: list[str], name: str) -> int:
    match = fit(words, name)
    return match.used if match else 0


def beginning(choices: Iterable[str], unfinished: str) -> list[str]:
    """The choices in which a word begins like the unfinished one."""
    said = folded(unfinished)
    return [
        choice
        for choice in dict.fromkeys(choices)
        if any(part.startswith(said) for part in [folded(choice), *folded(choice).split()])
    ]
