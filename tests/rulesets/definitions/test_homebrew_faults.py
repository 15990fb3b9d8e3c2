"""Faults in homebrew files: each is one sentence with file, line and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.errors import Unreadable
from rulesets.definitions.homebrew_read import parse_homebrew
from rulesets.definitions.shipped import load_game
from tests.rulesets.definitions.test_homebrew import HEAD

FAULTS = {
    "no base": ('id = "x"\nname = "X"', "h.toml: from: is missing; say which game this is from"),
    "a base nobody knows": (
        HEAD.replace("golden-idol", "golden-idle"),
        "h.toml, line 1: from: there is no game “golden-idle” (did you mean golden-idol?).",
    ),
    "no name": (
        'from = "thalassa"\nid = "x"',
        "h.toml: name: is missing; say it at the top, like name =",
    ),
    "no id": ('from = "thalassa"\nname = "X"', "h.toml: id: is missing"),
    "the id of another game": (
        HEAD.replace("grim", "thalassa"),
        "h.toml, line 2: id: “thalassa” comes with combatlog; choose an id of your own.",
    ),
    "an id that is none": (
        HEAD.replace('"grim"', '"Grim Hack"'),
        "h.toml, line 2: id: “Grim Hack” is small letters, digits and hyphens, like “grim-hack”.",
    ),
    "a name that cannot be seen": (
        HEAD.replace('"Grim"', '"\\u200b"'),
        "h.toml, line 3: name: A name needs at least one visible character.",
    ),
    "a name that is a number": (
        HEAD.replace('"Grim"', "7"),
        "h.toml, line 3: name: is text in quotes, not 7.",
    ),
    "an unknown key": (
        HEAD + "[weapns]",
        "h.toml, line 4: weapns: there is no such key (did you mean weapons?).",
    ),
    "an unknown option": (
        HEAD + "[options]\nnpc_critcal = true",
        "h.toml, line 5: options.npc_critcal: there is no such key (did you mean npc_critical?).",
    ),
    "an answer that is none": (
        HEAD + '[options]\nnpc_critical = "ded"',
        "h.toml, line 5: options.npc_critical: is “out” or “dead”, not “ded”.",
    ),
    "neither true nor false": (
        HEAD + 'options = { morale = "yes" }',
        "h.toml, line 4: options.morale: is true or false, not “yes”.",
    ),
    "text for a number": (
        HEAD + 'armor_cap = "three"',
        "h.toml, line 4: armor_cap: is a whole number, not “three”.",
    ),
    "a number below nothing": (
        HEAD + "armor_cap = -1",
        "h.toml, line 4: armor_cap: is a number from 0 to",
    ),
    "a number beyond all bounds": (
        HEAD + f"armor_cap = {2**64}",
        "h.toml, line 4: armor_cap: is too large;",
    ),
    "a number of thousands of digits": (
        HEAD + f"armor_cap = {'9' * 5000}",
        "h.toml: this is not TOML: it has a number that cannot be read.",
    ),
    "a hundred watches for a camp": (
        HEAD.replace("golden-idol", "paraverse") + "camp_watches = 315360000",
        "h.toml, line 4: camp_watches: is a number from 1 to 24, not 315360000.",
    ),
    "death checks without end": (
        HEAD.replace("golden-idol", "paraverse") + "death_checks = 25",
        "h.toml, line 4: death_checks: is a number from 1 to 24, not 25.",
    ),
    "no death checks": (
        HEAD.replace("golden-idol", "paraverse") + "death_checks = 0",
        "h.toml, line 4: death_checks: is a number from 1 to 24, not 0.",
    ),
    "a weapon of nothing": (
        HEAD.replace("golden-idol", "paraverse") + '[weapons]\nstick = ""',
        "h.toml, line 5: weapons.stick: stick has a base damage of 0 to 99, like “stick 7”, not",
    ),
    "a weapon of no dice": (
        HEAD + '[weapons]\nstick = ""',
        "h.toml, line 5: weapons.stick: “” is not dice;",
    ),
    "a people nobody knows": (
        HEAD.replace("golden-idol", "paraverse") + '[creatures]\nYeti = { people = "Yetis" }',
        "h.toml, line 5: creatures.Yeti: There is no people “Yetis”",
    ),
    "a skill that stands on what is not there": (
        HEAD.replace("golden-idol", "paraverse")
        + '[skills]\nA = { instead = "B" }\nB = { instead = "C" }',
        "h.toml, line 6: skills.B.instead: no skill is called “C”",
    ),
    "skills that stand on each other": (
        HEAD.replace("golden-idol", "paraverse")
        + '[skills]\nA = { instead = "B" }\nB = { instead = "A" }',
        "h.toml, line 5: skills.A.instead: leads back to itself.",
    ),
    "a tower of skills": (
        HEAD.replace("golden-idol", "paraverse")
        + "[skills]\n"
        + "".join(f'S{n} = {{ instead = "S{n + 1}" }}\n' for n in range(2000))
        + "S2000 = {}",
        "h.toml, line 5: skills.S0.instead: leads over more than 8 skills.",
    ),
    "distances without number": (
        HEAD + f"bands = [{', '.join(f'{chr(34)}b{n}{chr(34)}' for n in range(21))}]",
        "h.toml, line 4: bands: are 20 at most, not 21.",
    ),
    "a small file that unfolds into a large game": (
        HEAD
        + f'[creatures]\nA = {{ HP = 1, STR = 9, DEX = 9, WIL = 9, critical = "{"x" * 9000}" }}\n'
        + "".join(f'B{n} = {{ from = "A" }}\n' for n in range(60)),
        "h.toml: the game is larger than one can be (512 KiB).",
    ),
    "a fraction": (
        HEAD + "[movement]\nlimit = 7.5",
        "h.toml, line 5: movement.limit: is a whole number or text; there are no fractions.",
    ),
    "a date": (
        HEAD + "[creatures]\nYeti = { HP = 2001-01-01 }",
        "h.toml, line 5: creatures.Yeti.HP: is a date or a time; put it in quotes.",
    ),
    "a table for a list": (
        HEAD + "[scars]\nrow = 1",
        "h.toml, line 4: scars: is a list in square brackets, not a table.",
    ),
    "text for a table": (
        HEAD + 'weapons = "many"',
        "h.toml, line 4: weapons: is a table with keys of its own, not “many”.",
    ),
    "a die that does not exist": (
        HEAD + 'enhanced_die = "d7"',
        "h.toml, line 4: enhanced_die: is “d4”, “d6”, “d8”, “d10”, “d12” or “d20”, not “d7”.",
    ),
    "dice that do not exist": (
        HEAD + 'unarmed_dice = "2d7"',
        "h.toml, line 4: unarmed_dice: There is no d7; the dice are d4, d6, d8, d10, d12, d20.",
    ),
    "a weapon of such dice": (
        HEAD + '[weapons]\nclub = "d6"\nflail = "d7"',
        "h.toml, line 6: weapons.flail: There is no d7; the dice are",
    ),
    "a weapon with a tag nobody knows": (
        HEAD + '[weapons]\nclub = "d6 blazt"',
        "h.toml, line 5: weapons.club: There is no tag of club “blazt” (did you mean blast?).",
    ),
    "a weapon called like bare hands": (
        HEAD + '[weapons]\nFists = "d6"',
        "h.toml, line 5: weapons.Fists: is what bare hands are called; choose another name.",
    ),
    "one weapon twice": (
        HEAD + '[weapons]\nclub = "d6"\nClub = "d8"',
        "h.toml, line 6: weapons.Club: is written like “club” but for case and accents.",
    ),
    "a weapon to take out that is not there": (
        HEAD + "[weapons]\nrifel = false",
        "h.toml, line 5: weapons.rifel: cannot be taken out; there is none (did you mean rifle",
    ),
    "a creature that lacks a number": (
        HEAD + "[creatures]\nYeti = { HP = 3, STR = 9, DEX = 9 }",
        "h.toml, line 5: creatures.Yeti: A number for WIL is missing.",
    ),
    "a creature from nothing": (
        HEAD + '[creatures.Yeti]\nfrom = "Wolff"',
        "h.toml, line 5: creatures.Yeti.from: There is no creature “Wolff” (did you mean Wolf?).",
    ),
    "a creature whose effect nobody can read": (
        HEAD + '[creatures]\nYeti = { from = "Wolf", hit = { does = "lose", dice = "d7" } }',
        "h.toml, line 5: creatures.Yeti: There is no d7;",
    ),
    "a word nobody has": (
        HEAD + '[words]\nreferree = "Keeper"',
        "h.toml, line 5: words.referree: no game has a word for that (did you mean referee?).",
    ),
    "a verb of two words": (
        HEAD + '[words]\nspecial = "dark arts"',
        "h.toml, line 5: words.special: is one word, because it is typed at the table.",
    ),
    "a verb there is already": (
        HEAD + '[words]\nspecial = "kill"',
        "h.toml, line 5: words.special: “kill” is taken; it means kill at the table.",
    ),
    "a verb that begins another": (
        HEAD + '[words]\nspecial = "k"',
        "h.toml, line 5: words.special: “k” is taken; it means kill at the table.",
    ),
    "dice where there are none": (
        HEAD + '[words]\ndice = "STR, DEX"',
        "h.toml, line 5: words.dice: no score is a die in this game; leave it out.",
    ),
    "dice that are no scores": (
        HEAD.replace("golden-idol", "brighter-worlds") + '[words]\ndice = "STR, LUCK"',
        "h.toml, line 5: words.dice: there is no score “LUCK”",
    ),
    "a save that no die passes": (
        HEAD.replace("golden-idol", "brighter-worlds") + "passes = 50",
        "h.toml, line 4: passes: is a number from 1 to 12, not 50.",
    ),
    "a round in no time": (
        HEAD + "[round_seconds]\nindividual = 0",
        "h.toml, line 5: round_seconds.individual: is a number from 1 to",
    ),
    "a score by its old name": (
        HEAD + '[scores]\nprotection = "Guts"\n[creatures]\nGhoul = { HP = 3, STR = 8, DEX = 9 }',
        "h.toml, line 7: creatures.Ghoul.HP: HP is called Guts here.",
    ),
    "a score of the base's creature by its old name": (
        HEAD + '[scores]\nprotection = "Guts"\n[creatures]\nOx = { from = "Wolf", hp = 3 }',
        "h.toml, line 7: creatures.Ox.hp: hp is called Guts here.",
    ),
    "an effect of a wound that means nothing": (
        HEAD.replace("golden-idol", "paraverse")
        + "".join(
            f'[[wounds]]\ngrade = "{grade}"\nplace = "{place}"\nname = "x"\ntext = "x"\n'
            'awaits = "y"\neffects = ["oozing"]\n'
            for grade in ("critical", "supercritical")
            for place in ("head", "torso", "arms", "legs")
        ),
        "h.toml, line 10: wounds 1.effects 1: no hindrance or condition is called “oozing”",
    ),
    "a score of two words": (
        HEAD + '[scores]\nprotection = "Hit points"',
        "h.toml, line 5: scores.protection: “Hit points” is no name for a score;",
    ),
    "a score with the name of another": (
        HEAD + '[scores]\nprotection = "str"',
        "h.toml, line 5: scores.protection: “str” is taken; give each score a name of its own.",
    ),
    "two scores with one name": (
        HEAD + '[scores]\nbody = "Might"\nwill = "Might"',
        "h.toml, line 5: scores.body: “Might” is taken;",
    ),
    "a score with the name of a field": (
        HEAD + '[scores]\nwill = "Armor"',
        "h.toml, line 5: scores.will: “Armor” is taken;",
    ),
    "a score with the name of another part": (
        HEAD + '[scores]\nprotection = "Body"',
        "h.toml, line 5: scores.protection: “Body” is another part of the rules;",
    ),
    "a part nobody knows": (
        HEAD + '[scores]\nprotektion = "Guts"',
        "h.toml, line 5: scores.protektion: there is no such key (did you mean protection?).",
    ),
    "two units": (
        HEAD + '[movement]\nunit = "m"',
        "h.toml, line 5: movement.unit: is “m”, and words.distance is “ft”; they are the same.",
    ),
    "scores that are fixed": (
        HEAD.replace("golden-idol", "brighter-worlds") + '[scores]\nprotection = "Guts"',
        "h.toml, line 4: scores: are fixed in games from brighter-worlds; leave them out.",
    ),
    "a place without wounds": (
        HEAD.replace("golden-idol", "paraverse")
        + '[locations]\nagain = ["head", "head", "neck", "torso"]',
        "h.toml: wounds: have no critical one for neck.",
    ),
    "too few places to strike": (
        HEAD.replace("golden-idol", "paraverse") + '[locations]\nagain = ["head"]',
        "h.toml, line 5: locations.again: is a list of 4 in square brackets.",
    ),
    "a skill in place of itself": (
        HEAD.replace("golden-idol", "paraverse") + '[skills]\nMelee = { instead = "Throwing" }'
        '\nRanged = { instead = "Melee" }',
        "skills.Melee.instead: leads back to itself.",
    ),
    "a stat nobody has": (
        HEAD.replace("golden-idol", "paraverse") + '[skills]\nCooking = { stat = "LUCK" }',
        "h.toml, line 5: skills.Cooking.stat: is PHY, DEX, CON, WIL, COG, EMP or PER, not “LUCK”.",
    ),
    "what stands in files of combatlog's own": (
        HEAD + '[definition.weapons]\nclub = "d6"',
        "h.toml, line 4: definition: does not stand in a game of one's own;",
    ),
    "a reach nobody knows": (
        HEAD + 'bands = ["near", "far"]',
        "h.toml: default_band: is near or far.",
    ),
    "depths": ("a" + ".a" * 5000 + " = 1", "h.toml"),
}

SCAR = HEAD + '[[scars]]\nrow = 1\nname = "x"\ntext = "x"\n'

SCARS = {
    "too few places": (
        'now = [\n  { dice = "d6", place = ["a", "b"] },\n]',
        "h.toml, line 8: scars 1.now 1: a d6 needs 6 places, not 2.",
    ),
    "no such die": (
        'now = [{ dice = "d7" }]',
        "h.toml, line 8: scars 1.now 1.dice: There is no d7",
    ),
    "no text": ("", "h.toml, line 4: scars 1.text: is missing."),
    "a gap": (
        "",
        "h.toml, line 5: scars 1.row: rows count from 1 without a gap, so this is 1, not 2.",
    ),
    "a word nobody fills in": (
        "",
        "h.toml, line 7: scars 1.text: names {place} and {referee} at most, in curly brackets.",
    ),
    "a place nobody rolls for": ("", "h.toml, line 7: scars 1.text: names a {place}, and no step"),
    "a bracket alone": ("", "h.toml, line 7: scars 1.text: has a curly bracket alone;"),
    "a step for nothing": ('now = [{ dice = "d6" }]', "scars 1.now 1: rolls either for a place or"),
    "a step without a rule": (
        'now = [{ dice = "d6", score = "will" }]',
        "scars 1.now 1: needs a rule: higher, add, becomes or current.",
    ),
    "a score that no place names": (
        'now = [{ dice = "3d6", score = "placed", rule = "current" }]',
        "scars 1.now 1.score: needs a step before it whose places are body, agility or will.",
    ),
    "a score placed later": (
        'awaits = "x"\nlater = [{ dice = "3d6", score = "placed", rule = "higher" }]',
        "line 9: scars 1.later 1.score: is placed only at once, without a save.",
    ),
    "what never comes": (
        'later = [{ dice = "3d6", score = "will", rule = "higher" }]',
        "h.toml, line 8: scars 1.later: never comes; say with awaits what brings it.",
    ),
    "hours nobody can stop": ("hours = 1", "scars 1.hours: cannot be stopped;"),
    "hours without end": ('awaits = "aid"\nhours = 9999', "scars 1.hours: are 8760 at most"),
    "doom without a word": ('awaits = "x"\ndoom = true', "line 9: scars 1.doom: needs conditions"),
    "a nameless condition": ('conditions = [{ name = "" }]', "conditions 1.name: A name needs"),
}

_REWRITTEN = {
    "no text": SCAR.replace('text = "x"\n', ""),
    "a gap": SCAR.replace("row = 1", "row = 2"),
    "a word nobody fills in": SCAR.replace('text = "x"', 'text = "{x.y}"'),
    "a place nobody rolls for": SCAR.replace('text = "x"', 'text = "{place}"'),
    "a bracket alone": SCAR.replace('text = "x"', 'text = "{"'),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_names_line_key_and_reason(what: str) -> None:
    """The sentence has the file, the line of the key, the key, the reason, and what would be
    right."""
    text, words = FAULTS[what]
    _refused(text, words)


@pytest.mark.parametrize("what", SCARS)
def test_a_scar_that_no_turn_could_play_is_refused(what: str) -> None:
    """The same holds for every row that the rules could not play in a fight."""
    more, words = SCARS[what]
    _refused(_REWRITTEN.get(what, SCAR + more), words)


def _refused(text: str, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse_homebrew(text, "h.toml")
    assert words in str(caught.value)
    assert str(caught.value).startswith("h.toml") and str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


def test_a_file_that_is_none_is_said_so(tmp_path: Path) -> None:
    """A file can be missing, not text, not TOML, too large, or a folder."""
    file = tmp_path / "h.toml"
    with pytest.raises(Unreadable, match=r"h\.toml cannot be read: No such file"):
        load_game(str(file))
    with pytest.raises(Unreadable, match=r"cannot be read: Is a directory"):
        load_game(f"{tmp_path}/")
    for content, words in (
        (b"\xff\xfe\x00", r"h\.toml is not text in UTF-8; save it as such\."),
        (b"[[weapons]\n", r"h\.toml: this is not TOML: .*line 1"),
        (b"#" * 300_000, r"h\.toml is larger than a game can be \(256 KiB\)\."),
    ):
        file.write_bytes(content)
        with pytest.raises(Unreadable, match=words):
            load_game(str(file))
    with pytest.raises(Unreadable, match="the game that comes with combatlog is thalassa"):
        load_game("thalassa.toml")
