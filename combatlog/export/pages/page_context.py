"""A fight as all its pages read it: once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from combatlog.app.campaign import Campaign
from combatlog.app.fight_list import FightEntry
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


class FightRecord(NamedTuple):
    """A fight: its entry in the list, its history, its present line, its state and statistics at
    the end of the line, and its seal (empty if its own page is not written)."""

    listed: FightEntry
    history: History
    line: Sequence[tuple[int, AnyEvent]]
    state: FightState
    statistics: Statistics
    seal: str

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


def read_fight(
    campaign: Campaign, name: str, audience: Audience, sealed: bool = True
) -> FightRecord:
    """Read a fight as an audience may, with its seal if `sealed`. Raises `Refused` if the name
    means no fight or several."""
    from combatlog.files.audit import seal_campaign  # imports the rules: only when needed

    listed = campaign.find(name)
    history = redact_words(History(campaign.store.read(listed.id)), audience)
    line = list(history.interleave_notes(len(history)))
    numbers = compute_statistics((row.seq, row.event) for row in history.on_line(len(history)))
    state = history.state(len(history))
    seal = str(seal_campaign(campaign.store, listed.id)) if sealed else ""
    return FightRecord(listed, history, line, state, numbers, seal)


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
        return StatisticsVisibility(self.record.state, self.options.audience)

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
