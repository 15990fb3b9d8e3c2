"""Nothing hidden leaves the server by any door: the scores of a stranger are numbers that stand
nowhere else, and every byte that a player, a spectator or a bot was sent is searched for them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.combatlog.server.tables import FIGHT, TestTable
from tests.support.asgi import Browser
from tests.support.given import npc, pc

SCORES = {"HP": 4217, "STR": 4621, "DEX": 4787, "WIL": 4933}
"""The wolf's scores."""

NOTE = "quagmire"
"""A word that stands in a note of the referee alone."""

SAID = (
    "attack ada wolf sword; go",
    "7",
    "round ambush",
    "attack wolf ada bite imp: the wolf has 4210 HP left, limping",
    "attack ben wolf axe; go",
    "5",
    "go",
    "4",
    "harm wolf 11: a rock, so it has 4194 HP",
    "set wolf HP 4111: it had 4111 all along",
    "set wolf STR 4600",
    "condition wolf dazed: STR 4600 is not enough",
    f"note {NOTE}: the wolf has 4111 HP",
    "save wolf WIL",
    "12",
    "morale wolf: 4933 WIL",
    "3",
    "arm wolf claws d8",
    "rename wolf Old Wolf",
    "undo: the wolf has 4111 HP",
    "redo",
    "undo 3: nonsense",
    "call wolf-4111",
    "join Wolf x2",
    "attack ada wolf bow overrule: the wolf has 4111 HP",
    "6",
)
"""What the referee says."""

TRIED = (
    "set wolf HP 4000",
    "hp wolf +9999",
    "harm wolf 1",
    "attack wolf ada",
    "attack ada wolf bow",
    "attack ada wolf spear",
    "why wolf HP",
    "odds a ada wolf",
    "state wolf",
    "log",
    "undo",
    "amend 5 a ada wolf",
    "join x from 1",
    "kill wolf",
    "9 9 9",
    "roll all",
    '{"type":"kill","who":"wolf"}',
    "go",
)
"""What players try to say."""


def list_secrets(table: TestTable) -> Iterator[str]:
    """Yield every number of the wolf that it ever had."""
    (opened,) = table.table._fights.values()
    history = opened.fight.history
    for seq in range(1, len(history) + 1):
        for one in history.state(seq).combatants.values():
            if one.id == "wolf":
                yield from map(str, (*one.scores.values(), *one.maxima.values()))


async def read_everything(browser: Browser, last: int) -> None:
    """Look through every door."""
    for path in (
        "/api/seat",
        "/api/table",
        "/api/fights",
        "/api/games",
        "/api/people",
        FIGHT,
        f"{FIGHT}/frame",
        f"{FIGHT}/frame?after={last - 1}",
        f"{FIGHT}/turn",
        f"{FIGHT}/numbers",
        "/api/said",
        f"{FIGHT}/recap",
        f"{FIGHT}/odds",
        *(f"{FIGHT}/options/{id}" for id in ("ada", "wolf", "nobody")),
        *(
            f"{FIGHT}/completions?line={line}"
            for line in ("", "a", "amend%20", "why%20wolf%20", "set%20wolf%20", "attack%20ada%20")
        ),
        f"{FIGHT}/odds?line=attack%20ada%20wolf%20bow",
    ):
        await browser.get(path)


async def try_everything(browser: Browser, last: int) -> None:
    """Say, preview and propose what players may not, and what they may."""
    for number, line in enumerate(TRIED):
        sent = {"head": last, "line": line, "key": f"p {last} {number}", "why": "because"}
        await browser.post(f"{FIGHT}/proposals", sent)
    for seq in range(1, last + 1):
        for change in (f"strike {seq}: x", f"amend {seq} 3; why: x"):
            await browser.post(f"{FIGHT}/preview", {"head": last, "line": change, "answers": []})
        sent = {"head": last, "line": f"strike {seq}", "key": f"s {last} {seq}", "why": "x"}
        await browser.post(f"{FIGHT}/proposals", sent)
    for number, line in enumerate(TRIED):
        for head in (last, 4):
            said = {"do": "say", "line": line, "head": head, "key": f"{last} {number} {head}"}
            await browser.post(f"{FIGHT}/commands", said)


def find_tainted(browser: Browser, secrets: set[str]) -> set[str]:
    """Return the secrets among the bytes that somebody was sent. Ids are random, and may look as if
    they held one."""
    text = re.sub(r"\b(?=\d*[a-f])[0-9a-f]{8,}\b", "", browser.sent.decode())
    return ({NOTE} & {*re.findall(NOTE, text)}) | (secrets & {*re.findall(r"\d+", text)})


@pytest.mark.slow
def test_no_byte_tells_players_what_they_may_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a fight is played, undone, corrected and refused, through every door there is."""

    monkeypatch.setattr("combatlog.server.limits.Allowances.take", lambda *_: True)

    async def play() -> None:
        wolf = npc("Wolf", "/".join(["4217", "0", "4621", "4787", "4933"]), bite="d6")
        ada = pc("Ada", "60/0/10/10/10", player="Anna", sword="d8", bow="d6")
        ben = pc("Ben", "60/0/10/10/10", player="Ben", axe="d8")
        table = await TestTable(ada, ben, wolf).begin()
        anna = await table.admit("Anna")
        guest = await table.admit("Gus", role="spectator")
        bot = await table.make_bot("Bot", "read:public", "declare:ada", "roll:ada")
        answered: list[Any] = []
        async with (
            anna.stream(f"{FIGHT}/stream"),
            guest.stream(f"{FIGHT}/stream", "beside"),
            guest.stream(f"{FIGHT}/stream", "company"),
            bot.stream(f"{FIGHT}/stream"),
            table.referee.stream(f"{FIGHT}/stream"),
        ):
            for number, line in enumerate(SAID):
                answered.append((line, (await table.say(table.referee, line)).json.get("said")))
                last = table.last
                if number % 4 == 3:
                    await read_everything(anna, last)
            await try_everything(anna, table.last)
            await try_everything(bot, table.last)
            sent = {
                "head": table.last,
                "line": "amend 9 2; why: 4111 HP wolf",
                "answers": [],
                "key": "c",
            }
            answered.append(await table.referee.post(f"{FIGHT}/corrections", sent))
            for browser in (anna, guest, bot):
                await read_everything(browser, table.last)
            await asyncio.sleep(0)
        secrets = {*list_secrets(table)}
        assert secrets >= {*map(str, SCORES.values()), "4111"}
        assert find_tainted(table.referee, secrets) >= {NOTE, "4111", "4621"}
        assert find_tainted(anna, secrets) == set()
        assert find_tainted(guest, secrets) == set()
        assert find_tainted(bot, secrets) == set()
        assert len(bot.sent) > 10_000
        refused = [each for each in answered[:-1] if each[1]]
        assert refused == []
        assert answered[-1].status == 200

    asyncio.run(play())
