"""A campaign at play: everybody's commands, one after the other, and what each may see of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.app.session import Session
from combatlog.grammar.commands import (
    AddNote,
    BindKey,
    Command,
    Correct,
    Declare,
    JoinFile,
    Quit,
    Redo,
    RollDice,
    Show,
    Undo,
)
from combatlog.grammar.registry import parse
from combatlog.server import messages as m
from combatlog.server.feed import Feed, Frame
from combatlog.server.permission import is_untouched, list_own_people, refuse_foreign
from combatlog.server.seats import Seat
from combatlog.server.writer import Writer
from events.errors import CombatlogError, Conflict, Refused
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.queries.visibility import Audience, tells_strangers_number
from projections.state.fight_state import Combatant, FightState
from rulesets.options.option import AS_IT_STANDS
from rulesets.options.rulings import list_fight_rulings
from rulesets.options.turn_options import list_turn_options


class OpenFight:
    """A fight that somebody looks at: its log, and the view of each audience. Everything but
    `grown` is used by the writer alone."""

    def __init__(self, fight: Fight, book: Phrasebook) -> None:
        self.fight = fight
        self._book = book
        self._feeds: dict[Audience, Feed] = {}
        self.grown = asyncio.Event()
        """Set, and replaced, when the fight has grown."""

    def feed(self, audience: Audience) -> Feed:
        """Return the view of an audience, up to date."""
        if audience not in self._feeds:
            self._feeds[audience] = Feed(self.fight.history, audience, self._book)
        self._feeds[audience].update(self.fight.history)
        return self._feeds[audience]

    def find_news(self) -> bool:
        """Read what others have recorded; return whether there is anything that was not told."""
        self.fight.refresh()
        return any(feed.last < len(self.fight.history) for feed in self._feeds.values())

    def tell_grown(self) -> None:
        """Wake everybody who watches the fight."""
        self.grown.set()
        self.grown = asyncio.Event()


class Table:
    """A campaign at play. `open` opens the campaign, in the writer."""

    def __init__(self, open: Callable[[], Campaign], writer: Writer) -> None:
        self._open = open
        self._writer = writer
        self._campaign: Campaign | None = None
        self._fights: dict[str, OpenFight] = {}
        self._book = load_phrasebook()
        self.closed = asyncio.Event()
        """Set when the table closes."""

    async def begin(self) -> None:
        """Open the campaign. Raises `CampaignError` where it cannot be used."""
        self._campaign = await self._writer.run(self._open)

    async def end(self) -> None:
        """Close the campaign."""
        await self._writer.run(self.campaign.close)
        self._writer.close()

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        assert self._campaign is not None, "the table has begun"
        return self._campaign

    async def list_fights(self) -> list[m.ListedFight]:
        """Return the fights of the campaign, in the order they were started."""
        return await self._writer.run(self._list_fights)

    async def carry_out(self, seat: Seat, fight: str, said: m.SaidCommand) -> m.Recording:
        """Carry out a command of somebody at the table. Raises a `CombatlogError` with one
        sentence, and then nothing is recorded."""
        opened = await self._writer.run(lambda: self._find(fight))
        recording = await self._writer.run(lambda: self._carry_out(seat, opened.fight, said))
        opened.tell_grown()
        return recording

    async def read_turn(self, seat: Seat, fight: str) -> m.Turn:
        """Return what somebody can do now."""
        return await self._writer.run(lambda: self._read_turn(seat, fight))

    async def read_frame(self, seat: Seat, fight: str, after: int) -> Frame:
        """Return what is new in a fight after an event, as somebody may see it."""
        return await self._writer.run(
            lambda: self._find(fight).feed(seat.audience).make_frame(after)
        )

    async def read_opening(self, seat: Seat, fight: str) -> m.Opening:
        """Return what a page needs to begin with a fight."""
        return await self._writer.run(lambda: self._read_opening(seat, fight))

    async def watch(self, fight: str) -> asyncio.Event:
        """Return what is set when a fight grows, or the table closes. Take it before reading the
        fight, so that nothing is missed in between."""
        return (await self._writer.run(lambda: self._find(fight))).grown

    def close(self) -> None:
        """End every stream."""
        self.closed.set()
        for opened in self._fights.values():
            opened.grown.set()

    async def look_for_others(self) -> None:
        """Take in what other programs have recorded in the campaign."""
        for opened in [*self._fights.values()]:
            if await self._writer.run(opened.find_news):
                opened.tell_grown()

    def _find(self, fight: str) -> OpenFight:
        """Return an open fight; open it by its id, number or title. Raises `Refused`."""
        id = self.campaign.find(fight).id
        if id not in self._fights:
            self._fights[id] = OpenFight(self.campaign.fight(id), self._book)
        return self._fights[id]

    def _list_fights(self) -> list[m.ListedFight]:
        return [
            m.ListedFight(each.id, each.number, each.title, each.game, each.events)
            for each in self.campaign.fights()
        ]

    def _carry_out(self, seat: Seat, at: Fight, said: m.SaidCommand) -> m.Recording:
        at.refresh()
        at.by = seat.name
        try:
            return self._record(seat, at, said)
        except CombatlogError as error:
            if seat.is_referee or not tells_strangers_number(str(error), at.state):
                raise
            raise Refused(f"{AS_IT_STANDS}.") from None

    def _record(self, seat: Seat, at: Fight, said: m.SaidCommand) -> m.Recording:
        command, line = _read_command(said, at.state)
        if command is None:
            raise Refused("Say something.")
        if isinstance(command, JoinFile | BindKey | Quit | Show | Correct):
            raise Refused("That is said at the prompt alone.")
        if not seat.is_referee:
            refuse_foreign(command, at.state, self._list_own(seat, at.state))
        if not at.find_recorded(said.key, line):
            _refuse_stale(command, said.head, at, seat.is_referee)
        result = Session(self.campaign, at).do(command, said.key, line)
        if result.refused is not None:
            raise result.refused
        told = [
            each
            for each in (*result.told, result.left_out)
            if each and (seat.is_referee or not tells_strangers_number(each, at.state))
        ]
        seqs = [row.seq for row in result.rows]
        return m.Recording(result.kind, len(at.history), seqs, told)

    def _list_own(self, seat: Seat, state: FightState) -> list[Combatant]:
        return list_own_people(state, seat.name, seat.plays)

    def _read_turn(self, seat: Seat, fight: str) -> m.Turn:
        at = self._find(fight).fight
        state = at.state
        own = [*state.combatants.values()] if seat.is_referee else self._list_own(seat, state)
        ids = {one.id for one in own}
        awaited = [
            m.Awaited(
                each.by, state.combatants[each.by].name, each.die, each.purpose, each.by in ids
            )
            for each in state.awaited
        ]
        people = [
            m.Person(one.id, one.name, list_turn_options(state, one, seat.audience))
            for one in own
            if one.standing == "in"
        ]
        rulings = list_fight_rulings(state) if seat.is_referee else []
        return m.Turn(len(at.history), awaited, people, rulings)

    def _read_opening(self, seat: Seat, fight: str) -> m.Opening:
        opened = self._find(fight)
        data = opened.feed(seat.audience).data
        return m.Opening(opened.fight.id, data["title"], data["game"], data["dice"], {})


def _read_command(said: m.SaidCommand, state: FightState) -> tuple[Command | None, str]:
    """Return the command of a message, and the line that its key stands for. Raises `Refused` or
    `Unreadable` for a line that nobody understands."""
    match said:
        case m.SayLine(line=line):
            return parse(line, state), line
        case m.SayDeclarations(declarations=declarations):
            return Declare(tuple(declarations)), ""
        case m.SayDie(by=by, die=die, face=face):
            return RollDice(() if face is None else (face,), by, die), ""
        case m.SayUndo(count=count, why=why, dice=dice):
            return Undo(count, why, dice), ""
        case m.SayRedo(count=count, why=why, dice=dice):
            return Redo(count, why, dice), ""
        case m.SayNote(text=text):
            return AddNote(text), ""


def _refuse_stale(command: Command, head: int, fight: Fight, is_referee: bool) -> None:
    """Raise `Conflict` if a command was said at an earlier event, and something that it is about
    has changed since. Players are not told what: it may hold a stranger's number."""
    last = len(fight.history)
    if head == last:
        return
    if head > last or not is_untouched(command, fight.compute_state(head), fight.state):
        since = fight.describe_commands(fight.history.rows[head:]) if is_referee else ""
        raise Conflict(fight.id, head, last, since)
