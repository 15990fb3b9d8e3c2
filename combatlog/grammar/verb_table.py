"""The table of verbs, with what each takes and does: for parsing, completion and help."""

from __future__ import annotations

from typing import NamedTuple


class Verb(NamedTuple):
    """One verb: its name, other names (a single letter serves the hurried), what it takes, and
    what it does; `more` are examples, each with what it means, told where the verb alone is asked
    for. A game may have another word for it, or no use for it.

    In these texts `<feature|text>` stands only where a game has the feature (`Lexicon.has`),
    `<!feature|text>` where it has not, and `{save}` for the game's own word.
    """

    name: str
    aliases: tuple[str, ...]
    takes: str
    does: str
    more: tuple[tuple[str, str], ...] = ()


def _risks(verb: str, rest: str = "") -> tuple[tuple[str, str], ...]:
    """What can stand behind a word for a save."""
    return (
        (f"<!target|{verb} {{score}}{rest}>", "<!target|the {ability} it is rolled on>"),
        (f"<target|{verb} Athletics 10{rest}>", "<target|what it is rolled on, and the number>"),
        (f"<versus|{verb} {{score}} versus wolf{rest}>", "<versus|an opponent rolls against it>"),
        (
            f"<versus|{verb} {{score}} versus wolf {{other}}{rest}>",
            "<versus|the {ability} it rolls on>",
        ),
        ("<modified saves|{imp}: why; {enh}: why>", "<modified saves|what modifies it>"),
    )


_RISKY = (
    "WHO [{save} {ABILITY}<target| NUMBER><versus| | {save} {ABILITY} versus WHO [{ABILITY}]>] WHAT"
)

VERBS = (
    Verb(
        "attack",
        ("a",),
        "WHO TARGET<several|[, TARGET]> [WEAPON<several| [and WEAPON]>] [{imp}: why] [{enh}: why]",
        "declare an attack",
        (
            ("a ada wolf {imp}: mud; {enh}: from above", "what modifies it"),
            ("a ada wolf; overrule: she may", "what speaks against it is overruled"),
            ("<bare dice|a ada wolf d8>", "<bare dice|dice in place of a weapon>"),
            ("<several|a ada wolf knife and sword>", "<several|the highest die counts>"),
            (
                "<several|a ben wolf, wolf 2 fire pot<keep| count>>",
                "<several|a blast strikes several<keep|; count rolls how many>>",
            ),
            ("<several|a wolf ada ({imp}: a wall), ben>", "<several|against one target alone>"),
            (
                "<band|a ada wolf at {band}>",
                "<band|<phase|how they fight, near or in one area: {bands}>"
                "<!phase|how far away: {bands}>>",
            ),
            (
                "<risk|a ada wolf {save} {score} versus wolf>",
                "<risk|a {save} before it: passed, it is {enhanced}; failed, the wolf's is>",
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
            ("a ada wolf instead", "in place of what was declared"),
            ("a ada wolf !", "and resolved at once"),
        ),
    ),
    Verb(
        "move",
        ("m",),
        "WHO<measured| [DISTANCE]> [to WHERE]<phase| [during PHASE]>",
        "declare a move",
        (("<phase|move ada to yard during magic>", "<phase|the phases: {phases}>"),),
    ),
    Verb("do", ("d", "act"), _RISKY, "declare any other action", _risks("do ada {save}", " jumps")),
    Verb(
        "special",
        (),
        _RISKY,
        "declare the game's special action",
        _risks("{special} ada {save}", " …"),
    ),
    Verb("aid", (), "WHO WHOM [WOUND]", "tend somebody's wounds"),
    Verb("treat", (), "WHO WHOM [WOUND]", "heal a wound for good"),
    Verb("retreat", (), "WHO to WHERE<risk| [versus WHO]>", "run for a safe place"),
    Verb("disengage", (), "WHO", "fight only to get away"),
    Verb(
        "manoeuvre",
        ("maneuver", "man"),
        "CRAFT WHAT [[on] TARGET] [with WEAPON] [as CHOICE]",
        "declare what craft do",
        (("man courier lock on raider with gun", "what there is: {manoeuvres}"),),
    ),
    Verb(
        "go",
        ("g", "resolve"),
        "<sides|[SIDE]>",
        "<sides|resolve what has been declared><!sides|play the round>",
    ),
    Verb(
        "next",
        ("n", "round"),
        "<opening|[ambush | ambushed><risk| | versus WHO><opening|]>",
        "begin the next round",
    ),
    Verb(
        "roll", ("r",), "[WHO] [DIE] [FACE…] | all", "type awaited dice; without a face, draw one"
    ),
    Verb("undo", ("u",), "[HOW MANY] [: why]", "take back the last command"),
    Verb("redo", (), "[HOW MANY]", "bring back what was undone"),
    Verb("rewind", (), "SEQ [: why]", "go back to an event"),
    Verb("branches", (), "", "list the branches"),
    Verb("switch", (), "BRANCH [: why]", "go to the end of a branch"),
    Verb("call", (), "NAME | BRANCH NAME", "name a branch"),
    Verb(
        "amend",
        (),
        "SEQ WHAT; why: WHY | SEQ FACE: WHY",
        "say something of the past otherwise: what follows it is played anew, with the same dice",
        (
            ("amend 41 a ada wolf {imp}: mud; why: forgotten", "what is declared instead"),
            ("amend 41 {imp}: mud; why: forgotten", "the same with a modifier, or overruled"),
            ("amend 44 6: misread", "what a die showed; an outcome stands for its cause"),
            ("amend 3 armor 2; why: the wrong sheet", "how somebody joined: a number, a trait"),
            ("amend 50 6; why: misheard", "a number that was stated"),
            ("amend 41; why: he was there", "what was struck out or skipped is put back"),
            ("amend 44 6: misread !", "without asking"),
        ),
    ),
    Verb(
        "strike",
        (),
        "SEQ: WHY",
        "take something of the past out; what follows is played anew",
        (("strike 93: it was right", "a correction: what it changed is as it was before"),),
    ),
    Verb(
        "insert",
        (),
        "SEQ WHAT; why: WHY",
        "put something forgotten in before an event; what follows is played anew",
    ),
    Verb(
        "what-if",
        ("whatif",),
        "[strike | insert] SEQ [WHAT]",
        "correct the past on a branch of its own",
    ),
    Verb(
        "save",
        (),
        "WHO[, WHO] {ABILITY}<target| NUMBER><versus| | … versus WHO [{ABILITY}]> [: why]",
        "call for a {save}",
        _risks("{save} ada"),
    ),
    Verb("morale", (), "WHO[, WHO] [: why]", "call for a morale {save}"),
    Verb(
        "harm",
        (),
        "WHO[, WHO]<amount| [DICE]><steps| [{ABILITY}]><direct| [direct {ABILITY}]>"
        "<place| [at PLACE]> [: why]",
        "<!steps|damage outside an attack; of several dice the highest>"
        "<steps|harm outside an attack: a step down>",
        (("<place|harm ada 12 at head>", "<place|the places: {places}>"),),
    ),
    Verb("time", (), "10 min [: why]", "let time pass"),
    Verb(
        "rest",
        (),
        "[WHO]<sides|<extended| [extended]>>",
        "<camp|let a {watch} go by: what was declared for it, then death {save}s, then rest>"
        "<!camp|rest>",
    ),
    Verb("camp", (), "[WHO]", "make {camp}: several {watches} of rest, and time to treat wounds"),
    Verb(
        "recover",
        ("heal",),
        "WHO WOUND<steps| | WHO {ABILITY}>",
        "what a wound waited for has come",
    ),
    Verb("pack", (), "WHO [off]", "a full pack is taken up, or put down"),
    Verb("takeover", (), "DEAD HEIR", "a dead character's player goes on as somebody else"),
    Verb(
        "join",
        ("j",),
        "CREATURE [xN] | NAME pc FIELDS | FILE.toml | NAME from FIGHT",
        "somebody joins",
        (
            (
                "join ada pc …",
                "the fields: {fields}, armor, weapons, player, side"
                "<crowds|, detachment, leader, each>",
            ),
        ),
    ),
    Verb(
        "set",
        (),
        "WHO SCORE NUMBER[/MAX] | WHO TRAIT VALUE [: why]",
        "state a number",
        (("set ada side foes", "the traits: {traits}"),),
    ),
    Verb("skill", (), "WHO SKILL NUMBER [: why]", "state what a skill adds"),
    Verb(
        "condition",
        (),
        "WHO CONDITION [helpless | crawling | held] [(WHAT)] [: why]",
        "state a condition",
        (("condition ada wary (wolf)", "whom it is about, or what weapon"),),
    ),
    Verb(
        "area",
        (),
        "NAME [next to AREA, AREA] [sees AREA] [unseen AREA]",
        "lay out a place of the battlefield",
    ),
    Verb("place", (), "WHO[, WHO] AREA [: why]", "state where somebody is"),
    Verb("engage", (), "WHO with WHO[, WHO] | nobody [: why]", "state who is locked in a fight"),
    Verb("crew", (), "CRAFT WHO [POST] | CRAFT WHO off", "state who is aboard a craft"),
    Verb("clear", (), "WHO CONDITION [(WHAT)] [: why]", "end a condition"),
    Verb("kill", (), "WHO [: why]", "state a death"),
    Verb("revive", (), "WHO [: why]", "state that somebody lives"),
    Verb("remove", (), "WHO [: why]", "somebody leaves the fight"),
    Verb("return", (), "WHO [: why]", "somebody is back"),
    Verb("rename", (), "WHO NAME", "call somebody differently"),
    Verb("hand", (), "WHO to PLAYER [side SIDE] [: why]", "somebody else speaks for them"),
    Verb("arm", (), "WHO WEAPON [DICE]", "somebody has a weapon"),
    Verb("disarm", (), "WHO WEAPON", "somebody has lost a weapon"),
    Verb("dice", (), "digital | typed", "who throws the dice from here on"),
    Verb("salt", (), "ANY WORDS", "add something to the secret of the dice, before one falls"),
    Verb("note", (), "TEXT", "write a note; an undo leaves it"),
    Verb("end", (), "[: why]", "end the fight"),
    Verb("state", ("s",), "[at SEQ]", "show how everybody stands"),
    Verb("log", ("l",), "[HOW MANY]", "show the last events"),
    Verb("stats", (), "", "the fight in numbers"),
    Verb("timeline", (), "", "show when what changed"),
    Verb("chronicle", (), "", "tell the fight so far"),
    Verb(
        "why",
        ("w",),
        "WHO SCORE<phase| | WHO SKILL> | WHO CONDITION [at SEQ]",
        "what made a number what it is, or somebody so",
        (("why ada dead", "how that came about"), ("why ada {score} at 41", "as it was then")),
    ),
    Verb(
        "diff",
        (),
        "A [B]",
        "compare two points, lines or fights: how everybody stands, what has happened",
        (
            ("diff 41", "event 41 and now"),
            ("diff 41 57", "two events, on whichever lines"),
            ("diff branch-2", "the end of a branch and now"),
            ("diff 2#", "fight 2 (or its title) and this one"),
            ("diff 2#41 57", "event 41 of fight 2 and event 57 of this one"),
        ),
    ),
    Verb("help", ("h", "?"), "[VERB]", "show the verbs, or one"),
    Verb("quit", ("q", "exit"), "", "leave; everything is recorded already"),
)


GROUPS: dict[str, tuple[str, ...]] = {
    "fighting": (
        *("attack", "move", "do", "special", "aid", "treat", "retreat", "disengage", "manoeuvre"),
        *("go", "next", "roll", "save", "morale", "harm", "time", "rest", "camp", "recover"),
        *("pack", "takeover", "end"),
    ),
    "facts": (
        *("join", "set", "skill", "condition", "clear", "area", "place", "engage", "crew", "kill"),
        *("revive", "remove", "return", "rename", "hand", "arm", "disarm"),
    ),
    "taking back": ("undo", "redo", "rewind", "branches", "switch", "call"),
    "correcting": ("amend", "strike", "insert", "what-if"),
    "looking": ("state", "log", "timeline", "chronicle", "why", "diff", "stats", "help"),
    "at the table": ("dice", "salt", "note", "quit"),
}
"""The verbs by what they are for, as help lists them."""
