"""The parser: few letters, one meaning."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from combatlog.grammar.commands import (
    AddNote,
    Command,
    Declare,
    JoinFile,
    JoinFrom,
    NameBranch,
    Quit,
    Redo,
    Rewind,
    RollDice,
    Show,
    Switch,
    Undo,
)
from combatlog.grammar.registry import VERBS, parse
from combatlog.grammar.scanner import Match, match_name
from events.errors import CombatlogError, Refused, Unreadable
from events.types import declarations as d, statements as s
from events.types.declarations import Aim
from events.types.unions import Declaration
from tests.support.talk import STOA, start_session

FIGHT = start_session()


def meant(line: str) -> Declaration:
    """Return the one declaration that a line means on the bridge."""
    command = parse(line, FIGHT.fight.state)
    assert isinstance(command, Declare)
    assert len(command.declarations) == 1
    return command.declarations[0]


RHINO = (Aim("rhinoceros"),)

ATTACKS = {
    "a ada rhino rifle": d.Attack("ada", RHINO, ("rifle",)),
    "attack Ada Rhinoceros with rifle": d.Attack("ada", RHINO, ("rifle",)),
    "a ben rhino knife imp: behind the crates": d.Attack(
        "ben", RHINO, ("knife",), impaired="behind the crates"
    ),
    "a ada rhino rif enh: from above; overrule: she may": d.Attack(
        "ada", RHINO, ("rifle",), enhanced="from above", overrule="she may"
    ),
    "a ada rhino rifle imp enh": d.Attack(
        "ada", RHINO, ("rifle",), enhanced="as ruled", impaired="as ruled"
    ),
    "a ada rhino rifle + knife": d.Attack("ada", RHINO, ("rifle", "knife")),
    "a ada rhino d8": d.Attack("ada", RHINO, ("d8",)),
    "a ada rhino fists": d.Attack("ada", RHINO, ("fists",)),
    "a dov wolf 2": d.Attack("dov", (Aim("wolf-2"),)),
    "a dov wolf2": d.Attack("dov", (Aim("wolf-2"),)),
    "a dov wolf": d.Attack("dov", (Aim("wolf"),)),
    "a wolf ada, ben (imp: a wall) bite": d.Attack(
        "wolf", (Aim("ada"), Aim("ben", impaired="a wall")), ("bite",)
    ),
    "a ada rhino knife keep instead": d.Attack("ada", RHINO, ("knife",), keep=True, instead=True),
    "a ada wolf, wolf 2 d8 count": d.Attack(
        "ada", (Aim("wolf"), Aim("wolf-2")), ("d8",), count=True
    ),
    "a dov wol2": d.Attack("dov", (Aim("wolf-2"),)),
    "a ada rhino instead knife": d.Attack("ada", RHINO, ("knife",), instead=True),
    "a ada instead rhino": d.Attack("ada", RHINO, instead=True),
    "a ada rhino imp:dark": d.Attack("ada", RHINO, impaired="dark"),
    "a ada rhino knife enh: a b imp: c": d.Attack(
        "ada", RHINO, ("knife",), enhanced="a b", impaired="c"
    ),
    "a ada rhino imp: dark overrule:so be it": d.Attack(
        "ada", RHINO, impaired="dark", overrule="so be it"
    ),
    "shoots ada rhino rifle": d.Attack("ada", RHINO, ("rifle",)),
    "ada hits rhino knife": d.Attack("ada", RHINO, ("knife",)),
    "wolf 2 attacks ada": d.Attack("wolf-2", (Aim("ada"),)),
}


@pytest.mark.parametrize("line", ATTACKS)
def test_an_attack_is_understood(line: str) -> None:
    """Attackers, targets, weapons and modifiers are read from few letters."""
    assert ATTACKS[line] == meant(line)


DECLARED: dict[str, Declaration] = {
    "m ada 30 to the rope": d.Move("ada", 30, "the rope"),
    "move ada": d.Move("ada"),
    "do ada fires: the war begins": d.Act("ada", "fires: the war begins"),
    "do ada hits the drum instead of Dov": d.Act("ada", "hits the drum instead of Dov"),
    "stabilise dov ben": d.Aid("dov", "ben"),
    "dmg ada 3: a fall": d.Harm(("ada",), "3", "a fall"),
    "aid dov ben": d.Aid("dov", "ben"),
    "retreat ada to the gate": d.Retreat("ada", "the gate"),
    "retreat ada": d.Retreat("ada", ""),
    "do ada save dex swing from the beam": d.Act("ada", "swing from the beam", "DEX"),
    "artifact ada the amulet glows": d.Special("ada", "the amulet glows"),
    "go": d.Resolve(),
    "resolve foes": d.Resolve("foes"),
    "n": d.BeginRound(),
    "next ambush: they slept": d.BeginRound("ambush", "they slept"),
    "round ambushed": d.BeginRound("ambushed"),
    "save ada, ben wil: the howl": d.CallSave(("ada", "ben"), "WIL", "the howl"),
    "harm ben 1d6: a fall": d.Harm(("ben",), "1d6", "a fall"),
    "harm wolf 1": d.Harm(("wolf",), "1"),
    "harm wolf 1 2": d.Harm(("wolf",), "2"),
    "harm wolf 2 3": d.Harm(("wolf-2",), "3"),
    "harm wolf 1, wolf 2 d4": d.Harm(("wolf", "wolf-2"), "d4"),
    "harm 2 wolf 1": d.Harm(("wolf",), "2"),
    "harm ben 3 direct dex: frost": d.Harm(("ben",), "3", "frost", "DEX"),
    "time 10 min": d.PassTime(600),
    "time 1h 30min: a wait": d.PassTime(5400, "a wait"),
    "time 45": d.PassTime(45),
    "rest": d.Rest(),
    "rest extended": d.Rest((), True),
    "rest ada, ben": d.Rest(("ada", "ben")),
    "pack ada": d.Burden("ada"),
    "pack ada off": d.Burden("ada", False),
    "takeover ada dov": d.TakeOver("ada", "dov"),
    "dice digital": d.ChooseDice("digital"),
    "end: they ran": d.EndFight("they ran"),
    "set ada hp 3": s.SetScore("ada", "HP", 3),
    "set ada hp 3/5: blessed": s.SetScore("ada", "HP", 3, 5, "blessed"),
    "set rhino armor 2": s.SetTrait("rhinoceros", "armor", "2"),
    "condition ada blinded helpless: sand": s.AddCondition("ada", "blinded", "everything", "sand"),
    "kill rhino: it fell": s.Kill("rhinoceros", "it fell"),
    "remove wolf 2": s.Remove("wolf-2"),
    "rename rhino Old Horn": s.Rename("rhinoceros", "Old Horn"),
    "hand dov to Eve side foes": s.HandOver("dov", "Eve", "foes"),
    "disarm ada rifle": s.Disarm("ada", "rifle"),
}


@pytest.mark.parametrize("line", DECLARED)
def test_a_declaration_is_understood(line: str) -> None:
    """Each verb parses its syntax."""
    assert DECLARED[line] == meant(line)


OTHERS: dict[str, Command] = {
    "9 3": RollDice((9, 3)),
    "r": RollDice(),
    "roll all": RollDice(every=True),
    "roll ben d6 4": RollDice((4,), "ben", "d6"),
    "u": Undo(),
    "undo 3: too fast": Undo(3, "too fast"),
    "redo 2": Redo(2),
    "rewind #41": Rewind(41),
    "switch branch-2": Switch("branch-2"),
    "call main before": NameBranch(("main", "before")),
    "note Ada: spares the wolf": AddNote("Ada: spares the wolf"),
    "join party.toml": JoinFile("party.toml"),
    "join ada from 1": JoinFrom("ada", "1"),
    "s": Show("state"),
    "s wolf 2": Show("state", ("wolf-2",)),
    "s ben at 3": Show("state", ("ben",), 3),
    "state #4": Show("state", number=4),
    "state at 12": Show("state", number=12),
    "log 5": Show("log", number=5),
    "timeline": Show("timeline"),
    "note Attention !": AddNote("Attention !"),
    "switch main: as it was": Switch("main", "as it was"),
    "why rhino hp": Show("why", ("rhino", "hp")),
    "q": Quit(),
}


@pytest.mark.parametrize("line", OTHERS)
def test_other_commands_are_understood(line: str) -> None:
    """Dice, the log and views have verbs, too."""
    assert OTHERS[line] == parse(line, FIGHT.fight.state)


def test_only_one_attack_can_be_meant() -> None:
    """`a al ky` is enough, and no accent needs typing."""
    stoa = start_session("thalassa", STOA)
    command = parse("a al ky", stoa.fight.state)
    assert Declare((d.Attack("althea", (Aim("kyklops"),)),)) == command


def test_a_dead_wolf_is_not_meant() -> None:
    """Where one of two namesakes is dead, the name means the other."""
    fight = start_session()
    fight.say("kill wolf: an arrow")
    command = parse("a ada wolf rifle", fight.fight.state)
    assert Declare((d.Attack("ada", (Aim("wolf-2"),), ("rifle",)),)) == command


def test_a_final_bang_resolves_at_once() -> None:
    """An attack that ends in ! is one command together with its resolution."""
    command = parse("a ada rhino rifle !", FIGHT.fight.state)
    assert Declare((d.Attack("ada", RHINO, ("rifle",)), d.Resolve())) == command


@pytest.mark.parametrize("line", ["a ada rhino rifle!", "a ada rhino ri!", "a ada rhino rifle  !"])
def test_a_bang_needs_no_blank(line: str) -> None:
    """It resolves right behind the last word, too."""
    command = parse(line, FIGHT.fight.state)
    assert Declare((d.Attack("ada", RHINO, ("rifle",)), d.Resolve())) == command


def test_a_bang_in_a_text_is_part_of_it() -> None:
    """What somebody shouts, and a reason, may end in one."""
    shouts = parse("do ada shouts fire!", FIGHT.fight.state)
    assert Declare((d.Act("ada", "shouts fire!"),)) == shouts
    reason = parse("a ada rhino imp: she slipped!", FIGHT.fight.state)
    assert Declare((d.Attack("ada", RHINO, impaired="she slipped!"),)) == reason
    assert Declare((d.Resolve(),)) == parse("go!", FIGHT.fight.state)


NUMBERS = {
    "set ada hp -1": s.SetScore("ada", "HP", 3),
    "set ada hp =3": s.SetScore("ada", "HP", 3),
    "set ada hp max": s.SetScore("ada", "HP", 4),
    "set ada hp 9 max": s.SetScore("ada", "HP", 9, 9),
    "set ada hp +5 max": s.SetScore("ada", "HP", 9, 9),
    "hp ada +2": s.SetScore("ada", "HP", 6),
    "str ada 8: poison": s.SetScore("ada", "STR", 8, why="poison"),
    "hp wolf 2 -2": s.SetScore("wolf-2", "HP", 2),
    "heal ada 2": s.SetScore("ada", "HP", 6),
    "heal ada +2: a potion": s.SetScore("ada", "HP", 6, why="a potion"),
    "heal ada str 2": s.SetScore("ada", "STR", 12),
    "heal ada max": s.SetScore("ada", "HP", 4),
}


@pytest.mark.parametrize("line", NUMBERS)
def test_a_number_can_be_relative_or_the_maximum(line: str) -> None:
    """With a sign it is added; a score may stand in place of the verb."""
    assert Declare((NUMBERS[line],)) == parse(line, FIGHT.fight.state)


def test_a_number_above_the_maximum_needs_a_word() -> None:
    """The refusal names the maximum and both ways on; nothing is raised in silence."""
    at = start_session()
    for line in ("set ada hp 99", "heal ada 1", "hp ada +1"):
        with pytest.raises(Refused, match="Ada's HP is at most 4, not "):
            at.say(line)
    at.say("set ada hp 1")
    at.say("heal ada 2")
    assert 3 == at.fight.state.combatants["ada"].scores["HP"]
    at.say("set ada hp 6 max")
    assert 6 == at.fight.state.combatants["ada"].maxima["HP"]


@pytest.mark.parametrize("line", ["; ".join(["a wren wolf"] * 4_500), "note " + "a" * 60_000])
def test_a_line_has_an_end(line: str) -> None:
    """It is refused before anything of it is read, which would hold up everybody else."""
    with pytest.raises(Refused, match="too long: at most 200 declarations and 20000 characters"):
        parse(line, FIGHT.fight.state)


def test_json_is_a_declaration_too() -> None:
    """A line in curly brackets is the declaration as it is stored."""
    line = '{"type":"attack","by":"ada","targets":[{"target":"wolf"}]}'
    assert Declare((d.Attack("ada", (Aim("wolf"),)),)) == parse(line, FIGHT.fight.state)


@pytest.mark.parametrize("line", ["", "   ", "# a remark"])
def test_empty_lines_and_remarks_mean_nothing(line: str) -> None:
    """A script may have blank lines and comments."""
    assert parse(line, FIGHT.fight.state) is None


REFUSED = {
    "a ada rhinoseros": "There is no target “rhinoseros” here (did you mean Rhinoceros?).",
    "a xyz wolf": "There is no attacker “xyz” here (there is Ada, Ben, Dov, Rhinoceros, Wolf and"
    " Wolf 2).",
    "fly ada": "There is no verb “fly”; help lists them.",
    "re ada": "“re” could be retreat, resolve, redo, rewind, rest, recover, revive, remove,"
    " return, rename, revoke or recap; type a little more.",
    "a ada rhino bazooka": "There is no weapon of Ada “bazooka” here (there is rifle, knife and"
    " fists).",
    "time soon": "“soon” is not a time; write it like 30 s, 10 min or 1 h 30 min.",
    "set ada luck 3": "There is no score or trait “luck” here.",
    "join dragon": "There is no creature “dragon”; or give its numbers: join dragon HP 6 STR 6"
    " DEX 6 WIL 6",
    "a ada rhino at close": "Golden Idol knows no distances.",
    "time 1h30": "“1h30” is not a time; write it like 30 s, 10 min or 1 h 30 min.",
    "time 99999999999 h": "99999999999 is too long a time; use at most six digits.",
    "m ada -5": "Say how far as a number, not “-5”.",
    "rewind 3 banana": "“banana” is not understood here; help shows what each verb takes.",
    ";": "Begin with a verb; help lists them.",
    "rewind soon": "Say the event to go back to as a number, not “soon”.",
    "a ada rhino rifle imp: mud; enh: near imp: dark": "The reason for “impaired” stands here"
    " twice, “mud” and “dark”; give it once.",
    "a ada rhino rifle imp: mud; impaired:": "The reason for “impaired” stands here twice, “mud”"
    " and “”; give it once.",
    "a ada rhino (imp: mud) (imp: dark) rifle": "The reason for “impaired” stands here twice,"
    " “mud” and “dark”; give it once.",
    "harm ada 1: a trap because: she ran": "The reason for the line stands here twice, “a trap”"
    " and “she ran”; give it once.",
    "undo because: a; because: b": "The reason for the line stands here twice, “a” and “b”; give"
    " it once.",
    "a ada rhino sling d6 bulky": "There is no weapon of Ada “sling” here (there is rifle, knife"
    " and fists); give it with: arm ada sling d6",
    "join 7 pc": "Say the name of who joins first, like: join Ada pc",
    "s lena": "There is no combatant “lena” here (there is Ada, Ben, Dov, Rhinoceros, Wolf and"
    " Wolf 2).",
    "condition wolf dead: an arrow": "That is no condition; state it with: kill wolf",
    "area den, hall": "Lay out one area at a time, like: area gate next to yard",
    "go: they wait": "There is no place for a reason here: “they wait”; leave it out.",
    "time 1 h imp: dark": "There is no place for a reason here: “impaired: dark”; leave it out.",
    "state imp: dark": "There is no place for a reason here: “impaired: dark”; leave it out.",
    "go home": "There is no side “home” here (there is party and foes).",
}


@pytest.mark.parametrize("line", REFUSED)
def test_what_cannot_be_understood_is_refused_with_the_nearest(line: str) -> None:
    """The refusal is one sentence: what is wrong, and what is known."""
    with pytest.raises(Refused) as refused:
        parse(line, FIGHT.fight.state)
    assert REFUSED[line] == str(refused.value)


def test_json_with_an_unknown_field_is_unreadable() -> None:
    """A misspelt field is an error that names it."""
    with pytest.raises(Unreadable, match="targetz"):
        parse('{"type":"attack","by":"ada","targetz":[]}', FIGHT.fight.state)


@pytest.mark.slow
@given(st.text(max_size=60))
def test_no_line_breaks_the_grammar(line: str) -> None:
    """Any text is parsed or refused; nothing else is raised."""
    for text in (line, f"a {line}", f"set {line}", f"join {line}", f"roll {line}", f"time {line}"):
        try:
            parse(text, FIGHT.fight.state)
        except CombatlogError:
            continue


@given(st.sampled_from([verb.name for verb in VERBS]), st.text(max_size=30))
def test_no_verb_breaks_on_anything(verb: str, rest: str) -> None:
    """Any text behind any verb is parsed or refused."""
    try:
        parse(f"{verb} {rest}", FIGHT.fight.state)
    except CombatlogError:
        return


def test_words_fit_a_name_from_any_word() -> None:
    """“des” is the Black Destroyer, “wolf2” is Wolf 2, and a whole name beats a beginning."""
    assert Match(1, False, True) == match_name(["des"], "Black Destroyer")
    assert Match(2, False, True) == match_name(["bl", "des"], "Black Destroyer")
    assert Match(1, True, True) == match_name(["wolf2"], "Wolf 2")
    assert Match(1, True, True) == match_name(["wolf"], "Wolf")
    assert Match(1, False, False) == match_name(["kyklops"], "Kyklôps Elder")
    assert Match(2, False, True) == match_name(["hiver", "2"], "Hiver Warrior 2")
    assert Match(1, True, True) == match_name(["blaze"], "🔥Blaze")
    assert match_name(["x"], "Wolf") is None
    assert Match(1, False, True) == match_name(["cult3"], "Cultist 3")
    assert Match(2, True, True) == match_name(["cultist", "3"], "Cultist 3")
    assert match_name(["cult3"], "Cultist 30") is None
    assert match_name(["cultist", "3"], "Cultist 30") == Match(1, False, False)
    assert Match(1, False, False) == match_name(["40"], "40mm gun")
