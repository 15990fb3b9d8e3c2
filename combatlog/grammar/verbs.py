"""The verbs, with what each takes and does: one table for parsing, completion and help."""

from __future__ import annotations

from typing import NamedTuple

from events.errors import Refused
from events.names import folded
from rulesets.common.naming import listed, nearest
from rulesets.ruleset import Lexicon


class Verb(NamedTuple):
    """One verb: its name, other names (a single letter serves the hurried), what it takes, and
    what it does; `more` is told where the verb alone is asked for. A game may have another word
    for it, or no use for it."""

    name: str
    aliases: tuple[str, ...]
    takes: str
    does: str
    more: tuple[str, ...] = ()


RISKS = (
    "  save DEX                        the ability, or skill, it is rolled on",
    "  save DEX versus troll           where an opponent rolls against it",
    "  save Athletics 10               where there is a number to beat",
    "  imp: why; enh: why              what modifies it, where the game modifies saves",
)
"""What can stand behind `save`."""

VERBS = (
    Verb(
        "attack",
        ("a",),
        "WHO TARGET[, TARGET] [WEAPON [and WEAPON]] [imp: why] [enh: why]",
        "declare an attack",
        (
            "  a ada wolf d8                   dice in place of a weapon",
            "  a ada wolf knife and sword      two weapons at once: the highest die counts",
            "  a ben wolf, wolf 2 grenade      a blast strikes several; count rolls how many",
            "  a mob ada (imp: a wall), ben    a modifier against one target alone",
            "  a ada wolf imp: mud; enh: from above; overrule: she may",
            "  at DISTANCE where the game knows distances; keep the weapon's own dice where a d12",
            "  is allowed; instead of what was declared; a final ! resolves at once",
            "  in games that have them: save DEX [versus WHO] [or lost], a save within the attack;",
            "  ward: why and bane: why enhance and impair the target's save against the harm",
        ),
    ),
    Verb("move", ("m",), "WHO [DISTANCE] [to WHERE]", "declare a move"),
    Verb("do", ("d", "act"), "WHO [save ABILITY …] WHAT", "declare any other action", RISKS),
    Verb("special", (), "WHO [save ABILITY …] WHAT", "declare the game's special action", RISKS),
    Verb("aid", (), "WHO WHOM [WOUND]", "tend somebody's wounds"),
    Verb("treat", (), "WHO WHOM [WOUND]", "heal a wound for good"),
    Verb("retreat", (), "WHO to WHERE [versus WHO]", "run for a safe place"),
    Verb("disengage", (), "WHO", "fight only to get away"),
    Verb(
        "manoeuvre",
        ("maneuver", "man"),
        "CRAFT WHAT [on TARGET] [with WEAPON] [as CHOICE]",
        "declare what craft do",
    ),
    Verb("go", ("g", "resolve"), "[SIDE]", "resolve what has been declared"),
    Verb("next", ("n", "round"), "[ambush | ambushed | versus WHO]", "begin the next round"),
    Verb(
        "roll", ("r",), "[WHO] [DIE] [FACE…] | all", "type awaited dice; without a face, draw one"
    ),
    Verb("undo", ("u",), "[HOW MANY] [: why]", "take back the last command"),
    Verb("redo", (), "[HOW MANY]", "bring back what was undone"),
    Verb("rewind", (), "SEQ [: why]", "go back to an event"),
    Verb("branches", (), "", "list the branches"),
    Verb("switch", (), "BRANCH [: why]", "go to the end of a branch"),
    Verb("call", (), "NAME | BRANCH NAME", "name a branch"),
    Verb("save", ("check",), "WHO[, WHO] ABILITY … [: why]", "call for a save", RISKS),
    Verb("morale", (), "WHO[, WHO] [: why]", "call for a morale save"),
    Verb(
        "harm",
        (),
        "WHO[, WHO] [DICE] [direct ABILITY] [at PLACE] [: why]",
        "damage outside an attack; of several dice the highest",
    ),
    Verb("time", (), "10 min [: why]", "let time pass"),
    Verb("rest", (), "[WHO] [extended]", "rest"),
    Verb("camp", (), "[WHO]", "make camp: an extended rest"),
    Verb("recover", ("heal",), "WHO WOUND", "what a wound waited for has come"),
    Verb("pack", (), "WHO [off]", "a full pack is taken up, or put down"),
    Verb("takeover", (), "DEAD HEIR", "a dead character's player goes on as somebody else"),
    Verb(
        "join",
        ("j",),
        "CREATURE [xN] | NAME pc FIELDS | FILE.toml | NAME from FIGHT",
        "somebody joins",
    ),
    Verb("set", (), "WHO SCORE NUMBER[/MAX] | WHO TRAIT VALUE [: why]", "state a number"),
    Verb(
        "condition", (), "WHO CONDITION [helpless | crawling | held] [: why]", "state a condition"
    ),
    Verb("area", (), "NAME [next to AREA, AREA] [sees AREA]", "lay out a place of the battlefield"),
    Verb("place", (), "WHO AREA [: why]", "state where somebody is"),
    Verb("engage", (), "WHO with WHO[, WHO] | nobody [: why]", "state who is locked in a fight"),
    Verb("crew", (), "CRAFT WHO [POST] | CRAFT WHO off", "state who is aboard a craft"),
    Verb("clear", (), "WHO CONDITION [: why]", "end a condition"),
    Verb("kill", (), "WHO [: why]", "state a death"),
    Verb("revive", (), "WHO [: why]", "state that somebody lives"),
    Verb("remove", (), "WHO [: why]", "somebody leaves the fight"),
    Verb("return", (), "WHO [: why]", "somebody is back"),
    Verb("rename", (), "WHO NAME", "call somebody differently"),
    Verb("hand", (), "WHO to PLAYER [side SIDE] [: why]", "somebody else speaks for them"),
    Verb("arm", (), "WHO WEAPON [DICE]", "somebody has a weapon"),
    Verb("disarm", (), "WHO WEAPON", "somebody has lost a weapon"),
    Verb("dice", (), "digital | typed", "who throws the dice from here on"),
    Verb("note", (), "TEXT", "write a note; an undo leaves it"),
    Verb("end", (), "[: why]", "end the fight"),
    Verb("state", ("s",), "[at SEQ]", "show how everybody stands"),
    Verb("log", ("l",), "[HOW MANY]", "show the last events"),
    Verb("timeline", (), "", "show when what changed"),
    Verb("chronicle", (), "", "tell the fight so far"),
    Verb("why", ("w",), "WHO SCORE", "what made a number what it is"),
    Verb("help", ("h", "?"), "[VERB]", "show the verbs, or one"),
    Verb("quit", ("q", "exit"), "", "leave; everything is recorded already"),
)


def verbs_of(lexicon: Lexicon) -> list[Verb]:
    """The verbs that a game has a use for."""
    return [verb for verb in VERBS if verb.name not in lexicon.lacks]


def called(verb: Verb, lexicon: Lexicon) -> str:
    """What a game calls a verb."""
    return lexicon.called.get(verb.name, verb.name)


def find_verb(word: str, lexicon: Lexicon) -> Verb:
    """The verb this word is or begins, by its own name or by what the game calls it. Raises
    `Refused` with the nearest, or with all it could be."""
    said = folded(word)
    verbs = verbs_of(lexicon)
    for verb in verbs:
        if said in _names(verb, lexicon):
            return verb
    begun = [verb for verb in verbs if any(each.startswith(said) for each in _names(verb, lexicon))]
    if len(begun) == 1:
        return begun[0]
    if begun:
        meant = [next(n for n in _names(verb, lexicon) if n.startswith(said)) for verb in begun]
        names = listed(meant, "or")
        raise Refused(f"“{word}” could be {names}; type a little more.")
    every = [each for verb in verbs for each in _names(verb, lexicon) if len(each) > 1]
    raise Refused(f"There is no verb “{word}”{nearest(word, every)}; help lists them.")


def _names(verb: Verb, lexicon: Lexicon) -> tuple[str, ...]:
    own = lexicon.called.get(verb.name, "")
    return (verb.name, *verb.aliases, *((folded(own),) if own else ()))
