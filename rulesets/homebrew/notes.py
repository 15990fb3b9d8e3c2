"""What the keys of a game are, in the words of the file somebody is given to begin with."""

from __future__ import annotations

INHERITED = ("defaults", "weapons", "creatures")
"""The tables of which a file says only what is new or different."""

NOTES: dict[str, tuple[str, ...]] = {
    "words": (
        "What the game calls things. special is the verb for the special action, one word;",
        "distance is the unit of a move (the same as movement.unit).",
    ),
    "scores": (
        "What the four parts of everybody are called, one word each. Give one another name, and",
        "the weapons and creatures of the base follow; rosters write it, too: Guts = 4.",
    ),
    "options": ("Readings of the rules that a table can choose.",),
    "movement": ("How far one move goes; below = true: less than that.",),
    "round_seconds": ("How long a round is.",),
    "defaults": ("What a score is where a record leaves it out.",),
    "unarmed": ("What an attack without a weapon is called.",),
    "unarmed_dice": ("The dice of an attack without a weapon.",),
    "impaired_die": ("What an impaired attack rolls in place of its dice.",),
    "enhanced_die": ("What an enhanced attack rolls.",),
    "armor_cap": ("No more armor than this counts.",),
    "critical_seconds": ("How long a character with critical damage lives without aid.",),
    "dying_seconds": ("How long somebody dying lives without help.",),
    "passes": ("What a save has to reach.",),
    "unarmed_base": ("The base damage of an attack without a weapon.",),
    "default_stat": ("What a stat is where a record leaves it out.",),
    "always": ("The target that not even a natural 20 passes.",),
    "nearly": ("A check missed by less than this is a partial failure.",),
    "most_skill": ("No more than this is what experience adds to a skill.",),
    "death_target": ("What a death check has to be greater than.",),
    "stabilization_target": ("What stabilization has to be greater than.",),
    "treatment_target": ("What trauma treatment has to be greater than.",),
    "death_checks": ("So many death checks, and no more.",),
    "camp_watches": ("How many watches a camp takes.",),
    "bands": ("Distances by name, the nearest first.",),
    "default_band": ("How far a weapon reaches of which nothing else is said.",),
    "weapons": (
        "Weapons that can be named without their numbers, each written like those below. In games",
        "of the Cairn family what else holds for one stands behind its dice: a flat bonus (+1),",
        "blast, bulky, clumsy, enhanced, ignores-armor, recoilless, stun.",
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
    "locations": ("Where a blow lands: a word for each face; with none, the second die says it.",),
    "wounds": ("The wounds, by grade and place: what each does, and what it waits for.",),
    "hindrances": ("What the effects of wounds bring disadvantage to.",),
    "skills": ("The skills the rules know, with their group, their stat, what serves instead.",),
    "multipliers": ("The largest differences that count once, twice, and so on.",),
    "craft": ("Ships and vehicles, by scale: what happens to them, and what they can do.",),
}
"""By key, the lines that stand over it."""
