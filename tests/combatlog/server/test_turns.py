"""What the fight waits for, and what can be declared, for each reader."""

from __future__ import annotations

from tests.combatlog.server.tables import FIGHT, TestTable, at_table
from tests.support.asgi import Browser


@at_table
async def test_the_turn_tells_each_what_the_fight_waits_for(table: TestTable) -> None:
    """Everybody is named; players are told of their own alone whether they can act."""
    anna = await table.admit("Anna")
    turn = (await anna.get(f"{FIGHT}/turn")).json
    assert {each["id"]: (each["yours"], each["can_act"]) for each in turn["people"]} == {
        "ada": (True, True),
        "ben": (False, False),
        "wolf": (False, False),
    }
    assert turn["rulings"] == []
    await table.say(table.referee, "attack ada wolf bow")
    whole = (await table.referee.get(f"{FIGHT}/turn")).json
    assert [each["yours"] for each in whole["people"]] == [True, True, True]
    assert whole["people"][0]["declared"] == ["Ada attacks Wolf with bow"]
    assert "resolve" in [each["type"] for each in whole["rulings"]]


@at_table
async def test_the_turn_names_who_has_not_declared(table: TestTable) -> None:
    """Before a round everybody, in it the side whose turn it is; players read of no strangers."""
    anna = await table.admit("Anna")
    assert (await table.referee.get(f"{FIGHT}/turn")).json["waiting"] == ["Ada", "Ben", "Wolf"]
    assert (await anna.get(f"{FIGHT}/turn")).json["waiting"] == ["Ada", "Ben"]
    await table.say(table.referee, "round")
    assert (await table.referee.get(f"{FIGHT}/turn")).json["waiting"] == []
    await table.say(table.referee, "1 1")
    await table.say(table.referee, "attack ada wolf bow")
    assert (await table.referee.get(f"{FIGHT}/turn")).json["waiting"] == ["Ben"]


@at_table
async def test_the_turn_says_whom_a_ruling_would_leave_out(table: TestTable) -> None:
    """In the words of the prompt, and to the referee alone; empty where a ruling leaves nobody
    out."""

    async def read_left_out(browser: Browser) -> dict[str, str]:
        turn = (await browser.get(f"{FIGHT}/turn")).json
        types = [each["type"] for each in turn["rulings"]]
        return {type: out for type, out in zip(types, turn["left_out"], strict=True) if out}

    anna = await table.admit("Anna")
    assert {} == await read_left_out(table.referee)
    await table.say(table.referee, "round")
    await table.say(table.referee, "1 1")
    every = "Round 1 ends without Ada, Ben and Wolf"
    assert every == (await read_left_out(table.referee))["begin-round"]
    await table.say(table.referee, "attack ada wolf bow")
    assert {
        "resolve": "The party's turn ends without Ben",
        "end-fight": "The fight ends without what Ada declared",
    } == await read_left_out(table.referee)
    assert {} == await read_left_out(anna)
    await table.say(table.referee, "attack ben wolf; go")
    await table.say(table.referee, "4 4")
    assert {
        "resolve": "The foes' turn ends without Wolf",
        "begin-round": "Round 1 ends without Wolf",
    } == await read_left_out(table.referee)


@at_table
async def test_awaited_dice_say_whose_they_are(table: TestTable) -> None:
    """A die is named whole: of whom, which, for what, and of several the how many-th."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "attack ada wolf bow; go")
    (die,) = (await anna.get(f"{FIGHT}/turn")).json["awaited"]
    assert die == {
        "by": "ada",
        "name": "Ada",
        "die": "d6",
        "purpose": "damage",
        "nth": 1,
        "draws": False,
        "yours": True,
    }


@at_table
async def test_the_turn_says_what_undo_and_redo_would_do(table: TestTable) -> None:
    """In the words of the log, the command and not its dice; empty where there is nothing."""
    await table.say(table.referee, "attack ada wolf bow")
    await table.say(table.referee, "go")
    await table.say(table.referee, "4")
    turn = (await table.referee.get(f"{FIGHT}/turn")).json
    assert (turn["can_undo"], turn["can_redo"]) == ("Resolve", "")
    await table.command(table.referee, do="undo", count=2)
    turn = (await table.referee.get(f"{FIGHT}/turn")).json
    assert turn["can_redo"] == "Ada attacks Wolf with bow"


@at_table
async def test_players_are_told_whom_to_ask_where_the_referee_can_overrule(
    table: TestTable,
) -> None:
    """The referee reads what to type."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "round")
    await table.say(table.referee, "20 1")
    why = "Ada lost round 1 (too slow to act before the opponents)"
    for browser, hint in (
        (anna, "ask the referee to overrule it"),
        (table.referee, "to insist, add overrule: and a reason"),
    ):
        reply = await table.say(browser, "attack ada wolf bow", key=hint)
        assert f"{why} ({hint})." == reply.json["said"]


@at_table
async def test_a_button_that_is_refused_says_nothing_about_the_line(table: TestTable) -> None:
    """The page has a field for the reason; players are told whom to ask."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "round")
    await table.say(table.referee, "20 1")
    why = "Ada lost round 1 (too slow to act before the opponents)"
    attack = {"type": "attack", "by": "ada", "targets": [{"target": "wolf"}], "weapons": ["bow"]}
    for browser, said in (
        (anna, f"{why} (ask the referee to overrule it)."),
        (table.referee, f"{why}."),
    ):
        reply = await table.command(browser, do="declare", declarations=[attack], key=said)
        assert (reply.json["said"], reply.json["overrulable"]) == (said, True)


@at_table
async def test_options_are_those_of_one_combatant(table: TestTable) -> None:
    """Players read those of their own people, the referee also what can be ruled about anybody."""
    anna = await table.admit("Anna")
    own = (await anna.get(f"{FIGHT}/options/ada")).json
    attack = own["turn"][0]
    assert [each["value"] for each in attack["blanks"][0]["choices"]] == ["wolf", "ben"]
    assert own["rulings"] == []
    for id, why in (
        ("wolf", "Wolf is not yours; somebody else speaks for them."),
        ("nobody", "Nobody in this fight has the id “nobody”."),
    ):
        reply = await anna.get(f"{FIGHT}/options/{id}")
        assert (reply.status, reply.json["said"]) == (422, why)
    wolf = (await table.referee.get(f"{FIGHT}/options/wolf")).json
    assert "harm" in [each["type"] for each in wolf["rulings"]]


@at_table
async def test_a_spectator_speaks_for_nobody(table: TestTable) -> None:
    """Not even for those who have a player of the same name."""
    guest = await table.admit("Anna", role="spectator")
    turn = (await guest.get(f"{FIGHT}/turn")).json
    assert not any(each["yours"] for each in turn["people"])
    reply = await table.say(guest, "attack ada wolf")
    assert reply.json["said"] == "Ada is not yours; somebody else speaks for them."


@at_table
async def test_a_whole_die_is_taken_though_another_fell_since(table: TestTable) -> None:
    """Two taps in a row, both said at the same event; a die of another throw is refused."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "arm ada twins 2d10")
    head = (await table.say(table.referee, "attack ada wolf twins; go")).json["last"]
    first = {"do": "roll", "by": "ada", "die": "d10", "purpose": "damage", "head": head}
    assert (await table.command(anna, **first, nth=1, face=9, key="one")).status == 200
    again = await table.command(anna, **first, nth=1, face=8, key="late")
    assert again.json["said"] == "Another d10 comes first: the one for damage."
    assert (await table.command(anna, **first, nth=2, face=3, key="two")).status == 200


@at_table
async def test_a_player_throws_no_others_dice_with_their_own(table: TestTable) -> None:
    """Neither by several faces on a line, nor by rolling all that are left."""
    anna = await table.admit("Anna")
    await table.say(table.referee, "attack ada wolf bow; attack ben wolf axe; go")
    for line, why in (
        ("3 4", "That die is Ben's; roll your own by name."),
        ("roll all", "Roll your own dice one by one; only the referee rolls all that are left."),
    ):
        reply = await table.say(anna, line)
        assert (reply.status, reply.json["said"]) == (422, why), line


@at_table
async def test_awaited_saves_say_what_passes_where_the_reader_may_know(table: TestTable) -> None:
    """The score, and the last face that passes. Of a stranger's save, players read neither."""
    anna = await table.admit("Anna")

    async def read(browser: Browser) -> list[tuple[str, str, int, bool]]:
        awaited = (await browser.get(f"{FIGHT}/turn")).json["awaited"]
        return [
            (each["by"], each.get("score", ""), each.get("bound", 0), each.get("high", False))
            for each in awaited
        ]

    await table.say(table.referee, "set wolf hp 0")
    await table.say(table.referee, "attack ada wolf sword; go")
    assert [("ada", "", 0, False)] == await read(table.referee)
    await table.say(table.referee, "5")
    assert [("wolf", "STR", 8, False)] == await read(table.referee)
    assert [("wolf", "", 0, False)] == await read(anna)
    await table.say(table.referee, "1")
    await table.say(table.referee, "set ada hp 0")
    await table.say(table.referee, "attack wolf ada; go")
    await table.say(table.referee, "3")
    assert [("ada", "STR", 7, False)] == await read(anna)
