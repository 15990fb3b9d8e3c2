"""The fights of a campaign as their pages read them, and what a section of a page needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from combatlog.app.campaign import Campaign
from combatlog.app.fight_list import FightEntry
from events.types.declarations import EndFight
from events.types.outcomes import RoundBegan, WoundClosed, WoundTaken
from events.types.sheets import Wound
from events.types.unions import AnyEvent
from projections.narrative.phrasebook import ENGLISH, Phrasebook, load_phrasebook
from projections.queries.statistics import Statistics, compute_statistics
from projections.queries.visibility import Audience, StatisticsVisibility
from projections.state.fight_state import Combatant, FightState
from projections.text.prose import Prose, Span
from projections.text.words import Words
from replay.log.event_log import History
from replay.text.redaction import redact_words

Detail: TypeAlias = Literal["story", "dice", "full"]
"""The story alone; with dice and numbers in small print; with every event, folded away."""


class PageOptions(NamedTuple):
    """How pages are written. `turns` puts a heading over each turn, as the logs of Obsidian's
    Initiative Tracker do; `replay` puts a link to the replay on the page of a fight;
    `odds` the chances of every turn, which take long."""

    detail: Detail = "dice"
    audience: Audience = "players"
    language: str = ENGLISH
    turns: bool = False
    replay: bool = False
    odds: bool = False


class ReadFight(NamedTuple):
    """The history of a fight, and its present line with its notes."""

    history: History
    line: Sequence[tuple[int, AnyEvent]]


class TakenWound(NamedTuple):
    """A wound: its bearer (an id), and the round it was taken in (0 outside of rounds)."""

    who: str
    wound: Wound
    round: int


class FightRecord(NamedTuple):
    """A fight: its entry in the list, its state and statistics at the end of the present line, the
    wounds taken on it and those that were closed (bearer and label), the reason given for its end
    (empty if there is none), and its seal (empty if its own page is not written). History and line
    are read again when they are asked for."""

    listed: FightEntry
    state: FightState
    statistics: Statistics
    wounds: Sequence[TakenWound]
    closed: Set[tuple[str, str]]
    why: str
    seal: str
    read: Callable[[], ReadFight]

    @property
    def history(self) -> History:
        """The log as the audience may read it."""
        return self.read().history

    @property
    def line(self) -> Sequence[tuple[int, AnyEvent]]:
        """The present line, with its notes."""
        return self.read().line

    @property
    def key(self) -> str:
        """The key of its page."""
        return f"fight:{self.listed.id}"

    @property
    def day(self) -> str:
        """The day it started (`2026-11-20`, UTC)."""
        return self.listed.started[:10]

    @property
    def in_order(self) -> list[Combatant]:
        """All combatants, side by side."""
        every = self.state.combatants.values()
        return [one for side in self.state.sides for one in every if one.side == side]


class FightReader:
    """Reads the fights of a campaign as an audience may. It holds the log of one fight at a time,
    so a campaign of any length fits into memory."""

    def __init__(self, campaign: Campaign, audience: Audience) -> None:
        self._campaign, self._audience = campaign, audience
        self._open = "", ReadFight(History([]), ())

    def read(self, listed: FightEntry, sealed: bool = True) -> FightRecord:
        """Return a fight, with its seal if `sealed`."""
        from combatlog.files.audit import seal_campaign  # imports the rules: only when needed

        history, line = self.read_log(listed)
        numbers = compute_statistics((row.seq, row.event) for row in history.on_line(len(history)))
        state = history.state(len(history))
        seal = str(seal_campaign(self._campaign.store, listed.id)) if sealed else ""
        wounds = tuple(_list_wounds(line))
        closed = {(each.who, each.wound) for _, each in line if isinstance(each, WoundClosed)}
        ends = [each.why for _, each in line if isinstance(each, EndFight)]
        numbers = numbers._replace(state=state)
        return FightRecord(
            listed,
            state,
            numbers,
            wounds,
            closed,
            why=ends[-1] if ends else "",
            seal=seal,
            read=partial(self.read_log, listed),
        )

    def read_log(self, listed: FightEntry) -> ReadFight:
        """Return a fight up to the event it was listed with, so that all its pages tell of one
        moment."""
        if self._open[0] != listed.id:
            rows = self._campaign.store.read(listed.id, upto=listed.events)
            history = redact_words(History(rows), self._audience)
            line = list(history.interleave_notes(len(history)))
            self._open = listed.id, ReadFight(history, line)
        return self._open[1]


def _list_wounds(line: Iterable[tuple[int, AnyEvent]]) -> Iterator[TakenWound]:
    number = 0
    for _, event in line:
        if isinstance(event, RoundBegan):
            number = event.number
        elif isinstance(event, WoundTaken):
            yield TakenWound(event.who, event.wound, number)


Links = Mapping[tuple[str, str], str]
"""The key of a combatant's page, by the ids of a fight and of the combatant in it."""


class PageContext(NamedTuple):
    """All that a section of a page needs: the fight, the options, and where names link to."""

    record: FightRecord
    options: PageOptions
    links: Links

    @property
    def book(self) -> Phrasebook:
        """The phrasebook of the language."""
        return load_phrasebook(self.options.language)

    @property
    def words(self) -> Words:
        """What the fight calls things at its end."""
        return Words(self.record.state)

    def say(self, key: str) -> str:
        """Return a label or heading (`page.…`) of the phrasebook."""
        return self.book.one(f"page.{key}")

    @property
    def unseen(self) -> StatisticsVisibility:
        """Which statistics the reader may not see."""
        record = self.record
        return StatisticsVisibility(
            record.state, self.options.audience, record.statistics.strangers
        )

    def may_see(self, one: Combatant) -> bool:
        """Return whether the reader may see this combatant's numbers."""
        return not self.unseen.combatant(one.id)

    def link_name(self, one: Combatant) -> Span:
        """Return a combatant's name, linked to their page if they have one."""
        key = self.links.get((self.record.listed.id, one.id), "")
        return Span(one.name, "", key)

    def add_links(self, spans: Prose, seen: set[str]) -> Prose:
        """Return prose with its names linked to pages, each at its first mention only; `seen`
        collects the keys that are linked."""
        linked = []
        for span in spans:
            key = self.links.get((self.record.listed.id, span.to), "") if span.to else ""
            linked.append(span._replace(to="" if key in seen else key))
            seen.add(key)
        return tuple(linked)
