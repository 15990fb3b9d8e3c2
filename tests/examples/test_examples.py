"""The example fights: they play, they come out as the rules say, and nothing in them is lost."""

from __future__ import annotations

import pytest

from combatlog.app.examples import find_example, list_examples
from combatlog.app.fight import Fight
from combatlog.files.jsonl import export_lines, import_fight
from combatlog.terminal.cli.simulate import render_example
from events.store.memory import MemoryStore
from events.types.log_events import Corrected
from events.types.outcomes import (
    AttackRolled,
    DamageDealt,
    EffectTold,
    Ground,
    RoundBegan,
    SaveRolled,
)
from events.types.rolls import Rolled
from events.types.unions import AnyEvent
from projections.narrative.chronicle import write_chronicle
from tests.examples.given import (
    Stands,
    ended,
    everybody,
    fresh,
    out,
    recorded,
    script,
    telling,
    told,
    whole,
)

NAMES = [example.name for example in list_examples()]
SHORT = ["althea-and-the-kyklops", "aniet-and-the-black-destroyer"]


def test_the_shelf_holds_the_nine_fights() -> None:
    """The demonstration comes first, the others by name, each with a title."""
    assert [
        ("bridge-ambush", "Bridge ambush"),
        ("althea-and-the-kyklops", "Althea and the Kyklôps"),
        ("aniet-and-the-black-destroyer", "Aniet and the Black Destroyer"),
        ("black-sails", "Black sails"),
        ("hold-seven", "Hold seven"),
        ("hounds-on-the-causeway", "Hounds on the causeway"),
        ("sam-pete-and-the-troll", "Sam, Pete and the troll"),
        ("the-courier-run", "The courier run"),
        ("the-toll-at-the-ford", "The toll at the ford"),
    ] == [(example.name, example.title) for example in list_examples()]


@pytest.mark.sampled
@pytest.mark.parametrize("name", NAMES)
def test_every_line_is_played_and_answered(name: str) -> None:
    """The demonstration says every line of the script in its order, and each has an answer."""
    example = find_example(name)
    said = [(line, answer) for line, answer in render_example(example) if line]
    assert script(example) == [line for line, _ in said]
    assert [] == [line for line, answer in said if not answer]


@pytest.mark.clause("ALL-02")
@pytest.mark.parametrize("name", NAMES)
def test_all_dice_come_from_the_table(name: str) -> None:
    """The faces rolled are the numbers of the script, in their order, and none was drawn. A
    correction has them once more."""
    lines = script(find_example(name))
    typed = [
        int(face) for line in lines if line.replace(" ", "").isdigit() for face in line.split()
    ]
    history = whole(name).history
    first = [row for row in history.rows if not isinstance(history[row.cmd].event, Corrected)]
    assert typed == [row.event.face for row in first if isinstance(row.event, Rolled)]
    assert {None} == {roll.draw for roll in recorded(name, Rolled)}
    assert [] == whole(name).state.awaited


@pytest.mark.parametrize("name", NAMES)
def test_the_state_is_what_the_log_says(name: str) -> None:
    """What stands in memory at the end is what a fold of the log gives."""
    fight = whole(name)
    assert fight.history.state(len(fight.history)) == fight.state


@pytest.mark.clause("CF-04", "CF-05", "CF-07")
def test_althea_is_struck_before_she_can_act() -> None:
    """The Thálassa text's example: 14 against TEK 13 fails, and a 4 less leather takes 3."""
    state = whole("althea-and-the-kyklops").state
    assert {
        "Althea": Stands("2/10/13/10", "5/10/13/10"),
        "Kyklôps": fresh("8/18/8/12"),
    } == everybody(state)
    assert [("foes",), ("party", "foes")] == _orders("althea-and-the-kyklops")
    assert (2, "party", 10) == (state.round, state.side_to_act, state.clock)


@pytest.mark.clause("CF-04", "CF-05", "CF-07")
def test_aniet_is_struck_before_she_can_act() -> None:
    """The Plerion text's example: 14 against DEX 13 fails, and a 4 less light armor takes 3."""
    state = whole("aniet-and-the-black-destroyer").state
    assert {
        "Aniet": Stands("2/10/13/10", "5/10/13/10"),
        "Black Destroyer": fresh("6/12/16/16"),
    } == everybody(state)
    assert [("foes",), ("party", "foes")] == _orders("aniet-and-the-black-destroyer")
    assert (2, "party", 10) == (state.round, state.side_to_act, state.clock)


def _orders(name: str) -> list[tuple[str, ...]]:
    return [event.order for event in told(name, RoundBegan)]


@pytest.mark.parametrize("name", SHORT)
def test_the_texts_examples_are_played_die_for_die(name: str) -> None:
    """One save and one damage die, as in the text: 14 fails, 4 − 1 leaves 2 of 5."""
    (save,) = told(name, SaveRolled)
    assert (13, 14, False, "opening") == (save.against, save.face, save.passed, save.purpose)
    (damage,) = told(name, DamageDealt)
    assert (4, 1, 3) == (damage.rolled, damage.armor, damage.dealt)
    assert [14, 4] == [roll.face for roll in recorded(name, Rolled)]


def test_how_the_bridge_ambush_ends() -> None:
    """The party is whole again, Ada the tougher for her leg; mob, priest and beast are gone."""
    state = whole("bridge-ambush").state
    assert {
        "Ada": Stands("8/10/12/9", "8/10/12/9", wounds=("broken limb",)),
        "Ben": fresh("6/12/9/11"),
        "Cho": fresh("3/9/14/12"),
        "Dee": fresh("5/11/11/10"),
        "Edo": fresh("3/8/10/8"),
        "Rhinoceros": Stands("0/18/10/6", "20/18/10/6", "gone: fled"),
        "Cult mob": Stands("0/4/8/7", "6/8/8/7", "gone: routed"),
        "Mask priest": Stands("0/0/8/12", "6/10/8/12", "dead"),
    } == everybody(state)
    assert (4, True, 40 + 21 * 24 * 3600) == (state.round, state.ended, state.clock)
    assert [("party", "wild", "cult")] * 4 == _orders("bridge-ambush")


def test_how_black_sails_ends() -> None:
    """Phaidra is dead and Sam plays Lykos; Myrine's legs healed to a better TEK."""
    state = whole("black-sails").state
    assert {
        "Myrine": Stands("7/12/15/10", "7/12/15/10", wounds=("hamstrung",)),
        "Dion": fresh("5/13/9/8"),
        "Phaidra": Stands("0/0/13/12", "4/9/13/12", "dead"),
        "Theron": fresh("6/11/10/9"),
        "Lykos": fresh("3/9/10/8"),
        "Reaver crew": Stands("0/7/9/8", "7/9/9/8", "gone: routed"),
        "Captain Brasidas": out("0/2/10/11", "6/12/10/11"),
        "Harpyia": out("0/7/14/10", "5/10/14/10"),
        "Harpyia 2": Stands("5/10/14/10", "5/10/14/10", "gone: fled"),
    } == everybody(state)
    lykos = state.combatants["lykos"]
    assert ("pc", "Sam") == (lykos.kind, lykos.player)
    assert (4, True, 40 + 60 * 24 * 3600) == (state.round, state.ended, state.clock)
    assert [("party", "reavers", "harpies")] * 4 == _orders("black-sails")


def test_how_hold_seven_ends() -> None:
    """Tam's hour ran out and Ravi plays Bix; Orlo can take more than before; the queen lives."""
    state = whole("hold-seven").state
    assert {
        "Sefa": fresh("5/11/13/10"),
        "Orlo": Stands("7/7/9/11", "7/12/9/11", wounds=("walloped",)),
        "Ines": Stands("4/3/12/13", "4/9/12/13"),
        "Tam": Stands(
            "0/6/10/9",
            "6/10/10/9",
            "dead",
            ("critical damage",),
            ("critical damage, awaits aid",),
        ),
        "Bix": fresh("4/10/8/8"),
        "Queen": Stands("0/14/10/14", "8/14/10/14", "gone: fled"),
        "Drone": Stands("0/0/14/10", "6/12/14/10", "dead"),
        "Drone 2": out("0/6/14/10", "6/12/14/10"),
        "Hatchling swarm": Stands("0/5/12/6", "5/8/12/6", "gone: routed"),
    } == everybody(state)
    bix = state.combatants["bix"]
    assert ("pc", "Ravi") == (bix.kind, bix.player)
    assert (4, True, 40 + 70 * 60 + 6 * 3600) == (state.round, state.ended, state.clock)
    assert [("party", "nest")] * 4 == _orders("hold-seven")


@pytest.mark.clause("CF-07", "CF-09", "CF-10", "CF-11")
def test_the_rhinoceros_is_struck_undone_and_struck_again() -> None:
    """The best of Ada's rifle and Ben's impaired knife takes 6; undone it has 20 HP, redone 14,
    and the dice are the same."""
    hp = {
        line: fight.state.combatants["rhinoceros"].scores["HP"]
        for line, fight in telling(find_example("bridge-ambush"))
    }
    assert [14, 20, 14] == [
        hp[line] for line in ("9 3 2", "undo: can Ben reach it from there?", "redo")
    ]
    rifle, knife = told("bridge-ambush", AttackRolled, target="rhinoceros")[:2]
    assert ("2d10", (9, 3), 9, "") == (rifle.dice, rifle.faces, rifle.value, rifle.modifier)
    assert ("d4", (2,), "impaired") == (knife.dice, knife.faces, knife.modifier)
    assert (Ground("impaired", "behind the crates"),) == knife.grounds
    damage = told("bridge-ambush", DamageDealt, to="rhinoceros")[0]
    assert (9, 3, 6, "ada", (2,)) == (
        damage.rolled,
        damage.armor,
        damage.dealt,
        damage.by,
        damage.dropped,
    )


@pytest.mark.clause("CF-07")
def test_the_rhinoceros_is_accepted_with_a_warning() -> None:
    """Armor 4 counts as 3, and the log says so."""
    assert ["armor 4 counts as 3"] == [event.text for event in told("bridge-ambush", EffectTold)]


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_the_same_in_another_campaign(name: str) -> None:
    """Exported and imported it has the same rows, the same state and the same branches."""
    fight = whole(name)
    lines = list(export_lines(ended(name).campaign.store, fight.id))
    other = MemoryStore()
    assert fight.id == import_fight(other, (line.encode() for line in lines))
    twin = Fight(other, fight.id)
    assert fight.state == twin.state
    assert fight.list_branches() == twin.list_branches()
    assert lines == list(export_lines(other, fight.id))


@pytest.mark.parametrize("name", NAMES)
def test_the_chronicle_of_an_example_mentions_everybody(name: str) -> None:
    """Whoever is in the fight is named in what is told of its rounds."""
    fight = whole(name)
    events: list[tuple[int, AnyEvent]] = [
        (row.seq, row.event) for row in fight.history.on_line(len(fight.history))
    ]
    passages = write_chronicle(events)
    rounds = " ".join(passage.text for passage in passages if passage.heading)
    assert [] == [one.name for one in fight.state.combatants.values() if one.name not in rounds]


@pytest.mark.parametrize("name", NAMES)
def test_an_example_explains_itself(name: str) -> None:
    """It begins with a sentence for the reader, and every comment is one, with its full stop."""
    lines = find_example(name).script.read_text("utf-8").splitlines()
    comments = [line for line in lines if line.startswith("#")]
    assert lines[0] == comments[0]
    assert [] == [line for line in comments if not line.startswith("# ")]
    assert [] == [line for line in comments if not line.endswith((".", "?"))]
