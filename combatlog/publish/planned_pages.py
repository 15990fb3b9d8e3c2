"""The pages to publish: each with its address, its text, and what the edit summary will say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, overload

from combatlog.app.campaign import Campaign
from combatlog.app.fight_list import FightEntry
from combatlog.export.document import Page
from combatlog.export.formats.page_formats import Format
from combatlog.export.formats.page_writer import Addresses
from combatlog.export.pages.fight_page import make_replay_key
from combatlog.export.pages.page_context import PageOptions
from combatlog.export.pages.page_set import build_fight_page, list_campaign_pages
from combatlog.publish.edit_summary import LastEvents
from events.errors import Refused
from events.types.rolls import Rolled
from projections.narrative.phrasebook import load_phrasebook
from projections.queries.visibility import Audience
from replay.log.event_log import History
from replay.log.lineage import Revision, find_revisions
from replay.text.correction_notes import RevisionWords, classify_revision
from replay.text.redaction import filter_revisions, redact_words


class CorrectionNote(NamedTuple):
    """A correction made by event `seq`, in words: `#108 (5 instead of 3)`."""

    seq: int
    said: str


def list_corrections(history: History, audience: Audience) -> list[CorrectionNote]:
    """Return what was corrected on the present line, in the order of the corrections, including
    what a later correction took back. For players words that hold a hidden number are left out."""
    return sorted(_find_corrections(history, audience), key=lambda change: change.seq)


class CorrectionList(Sequence[CorrectionNote]):
    """The same, found when it is first looked at: most pages do not change."""

    def __init__(self, history: History, audience: Audience) -> None:
        self._history, self._audience = history, audience

    @cached_property
    def _notes(self) -> list[CorrectionNote]:
        return list_corrections(self._history, self._audience)

    def __len__(self) -> int:
        return len(self._notes)

    @overload
    def __getitem__(self, at: int) -> CorrectionNote: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[CorrectionNote]: ...
    def __getitem__(self, at: int | slice) -> CorrectionNote | Sequence[CorrectionNote]:
        return self._notes[at]


def _find_corrections(history: History, audience: Audience) -> Iterator[CorrectionNote]:
    history = redact_words(history, audience)
    every = find_revisions(history)
    words = RevisionWords(history)
    may_show = filter_revisions(history, audience)
    for row in history.on_line(history.position()) if every else ():
        for each in every.get(row.seq, ()):
            if classify_revision(each) == "kept":
                continue
            number = f"#{history.origin(row.seq)}"
            said = f"{number} ({_describe(words, each)})" if may_show(each) else number
            yield CorrectionNote(each.correction.seq, said)


def _describe(words: RevisionWords, revised: Revision) -> str:
    done = classify_revision(revised)
    if done in ("struck out", "skipped"):
        return done
    now, was = revised.now.event, revised.was.event if revised.was is not None else None
    if isinstance(now, Rolled) and isinstance(was, Rolled):
        return f"{now.face} instead of {was.face}"
    said = words.describe_after(revised)
    return f"{done}: {said}" if done != "corrected" else said


class PlannedReplay:
    """The replay that goes with the page of a fight: the address of its file, and the page's text
    with a link to it."""

    def __init__(
        self, address: str, page_text: str, history: History, options: PageOptions
    ) -> None:
        self.address, self.page_text = address, page_text
        self._history, self._options = history, options

    def render(self) -> bytes:
        """Return the content of the file. That takes a while, and most pages do not change."""
        from combatlog.export.html_replay import render_replay_page

        book = load_phrasebook(self._options.language)
        audience = self._options.audience
        return render_replay_page(
            self._history, audience=audience, book=book, odds=self._options.odds
        ).encode()


class PlannedPage(NamedTuple):
    """A page to publish. `text` is without a link to the replay.

    `last_events` says up to which event the page is current, `corrections` what was corrected;
    both by the number of the fight, or under 0 for the page of a single fight. `is_chosen` tells
    whether the address was chosen for this page alone.
    """

    key: str
    title: str
    address: str
    text: str
    last_events: LastEvents
    corrections: Mapping[int, Sequence[CorrectionNote]]
    is_chosen: bool = False
    replay: PlannedReplay | None = None

    def corrected_since(self, before: LastEvents) -> list[str]:
        """Return what was corrected since a version of the page that covered the events of
        `before`."""
        return [
            change.said
            for number, some in self.corrections.items()
            for change in some
            if number in before and change.seq > before[number]
        ]


def plan_fight_page(
    campaign: Campaign, fight: str, options: PageOptions, format: Format, address: str
) -> PlannedPage:
    """Return the page of one fight at this address; nothing else of the campaign is read. Raises
    `Refused` if `fight` does not mean one fight."""
    listed = campaign.find(fight)
    page = build_fight_page(campaign, listed.id, options)
    fights = _Fights(campaign, [listed], options.audience)
    planned = _plan_page(page, {page.key: address}, format, fights, options)
    return planned._replace(is_chosen=True)


def plan_campaign_pages(
    campaign: Campaign, name: str, options: PageOptions, format: Format, prefix: str
) -> list[PlannedPage]:
    """Return the pages of a campaign below `prefix`: combatants, fights and, last, the index.

    The order avoids broken links: wikis show a link to a page that does not exist yet as broken.
    `name` is the name of the campaign. Raises `Refused` if no page can stand below the prefix.
    """
    pages = list_campaign_pages(campaign, name, options)
    addresses = format.assign_addresses(pages, prefix)
    if addresses == format.assign_addresses(pages, ""):
        raise Refused(f"“{prefix}” cannot be the name of a page; choose another --page.")
    fights = _Fights(campaign, list(campaign.fights()), options.audience)
    return [_plan_page(page, addresses, format, fights, options) for page in reversed(pages)]


class _Fights:
    """The fights of a campaign, the history of each, and what was corrected in it."""

    def __init__(self, campaign: Campaign, every: Iterable[FightEntry], audience: Audience) -> None:
        self.every = list(every)
        self.histories = {
            listed.id: History(campaign.store.read(listed.id)) for listed in self.every
        }
        self.corrections = {
            id: CorrectionList(history, audience) for id, history in self.histories.items()
        }

    def of(self, page: Page) -> list[FightEntry]:
        """Return the fights that a page describes."""
        return [listed for listed in self.every if listed.id in page.fights]


def _plan_page(
    page: Page, addresses: Addresses, format: Format, fights: _Fights, options: PageOptions
) -> PlannedPage:
    alone = page.kind == "fight"
    covered = {(0 if alone else listed.number): listed for listed in fights.of(page)}
    return PlannedPage(
        page.key,
        page.title,
        addresses[page.key],
        format.render(page, addresses),
        {number: listed.events for number, listed in covered.items()},
        {number: fights.corrections[listed.id] for number, listed in covered.items()},
        replay=_plan_replay(page, addresses, format, fights, options),
    )


def _plan_replay(
    page: Page, addresses: Addresses, format: Format, fights: _Fights, options: PageOptions
) -> PlannedReplay | None:
    """Return the replay of a fight, if the options ask for one. The referee's has a name of its
    own, so that players find no file with what they may not see under the name of theirs."""
    if page.kind != "fight" or not options.replay:
        return None
    [fight] = page.fights
    name = f"combatlog {fight}{'' if options.audience == 'players' else f' {options.audience}'}"
    address = format.place_file(addresses[page.key], f"{name}.html")
    text = format.render(page, {**addresses, make_replay_key(fight): address})
    return PlannedReplay(address, text, fights.histories[fight], options)
