"""A fight that somebody looks at: its log, the view of each audience, and answers that hold until
the fight goes on."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from msgspec.structs import replace

from combatlog.app.campaign import Campaign
from combatlog.app.fight import Fight
from combatlog.server.feed import Feed, Frame
from combatlog.server.permission import list_own_people
from combatlog.server.refusals import Refusals
from combatlog.server.scopes import Deed, list_ids
from combatlog.server.seats import Seat
from events.errors import CampaignError, CombatlogError, Conflict, Refused, Unanswered
from events.store.envelope import Head
from events.types.names import fold_case
from projections.narrative.phrasebook import Phrasebook
from projections.queries.number_words import tells_strangers_number
from projections.queries.visibility import Audience
from projections.state.fight_state import Combatant, FightState
from rulesets.options.option import AS_IT_STANDS

T = TypeVar("T")

MARK = 16
"""How many digits of an event's digest tell the history up to it from others."""


class OpenFight:
    """A fight that somebody looks at. The writer alone uses it."""

    def __init__(
        self,
        campaign: Campaign,
        fight: Fight,
        book: Phrasebook,
        refusals: Refusals | None = None,
        run: str = "",
        *,
        is_shared: bool = False,
    ) -> None:
        self.campaign, self.fight = campaign, fight
        self.refusals = refusals or Refusals(self.last, run, is_shared=is_shared)
        self.last_told = self.last
        """The last event that those who watch the fight were told of."""
        self._book = book
        self._feeds: dict[Audience, Feed] = {}
        self._kept: dict[Hashable, Any] = {}
        self._kept_at = 0

    @property
    def state(self) -> FightState:
        """The fight at its head."""
        return self.fight.state

    @property
    def last(self) -> int:
        """The last event of the fight."""
        return len(self.fight.history)

    @property
    def digest(self) -> bytes:
        """The digest of the last event of the fight."""
        return self.fight.history[self.last].digest

    @property
    def told(self) -> Head:
        """The head that those who watch the fight were told of."""
        return Head(self.last_told, self.fight.history[self.last_told].digest)

    def feed(self, audience: Audience) -> Feed:
        """Return the view of an audience, up to date."""
        if audience not in self._feeds:
            self._feeds[audience] = Feed(self.fight.history, audience, self._book)
        self._feeds[audience].update(self.fight.history)
        return self._feeds[audience]

    def find_news(self) -> bool:
        """Read what others have recorded; return whether anything is new since the last time."""
        self.fight.refresh()
        before, self.last_told = self.last_told, self.last
        return before < self.last

    def follows(self, head: Head) -> bool:
        """Return whether the fight had this head once."""
        return head.seq <= self.last and self.fight.history[head.seq].digest == head.digest

    def find_start(self, after: int, mark: str) -> int:
        """Return the event behind which a reader goes on who has event `after`, and this mark with
        it: 0 where that was another history. Without a mark nobody knows which one it was."""
        is_other = mark and (after > self.last or mark != self._make_mark(after))
        return 0 if is_other else after

    def make_frame(self, audience: Audience, after: int) -> Frame:
        """Return what is new for an audience after an event, 0 for everything."""
        frame = self.feed(audience).make_frame(after)
        return replace(frame, mark=self._make_mark(frame.last))

    def _make_mark(self, seq: int) -> str:
        """Return what tells the history up to an event from others. In format 1 a digest could tell
        what is hidden in the event, to whoever tries all that it may be."""
        if not seq or self.campaign.store.format_of(self.fight.id) == 1:
            return ""
        return self.fight.history[seq].digest.hex()[:MARK]

    def find_kept(self, key: Hashable) -> Any:
        """Return what is kept under a key; None if nothing is, or the fight has gone on since."""
        if self._kept_at != self.last:
            self._kept.clear()
            self._kept_at = self.last
        return self._kept.get(key)

    def keep(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what `make` returns; the same again under this key until the fight goes on."""
        if self.find_kept(key) is None:
            self._kept[key] = make()
        kept: T = self._kept[key]
        return kept

    def list_own(self, seat: Seat, deed: Deed | None = None) -> list[Combatant]:
        """Return the combatants whom somebody speaks for; the referee speaks for everybody. A bot
        may have the scope for one `deed` alone."""
        if seat.is_referee:
            return [*self.state.combatants.values()]
        if seat.role == "spectator":
            return []
        if seat.is_bot:
            ids = list_ids(seat.may, deed)
            return [one for one in self.state.combatants.values() if fold_case(one.id) in ids]
        return list_own_people(self.state, seat.name, seat.plays)


def veil_error(error: CombatlogError, seat: Seat, state: FightState | None) -> CombatlogError:
    """Return an error as somebody may read it: players neither read a stranger's number, nor what
    others have recorded meanwhile, nor where the campaign lies, nor what only a referee types."""
    if seat.is_referee:
        return error
    if isinstance(error, Conflict):
        return Conflict(
            error.fight, error.expected, error.actual, is_unanswered=error.is_unanswered
        )
    if isinstance(error, Unanswered):
        return Unanswered(
            "It is not known whether this was recorded; look, or say the same again, which records"
            " it once. If that does not help, tell the referee."
        )
    if isinstance(error, CampaignError):
        return CampaignError("The campaign cannot be used just now; tell the referee.")
    if state is not None and tells_strangers_number(str(error), state):
        return Refused(f"{AS_IT_STANDS}.")
    if isinstance(error, Refused) and error.overrulable:
        said = f"{str(error).removesuffix('.')} (ask the referee to overrule it)."
        return Refused(said, clause=error.clause, overrulable=error.overrulable)
    return error
