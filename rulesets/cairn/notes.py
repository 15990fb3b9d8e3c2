"""What the keys of a game of the family are, for the file that somebody is given to begin with."""

from __future__ import annotations

NOTES: dict[str, tuple[str, ...]] = {
    "words": (
        "What the game calls things. special is the verb for the special action, one word;",
        "distance is the unit of a move (the same as movement.unit); passing lists conditions that",
        "no fight outlasts, untold those that are told by other words.",
    ),
    "scores": (
        "What the four parts of everybody are called, one word each. Give one another name, and",
        "the weapons and creatures of the base follow; rosters write it, too: Guts = 4.",
    ),
    "movement": ("How far one move goes; below = true: less than that.",),
    "round_seconds": ("How long a round is.",),
    "defaults": ("What a score is where a record leaves it out.",),
    "unarmed_dice": ("The dice of an attack without a weapon.",),
    "impaired_die": ("What an impaired attack rolls in place of its dice.",),
    "enhanced_die": ("What an enhanced attack rolls.",),
    "armor_cap": ("No more armor than this counts.",),
    "critical_seconds": ("How long a character with critical damage lives without aid.",),
    "bands": ("Distances by name, the nearest first.",),
    "default_band": ("How far a weapon reaches of which nothing else is said.",),
    "weapons": (
        "Weapons that can be named without their numbers, each written like those below: dice,",
        "and what else holds for it: a flat bonus (+1), blast, bulky, clumsy, enhanced,",
        "ignores-armor, recoilless, stun, and a distance where the game has some.",
    ),
    "creatures": (
        "Creatures that can join by name. Besides the scores: armor, attacks, detachment = true,",
        "leader = true, each = true (every attack each turn), and what happens on a hit, when its",
        "target (critical) or it (own_critical) takes critical damage, when it is killed: text,",
        'or a table like { does = "incapacitate", text = "held fast" }.',
    ),
    "scars": (
        "The table of scars, whole: with a row of your own here, the base's rows are gone. Rows",
        "count from 1; the last one serves for more. text may name {place} and {referee}. A step",
        "of now (at once) or later (when what it awaits has come) rolls either for a place, with",
        "a word for each face, or for a score: protection, body, agility, will, or placed (the",
        "one that the place names). rule says what becomes of the maximum: higher, add, becomes;",
        "or current, of the score itself. save rolls only after a passed save. conditions can",
        "bar moving, all but crawling, everything; hours kill unless what it awaits comes.",
    ),
    "craft": ("Ships and vehicles, by scale: what happens to them, and what they can do.",),
}
"""By key, the lines that stand over it."""
