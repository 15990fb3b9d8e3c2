"""A fight of combatants with names that look like markup."""

from __future__ import annotations

from events.store.envelope import Entry
from events.store.memory import MemoryStore
from events.types.declarations import Area, FightStarted, Join
from events.types.sheets import Condition, Sheet, Weapon, Wound
from replay.log.event_log import History
from rulesets.definitions.shipped import load_game

NAMES = (
    "</script><script>document.title='broken'</script>",
    "<!-- <script> ",
    '<img src=x onerror="document.title=1">',
    "\"'`&amp;&lt;${1}{who}{{title}}\\u003c",
    "\u202egnorw\u2066\u200f",
    "line\u2028and\u2029paragraph\nnew\ttab",
    "__proto__",
    "constructor",
    "n" * 4000,
    "]]>--></style></title>",
    "🐺́ Ωλκ اسم",
)
"""The prompt refuses such names; a file from elsewhere may have them."""


def hostile_fight() -> History:
    """Return a fight in which sides, areas, players, weapons and conditions have these names,
    too."""
    store = MemoryStore()
    game = load_game("golden-idol")
    store.append("fight", 0, [Entry(FightStarted(NAMES[0], game, "typed"))])
    for number, name in enumerate(NAMES, start=1):
        said = [Entry(Area(name)), Entry(Join(_sheet(name, number)))]
        store.append("fight", 2 * number - 1, said)
    return History(store.read("fight"))


def _sheet(name: str, number: int) -> Sheet:
    scores = {"HP": 4, "STR": 10, "DEX": 10, "WIL": 10, name: number}
    return Sheet(
        name,
        scores,
        id=f"one-{number}",
        kind="pc",
        side=name,
        player=name,
        area=name,
        weapons=(Weapon(name, "d6"),),
        conditions=(Condition(name),),
        wounds=(Wound(name, name),),
    )
