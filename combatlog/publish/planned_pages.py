"""The pages of a campaign as they are to stand on a wiki: each with its address, its text, and
what the summary of its edit will say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from combatlog.app.campaign import Campaign
from combatlog.app.fight_list import Listed
from combatlog.export.document import Page
from combatlog.export.formats.page_formats import Format
from combatlog.export.formats.page_writer import Addresses
from combatlog.export.pages import Options, campaign_pages, fight_alone
from combatlog.publish.edit_summary import LastEvents
from events.errors import Refused
from events.types.rolls import Rolled
from projections.queries.visibility import Audience
from replay.log.event_log import History
from replay.log.lineage import Revised, revisions
from replay.text.correction_notes import Revising, how
from replay.text.redaction import tellable


class CorrectionNote(NamedTuple):
    """Something corrected by event `seq`: `#108 (5 instead of 3)`."""

    seq: int
    said: str


def changes(history: History, audience: Audience) -> list[CorrectionNote]:
    """What was corrected on the present line, in the order it was, also where a later correction
    has taken it back; for players without words where those hold a number they do not know."""
    return sorted(_find_corrections(history, audience), key=lambda change: change.seq)


def _find_corrections(history: History, audience: Audience) -> Iterator[CorrectionNote]:
    every = revisions(history)
    words = Revising(history)
    may_be_told = tellable(history) if audience == "players" else None
    for row in history.on_line(history.position()) if every else ():
        for each in every.get(row.seq, ()):
            if how(each) == "kept":
                continue
            number = f"#{history.origin(row.seq)}"
            told = may_be_told is None or may_be_told(each)
            said = f"{number} ({_describe(words, each)})" if told else number
            yield CorrectionNote(each.correction.seq, said)


def _describe(words: Revising, revised: Revised) -> str:
    done = how(revised)
    if done in ("struck out", "skipped"):
        return done
    now, was = revised.now.event, revised.was.event if revised.was is not None else None
    if isinstance(now, Rolled) and isinstance(was, Rolled):
        return f"{now.face} instead of {was.face}"
    said = words.now(revised)
    return f"{done}: {said}" if done != "corrected" else said


class PlannedPage(NamedTuple):
    """A page to be: `last_events` is up to which events it tells, `changes` what was corrected of
    each fight in it (both by the number of the fight, or under 0 where it is one fight's own
    page). `is_chosen` is whether the address was chosen for this very page, not one for many."""

    key: str
    title: str
    address: str
    text: str
    last_events: LastEvents
    changes: Mapping[int, Sequence[CorrectionNote]]
    is_chosen: bool = False

    def corrected_since(self, before: LastEvents) -> list[str]:
        """What was corrected after a page that knew the events until then."""
        return [
            change.said
            for number, some in self.changes.items()
            for change in some
            if number in before and change.seq > before[number]
        ]


def plan_fight_page(
    campaign: Campaign, fight: str, options: Options, format: Format, address: str
) -> PlannedPage:
    """The page of one fight, at this address; nothing else of the campaign is read. Raises
    `Refused` where the name means no one fight."""
    listed = campaign.find(fight)
    page = fight_alone(campaign, listed.id, options)
    fights = _Fights(campaign, [listed], options.audience)
    return _plan_page(page, {page.key: address}, format, fights)._replace(is_chosen=True)


def plan_campaign_pages(
    campaign: Campaign, name: str, options: Options, format: Format, prefix: str
) -> list[PlannedPage]:
    """A campaign called `name`: everybody who fought, its fights and its index, below `prefix`;
    in this order, because a wiki shows a link to a page that is not there yet as a broken one.
    Raises `Refused` for a prefix that no page can stand below."""
    pages = campaign_pages(campaign, name, options)
    addresses = format.assign_addresses(pages, prefix)
    if addresses == format.assign_addresses(pages, ""):
        raise Refused(f"“{prefix}” cannot be the name of a page; choose another --page.")
    fights = _Fights(campaign, list(campaign.fights()), options.audience)
    return [_plan_page(page, addresses, format, fights) for page in reversed(pages)]


class _Fights:
    """How long each fight is, and what was corrected of it."""

    def __init__(self, campaign: Campaign, every: Iterable[Listed], audience: Audience) -> None:
        self.every = list(every)
        self.changes = {
            listed.id: changes(History(campaign.store.read(listed.id)), audience)
            for listed in self.every
        }

    def of(self, page: Page) -> list[Listed]:
        """The fights that a page tells of."""
        return [listed for listed in self.every if listed.id in page.fights]


def _plan_page(page: Page, addresses: Addresses, format: Format, fights: _Fights) -> PlannedPage:
    alone = page.kind == "fight"
    told = {(0 if alone else listed.number): listed for listed in fights.of(page)}
    return PlannedPage(
        page.key,
        page.title,
        addresses[page.key],
        format.render(page, addresses),
        {number: listed.events for number, listed in told.items()},
        {number: fights.changes[listed.id] for number, listed in told.items()},
    )
