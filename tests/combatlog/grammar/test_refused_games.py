"""What a game has no words for, refused in its own words."""

from __future__ import annotations

import pytest

from combatlog.app.session import Session
from combatlog.grammar.registry import parse
from events.errors import Refused
from tests.combatlog.grammar.test_parsing_games import BRIDGE, RIVER, SHIPS, STAIRS, TROLLS

REFUSED = [
    (BRIDGE, "check ada dex", "There is no verb “check”; help lists them."),
    (BRIDGE, "camp", "There is no verb “camp” here; help lists them."),
    (BRIDGE, "man wolf dodge", "There is no verb “man”; help lists them."),
    (BRIDGE, "skill ada song 3", "There is no verb “skill” here; help lists them."),
    (BRIDGE, "set ada shield 1", "There is no score or trait “shield” here (did you mean side?)."),
    (BRIDGE, "a ada wolf (dis: mud)", "These brackets take imp: or enh: and a reason, not “dis”."),
    (BRIDGE, "a ada wolf (imp: mud", "A bracket is not closed."),
    (BRIDGE, "place ada yard", "No area is laid out yet, like: area gate next to yard"),
    (
        BRIDGE,
        "takeover ada zoe",
        "There is no assistant or newcomer “zoe” here (there is Ada, Ben, Dov, Rhinoceros, Wolf"
        " and Wolf 2).",
    ),
    (STAIRS, "artifact althea", "There is no verb “artifact”; help lists them."),
    (
        STAIRS,
        "save althea dex",
        "There is no ability “dex” here (there is KRA, TEK and THU).",
    ),
    (
        TROLLS,
        "a sam troll save luck",
        "There is no attribute “luck” here (there is STR, DEX and WIL).",
    ),
    (
        TROLLS,
        "a sam troll save dex or else",
        "Say what failing the save costs: or lost (the attack), or exposed.",
    ),
    (
        TROLLS,
        "recover sam",
        "Say which wound or attribute of Sam (there is STR, DEX and WIL).",
    ),
    (TROLLS, "harm sam d6", "There is no attribute “d6” here (there is STR, DEX and WIL)."),
    (
        TROLLS,
        "next versus zoe",
        "There is no opponent “zoe” here (there is Sam, Pete, Troll and Ogre).",
    ),
    (TROLLS, "a sam troll at close", "Brighter Worlds knows no distances."),
    (
        TROLLS,
        "set sam str high",
        "“high” is no number for Sam's STR (now d8), like: set sam STR d8",
    ),
    (
        TROLLS,
        "treat sam pete",
        "There is no verb “treat” here; help lists them.",
    ),
    (
        TROLLS,
        "join goblin",
        "There is no creature “goblin” (there is Alligator, Fire God's Shame, Fourteen-Eyed"
        " Watcher, Incubus Butterfly, Notiavore, Styrge Sphynx and Troll); or give its numbers:"
        " join goblin Grit 6 STR d6 DEX d6"
        " WIL d6",
    ),
    (RIVER, "morale ogre", "There is no verb “morale” here; help lists them."),
    (
        RIVER,
        "time 10 min",
        "There is no verb “time” here; time goes by with watch and camp.",
    ),
    (
        BRIDGE,
        "set ada hp --4",
        "“--4” is no number for Ada's HP (now 4), like: set ada HP 3; +2 or -2"
        " changes it, max fills it up",
    ),
    (TROLLS, "set sam str dd4", "“dd4” is no number for Sam's STR (now d8), like: set sam STR d8"),
    (TROLLS, "set sam str -d4", "“-d4” is no number for Sam's STR (now d8), like: set sam STR d8"),
    (RIVER, "set kit fatigue −1", "Say the Fatigue as a number, not “−1”."),
    (
        BRIDGE,
        "set ada fatigue 1",
        "There is no score or trait “fatigue” here.",
    ),
    (
        TROLLS,
        "a sam troll save dex for luck",
        "Say what passing the save brings: for enhanced.",
    ),
    (
        TROLLS,
        "condition sam wary (goblin)",
        "There is no combatant or weapon of Sam “goblin” here (there is dagger, spear, Sam, Pete,"
        " Troll and Ogre).",
    ),
    (
        TROLLS,
        "condition sam wary (troll king)",
        "“king” is not understood here; help shows what each verb takes.",
    ),
    (RIVER, "pack kit", "There is no verb “pack” here; help lists them."),
    (
        RIVER,
        "a kit ogre (imp mud)",
        "These brackets take dis: or adv: and a reason, not “imp mud”.",
    ),
    (RIVER, "a kit ogre at close", "There is no way to fight “close” here (there is melee)."),
    (RIVER, "place kit sea", "There is no area “sea” here (there is gate, yard and tower)."),
    (RIVER, "area next to gate", "Say what the area is called, like: area gate next to yard"),
    (RIVER, "skill kit 3", "Say the skill and what it adds, like: skill kit Acrobatics 2"),
    (RIVER, "skill kit Lore much", "“much” is not a number."),
    (
        RIVER,
        "recover kit",
        "Kit has no wound that waits for anything; say how much is healed, like: recover kit 2",
    ),
    (
        RIVER,
        "join goblin",
        "There is no creature “goblin”; or give its numbers: join goblin PHY 6 DEX 6 CON 6",
    ),
    (
        SHIPS,
        "man courier fly",
        "There is no manoeuvre “fly” here.",
    ),
    (
        SHIPS,
        "crew raiders bo",
        "There is no craft “raiders” here (did you mean Raider?).",
    ),
]


@pytest.mark.parametrize(("at", "line", "said"), REFUSED, ids=[line for _, line, _ in REFUSED])
def test_what_a_game_has_no_words_for_is_refused_in_its_own(
    at: Session, line: str, said: str
) -> None:
    """The refusal is one sentence: what is wrong, and what is known."""
    with pytest.raises(Refused) as refused:
        parse(line, at.fight.state)
    assert said == str(refused.value)
