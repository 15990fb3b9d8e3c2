"""What the keys of the game are, for the file that somebody is given to begin with."""

from __future__ import annotations

NOTES: dict[str, tuple[str, ...]] = {
    "words": (
        "What the game calls things. special is the verb for the special action, one word;",
        "distance is the unit of a move (the same as movement.unit); dice lists the scores that",
        "are shown as dice, passing the conditions that no fight outlasts, untold those that are",
        "told by other words.",
    ),
    "movement": ("How far one move goes.",),
    "round_seconds": ("How long a round is.",),
    "unarmed_dice": ("The die of an attack without a weapon.",),
    "impaired_die": ("What an impaired save or attack rolls in place of its dice.",),
    "enhanced_die": ("What an enhanced save or attack rolls besides its dice.",),
    "passes": ("What a save has to reach, 1 to 12.",),
    "armor_cap": ("No more armor than this counts.",),
    "dying_seconds": ("How long somebody dying lives without help.",),
    "weapons": (
        "Weapons that can be named without their numbers, each written like those below: dice,",
        "blast, bulky, and STR, DEX or WIL where its Direct Damage goes to that.",
    ),
    "creatures": (
        "Creatures that can join by name. Besides Grit and the three dice: armor, attacks, nerve",
        "(its morale is enhanced or impaired),",
        "and what happens when its target (critical) or it (own_critical) takes critical damage,",
        'or when it is killed: text, or a table like { does = "regain", dice = "d6" }.',
    ),
}
"""By key, the lines that stand over it."""
