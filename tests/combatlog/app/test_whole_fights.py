"""A fight of each game from its start to its end, said in that game's words alone."""

from __future__ import annotations

import pytest

from events.errors import CombatlogError
from tests.combatlog.terminal.test_game_words import strange
from tests.support.talk import BRIDGE, CAVE, FORD, SHADOW, STOA, say, start_session

INSIST = " (to insist, add overrule: and a reason)."
"""What ends the refusal of something that can be overruled."""

FIGHTS = {
    "golden-idol": (
        BRIDGE,
        """
        next
        9 13
        = Ben's DEX save (opening): 13 > 9, failed.
        a dov rhino fists
        a ada rhino rifle enh: from above
        artifact ben save dex rubs the lamp
        !! Ben lost round 1 (too slow to act before the opponents)
        incantation ben
        ! There is no verb “incantation” (did you mean condition?); help lists them.
        go
        13
        ! A d4 shows 1 to 4, not 13.
        4 8
        = Rhinoceros: 8 − 3 armor = 5, HP 20 → 15.
        a rhino ada
        a wolf ben
        go
        8 2
        = Ada: 8 − 1 armor = 7, HP 4 → 0, STR 10 → 7.
        = Awaited: Ada d20 (critical).
        20
        = Ada: critical damage, can only crawl, dead in 1 h without aid; awaits aid.
        next
        aid dov ada
        retreat ben
        ! Ben needs a safe destination to retreat to, like: retreat ben to the gate.
        retreat ben to the jeep
        go
        3
        = Ben gets away to the jeep.
        check dov dex
        ! There is no verb “check”; help lists them.
        camp
        ! There is no verb “camp” here; help lists them.
        rest
        !! There is no rest while a round is open; end the fight first
        end: the herd moves on
        rest extended
        = Ada: STR 7 → 10, HP 0 → 4.
        """,
    ),
    "thalassa": (
        STOA,
        """
        next
        9 13
        = Kleon's TEK save (opening): 13 > 10, failed.
        a althea kyk
        incantation kleon save thu calls on Hermes
        !! Kleon lost round 1 (too slow to act before the opponents)
        artifact kleon calls on Hermes
        ! There is no verb “artifact”; help lists them.
        save kleon wil
        ! There is no ability “wil” here (there is KRA, TEK and THU).
        join gigas
        ! There is no creature “gigas”; or give its numbers: join gigas STA 6 KRA 6 TEK 6 THU 6
        go
        5
        = Kyklôps: 5 damage, STA 8 → 3.
        a kyk althea
        go
        4
        = Althea: 4 − 1 armor = 3, STA 5 → 2.
        next
        incantation kleon save thu calls on Hermes
        = Kleon, incantation: calls on Hermes (risky: THU save).
        go
        12
        = Kleon's THU save (action): 12 > 10, failed.
        hand kyk to odigos
        end: it sleeps
        next
        ! The fight is over; undo its end to go on.
        """,
    ),
    "plerion": (
        SHADOW,
        """
        next ambush: it drifts without lights
        man courier lock with gun on raider
        man courier dodge
        ! Say on whom, like: manoeuvre courier dodge on NAME.
        man courier dodge on raider
        check aniet dex
        ! There is no verb “check”; help lists them.
        skill aniet Piloting 2
        ! There is no verb “skill” here; help lists them.
        a aniet bo at far
        ! There is no distance “far” here (there is close, nearby and distant).
        go
        7 15
        = Courier's SYS save (manoeuvre): 7 ≤ 12, passed.
        a courier raider
        !! Courier declares too late: the turn of the party in round 1 is done
        a raider courier port gun
        a raider courier starboard gun
        go
        3 4
        = Courier: 4 − 3 armor = 1, Hull 2 → 1.
        next
        a courier raider
        = Courier attacks Raider with gun (d12).
        psionics aniet save wil feels them
        go
        8 11
        = Raider: 11 − 3 armor = 8, Hull 3 → 0, INT 8 → 3.
        20
        = Raider's INT save (critical): 20 > 3, failed (a 20 always fails).
        roll all
        end: the raider drifts
        """,
    ),
    "brighter-worlds": (
        CAVE,
        """
        next versus troll
        5 3 2 4
        = Pete's DEX save (opening) against Troll: 2 ≤ 4, failed.
        a pete troll
        !! Pete lost round 1 (the opponents were quicker)
        check sam dex
        ! There is no verb “check”; help lists them.
        a sam troll dagger save dex (imp: mud) or lost
        go
        3 2
        = Sam's DEX save (action) against Troll: 3 > 2, passed, impaired: mud.
        4
        = Troll: 4 − 1 armor = 3, Grit 2 → 0.
        7
        = Troll's STR save (Direct Damage): 7 > 1, passed.
        camp
        ! There is no verb “camp” here; help lists them.
        a troll sam
        a ogre pete; bane: overwhelmed
        = Ogre attacks Pete with fist, save impaired: overwhelmed (d6).
        go
        8
        5
        = Sam: STR d8 → d6.
        1
        next
        spell sam save wil versus troll a web of light
        = Sam, spell: a web of light (risky: WIL save against Troll).
        aid pete sam
        !! Sam has no wound that waits for first aid
        m pete 50 to the ledge
        !! Pete can move 40 ft in a round, not 50
        m pete 30 to the ledge
        go
        5 3
        harm pete dex: the ledge crumbles
        = Pete: DEX d6 → d4.
        morale troll, ogre: the roof comes down
        3 4
        = Troll flees.
        set sam str 7
        ! “7” is no die for STR; it can be 0, d4, d6, d8, d10 or d12.
        end: they are through
        rest
        = Sam: Grit 0 → 3.
        recover sam str
        = Sam: STR d6 → d8.
        """,
    ),
    "paraverse": (
        FORD,
        """
        area bank next to ford
        area ford
        place kit bank
        place mira bank
        place wren bank
        place ogre ford
        a wren ogre
        ! No round is open; begin one first.
        next ambush
        ! Everybody acts at once here, so there is no opening.
        next
        = Round 1.
        a wren ogre
        a kit ogre dagger adv: high ground
        a mira ogre adv: anger; dis: fear
        a ogre kit
        next
        !! Round 1 is open still; play it first: go
        stabilize mira wren
        ! That takes a watch: declare it when no round is open, and then: watch.
        morale ogre
        ! There is no verb “morale” here; help lists them.
        go foes
        ! All sides act at once here: go, without a side.
        go
        15 2
        = Wren d20+5 → 15 + 5 = 20 · Ogre Evasion 2
        2
        = Ogre: 3 × 10 = 30 to the torso, Stamina 7 → 1.
        12 4 9 7
        = Kit wins by 1 and strikes Ogre.
        3
        = Ogre: dying.
        next
        magic mira check WIL a prayer
        ! Say what the check is against, like: magic mira check WIL 15 a prayer
        disengage mira
        !! Mira is engaged with nobody
        go
        = Round 2: nobody does anything.
        harm wren 16 at legs: a falling tree
        = Wren: fractured leg; awaits trauma treatment.
        harm wren 13 at torso: its trunk
        = Wren: 13 damage to the torso, Stamina 1 → −2.
        kill ogre
        end: the ogre is dead
        stabilize mira wren
        = Mira stabilizes Wren (d20+6).
        watch
        12
        = Mira's Stabilization check (treatment): 12 + 6 = 18 > 15, passed.
        check kit Acrobatics 10 dis: rain
        9 14
        = Kit's Acrobatics check (called): 9, 14 keeps 9 + 4 = 13 > 10, passed, disadvantage: rain.
        treat mira wren fractured leg
        camp
        10
        = Wren's fractured leg is over.
        """,
    ),
}


@pytest.mark.parametrize("game", FIGHTS)
def test_a_fight_is_played_in_the_words_of_its_game(game: str) -> None:
    """What is refused (`!`, or `!!` where it can be overruled) is refused in one sentence and
    changes nothing; what is answered (`=`) stands among the lines; and nowhere is a word of
    another game."""
    roster, script = FIGHTS[game]
    at = start_session(game, roster)
    heard: list[str] = []
    answer: list[str] = []
    line = ""
    for line in script.strip().splitlines():
        mark, _, text = line.strip().partition(" ")
        if mark == "=":
            assert any(each.split("  [#")[0] == text for each in answer), (text, answer)
        elif mark in ("!", "!!"):
            assert [text + INSIST * (mark == "!!")] == answer
        else:
            length = len(at.fight.history)
            try:
                answer = say(at, line.strip())
            except CombatlogError as error:
                answer = [str(error)]
                assert length == len(at.fight.history)
            heard += answer
    told = [*say(at, "chronicle"), *say(at, "state")[:-1], *say(at, "log 1000")]
    assert at.fight.state.ended
    assert [] == [each for each in strange(frozenset([*heard, *told]), game) if "“" not in each]


@pytest.mark.parametrize("game", FIGHTS)
def test_no_refusal_comes_unforeseen(game: str) -> None:
    """Every line that is refused is followed by the sentence that refuses it."""
    roster, script = FIGHTS[game]
    at = start_session(game, roster)
    lines = [line.strip() for line in script.strip().splitlines()]
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith(("=", "!")):
            continue
        try:
            at.say(line)
        except CombatlogError as error:
            assert after in (f"! {error}", f"!! {str(error).removesuffix(INSIST)}"), line
