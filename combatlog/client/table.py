"""The table, and its fights."""

from __future__ import annotations

from collections.abc import AsyncIterator
from secrets import token_hex
from types import TracebackType
from typing import Any
from urllib.parse import quote

import httpx

from combatlog.client.sending import Sender, check_address
from combatlog.client.stream import StreamNews, follow
from combatlog.server import answers as a, messages as m
from combatlog.server.feed import Frame
from events.types.unions import Declaration


def connect(
    address: str,
    token: str,
    *,
    verify: Any = True,
    transport: httpx.AsyncBaseTransport | None = None,
) -> TableClient:
    """Return a client of the table at an address such as `http://192.168.1.5:8642`, or of one of
    many as `https://table.example/t/harbour`, for use in `async with`. `token` is a bot's. `verify`
    is an `ssl.SSLContext` for a certificate that the system does not know; `transport` replaces the
    network. Raises `Refused` for an address or a token that is none."""
    check_address(address, token)
    return TableClient(Sender(address, token, verify=verify, transport=transport))


class TableClient:
    """A table as a bot sees it. `connect` makes it."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    async def __aenter__(self) -> TableClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._sender.http.aclose()

    async def read_seat(self) -> a.SeatView:
        """Return the bot's own seat; `may` are its scopes."""
        return await self._sender.get("/api/seat", a.SeatView)

    async def read_table(self) -> a.TableView:
        """Return the campaign's title, who sits at the table, and the fights."""
        return await self._sender.get("/api/table", a.TableView)

    async def list_fights(self) -> list[a.ListedFight]:
        """Return the fights of the campaign."""
        return await self._sender.get("/api/fights", list[a.ListedFight])

    async def start_fight(
        self, title: str, game: str, *, roster: str = "", key: str = ""
    ) -> a.ListedFight:
        """Start a fight. Needs the scope `referee`."""
        sent = m.StartFight(title, game, key or token_hex(12), roster=roster)
        return await self._sender.post("/api/fights", sent, a.ListedFight)

    def fight(self, fight: str | int) -> FightClient:
        """Return a fight by its number, its id, or the beginning of its title."""
        return FightClient(self._sender, str(fight))


class FightClient:
    """A fight. A command counts for the last event that this client has seen (`head`): in a frame,
    in a turn, or of its own commands. Before it has seen one, it asks."""

    def __init__(self, sender: Sender, fight: str) -> None:
        self._sender = sender
        self._path = f"/api/fights/{quote(fight, safe='')}"
        self.head = 0
        self._run = ""
        """The run of the server, as the stream told it."""

    async def follow(self, after: int = 0) -> AsyncIterator[StreamNews]:
        """Yield what is new in the fight behind event `after`: a `Frame` of new events, a `Company`
        when it has changed who is here, a `Beside` when it has changed what the fight waits for. It
        never ends by itself: after an interruption it goes on where it was. Raises `TableError`
        when the token does not serve any more."""
        async for news in follow(self._sender, f"{self._path}/stream", after):
            match news:
                case Frame():
                    self.head = news.last
                case a.Beside():
                    self.head, self._run = news.turn.last, news.run
            yield news

    async def read_opening(self) -> a.Opening:
        """Return the id, the title and the game of the fight."""
        return await self._sender.get(self._path, a.Opening)

    async def read_frame(self, after: int = 0) -> Frame:
        """Return what is new behind an event."""
        frame = await self._sender.get(f"{self._path}/frame", Frame, {"after": after})
        self.head = frame.last
        return frame

    async def read_turn(self) -> a.Turn:
        """Return what the fight waits for: awaited dice, and who can declare something."""
        turn = await self._sender.get(f"{self._path}/turn", a.Turn)
        self.head = turn.last
        return turn

    async def read_options(self, combatant: str) -> a.Options:
        """Return what can be declared for a combatant, by id, and why the rest may not. Needs the
        scope `declare:ID`."""
        return await self._sender.get(
            f"{self._path}/options/{quote(combatant, safe='')}", a.Options
        )

    async def read_numbers(self) -> a.Numbers:
        """Return the fight in numbers."""
        return await self._sender.get(f"{self._path}/numbers", a.Numbers)

    async def read_recap(self) -> dict[str, Any]:
        """Return who fell and what would have saved them."""
        return await self._sender.get(f"{self._path}/recap", dict[str, Any])

    async def read_odds(self, line: str = "") -> dict[str, Any]:
        """Return the odds of what is declared, or of a line."""
        return await self._sender.get(f"{self._path}/odds", dict[str, Any], {"line": line})

    async def complete(self, line: str) -> list[a.Completion]:
        """Return what may come next on a line."""
        return await self._sender.get(
            f"{self._path}/completions", list[a.Completion], {"line": line}
        )

    async def say(self, line: str, *, head: int = 0, key: str = "") -> a.Recording:
        """Say a line as it is typed at the prompt. As all commands do, it raises `Refusal` where
        the rules do not allow it, and `FightMovedOn` where something that it is about has changed
        since `head`, the last event that was seen. Under the same `key` it is recorded once."""
        return await self.send(m.SayLine(**await self._address(head, key), line=line))

    async def declare(
        self, *declarations: Declaration, head: int = 0, key: str = ""
    ) -> a.Recording:
        """Declare what combatants do, as one command."""
        told = await self._address(head, key)
        return await self.send(m.SayDeclarations(**told, declarations=[*declarations]))

    async def roll(
        self, die: a.Awaited, face: int | None = None, *, head: int = 0, key: str = ""
    ) -> a.Recording:
        """Give the face of an awaited die, one of `read_turn`; without a face it is drawn."""
        told = await self._address(head, key)
        said = m.SayDie(**told, by=die.by, die=die.die, face=face, purpose=die.purpose, nth=die.nth)
        return await self.send(said)

    async def undo(
        self, why: str = "", *, count: int = 1, head: int = 0, key: str = ""
    ) -> a.Recording:
        """Take the last exchanges back. Needs the scope `referee`."""
        return await self.send(m.SayUndo(**await self._address(head, key), count=count, why=why))

    async def redo(
        self, why: str = "", *, count: int = 1, head: int = 0, key: str = ""
    ) -> a.Recording:
        """Bring back what was taken back. Needs the scope `referee`."""
        return await self.send(m.SayRedo(**await self._address(head, key), count=count, why=why))

    async def note(self, text: str, *, head: int = 0, key: str = "") -> a.Recording:
        """Write a note beside the line."""
        return await self.send(m.SayNote(**await self._address(head, key), text=text))

    async def send(self, command: m.SaidCommand) -> a.Recording:
        """Send a command of any kind. Where the answer is lost, the same one is sent again."""
        recorded = await self._sender.post(f"{self._path}/commands", command, a.Recording)
        self._see(recorded)
        return recorded

    async def preview(self, line: str, *answers: str, head: int = 0) -> a.Preview:
        """Return what a correction would change, like `amend 31 3`. Needs the scope `referee`."""
        sent = m.AskPreview(await self._find_head(head), line, [*answers])
        return await self._sender.post(f"{self._path}/preview", sent, a.Preview)

    async def correct(self, line: str, *answers: str, head: int = 0, key: str = "") -> a.Recording:
        """Apply a correction, as it was previewed. Needs the scope `referee`."""
        sent = m.SayCorrection(**await self._address(head, key), line=line, answers=[*answers])
        recorded = await self._sender.post(f"{self._path}/corrections", sent, a.Recording)
        self._see(recorded)
        return recorded

    def _see(self, recorded: a.Recording) -> None:
        """Go on to what was recorded, unless something that was not seen stands before it."""
        if recorded.seqs and recorded.seqs[0] == self.head + 1:
            self.head = recorded.seqs[-1]

    async def _find_head(self, head: int) -> int:
        """Return the last event that was seen."""
        if not (head or self.head):
            await self.read_turn()
        return head or self.head

    async def _address(self, head: int, key: str) -> dict[str, Any]:
        """Return what all commands carry. One under a key that is not new does not name the
        server's run: it may be a late copy of what was refused before the server began."""
        seen = await self._find_head(head)
        return {"head": seen, "key": key or token_hex(12), "run": "" if key else self._run}
