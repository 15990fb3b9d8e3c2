"""The verbs, with what each takes and does: one table for parsing, completion and help."""

from __future__ import annotations

from typing import NamedTuple

from events.errors import Refused
from events.names import folded
from rulesets.common.naming import listed, nearest


class Verb(NamedTuple):
    """One verb: its name, other names (a single letter serves the hurried), what it takes, and
    what it does; `more` is told where the verb alone is asked for. `SPECIAL` stands for the
    game's own word."""

    name: str
    aliases: tuple[str, ...]
    takes: str
    does: str
    more: tuple[str, ...] = ()


SPECIAL = "special"

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
        ),
    ),
    Verb("move", ("m",), "WHO [DISTANCE] [to WHERE]", "declare a move"),
    Verb("do", ("d", "act"), "WHO [save ABILITY] WHAT", "declare any other action"),
    Verb(SPECIAL, (), "WHO [save ABILITY] WHAT", "declare the game's special action"),
    Verb("aid", (), "WHO WHOM", "tend somebody's wounds"),
    Verb("retreat", (), "WHO to WHERE", "run for a safe place"),
    Verb("go", ("g", "resolve"), "[SIDE]", "resolve what has been declared"),
    Verb("next", ("n", "round"), "[ambush | ambushed]", "begin the next round"),
    Verb(
        "roll", ("r",), "[WHO] [DIE] [FACE…] | all", "type awaited dice; without a face, draw one"
    ),
    Verb("undo", ("u",), "[HOW MANY] [: why]", "take back the last command"),
    Verb("redo", (), "[HOW MANY]", "bring back what was undone"),
    Verb("rewind", (), "SEQ [: why]", "go back to an event"),
    Verb("branches", (), "", "list the branches"),
    Verb("switch", (), "BRANCH [: why]", "go to the end of a branch"),
    Verb("call", (), "NAME | BRANCH NAME", "name a branch"),
    Verb("save", (), "WHO[, WHO] ABILITY [: why]", "call for a save"),
    Verb(
        "harm",
        (),
        "WHO[, WHO] DICE [direct ABILITY] [: why]",
        "damage outside an attack; of several dice the highest",
    ),
    Verb("time", (), "10 min [: why]", "let time pass"),
    Verb("rest", (), "[WHO] [extended]", "rest"),
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


def find_verb(word: str, special: str) -> Verb:
    """The verb this word is or begins; `special` is the game's word for its special action.
    Raises `Refused` with the nearest, or with all it could be."""
    said = folded(word)
    for verb in VERBS:
        if said in (verb.name, *verb.aliases) or (verb.name == SPECIAL and said == folded(special)):
            return verb
    begun = [verb for verb in VERBS if any(name.startswith(said) for name in _names(verb, special))]
    if len(begun) == 1:
        return begun[0]
    if begun:
        meant = [next(n for n in _names(verb, special) if n.startswith(said)) for verb in begun]
        names = listed(meant, "or")
        raise Refused(f"“{word}” could be {names}; type a little more.")
    every = [name for verb in VERBS for name in _names(verb, special) if len(name) > 1]
    raise Refused(f"There is no verb “{word}”{nearest(word, every)}; help lists them.")


def _names(verb: Verb, special: str) -> tuple[str, ...]:
    return (verb.name, *verb.aliases, *((folded(special),) if verb.name == SPECIAL else ()))
