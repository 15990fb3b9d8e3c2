"""Publishing: page by page, so that progress can be shown and one page does not stop the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from difflib import unified_diff
from typing import Literal, NamedTuple, TypeAlias

from combatlog.publish.edit_summary import format_last_events, parse_last_events, write_summary
from combatlog.publish.marked_section import normalize_text
from combatlog.publish.planned_pages import PlannedPage
from combatlog.publish.wiki import OwnContent, Wiki, WikiPage, make_printable
from combatlog.publish.wiki_errors import EditConflict, PageRefused, WikiError

_TRIES = 4

Outcome: TypeAlias = Literal["created", "updated", "unchanged", "refused"]


class PublishStep(NamedTuple):
    """A page on its way: what becomes of it, the page as it is current and the text it gets, under
    which summary; and why it is refused, where it is."""

    page: PlannedPage
    outcome: Outcome
    current: WikiPage
    text: str
    summary: str = ""
    problem: str = ""

    @property
    def address(self) -> str:
        """The address as the wiki has it, after redirects and its own spelling."""
        return self.current.address


def plan_step(wiki: Wiki, page: PlannedPage, overwrite: bool = False) -> PublishStep:
    """What would become of a page, as it is on the wiki now. `overwrite` replaces what somebody
    else has written there."""
    current = None
    try:
        current = wiki.read(page.address)
        own = wiki.find_own(page.key, current)
        if own.text is not None and normalize_text(own.text) == normalize_text(page.text):
            return PublishStep(page, "unchanged", current, current.text)
        conflict = own.conflict or _explain_taken(page, own)
        if conflict and not overwrite:
            return PublishStep(page, "refused", current, current.text, problem=conflict)
        text = wiki.merge(page.key, current, page.text, format_last_events(page.last_events))
    except PageRefused as refused:
        return refuse_page(page, refused, current)
    corrected = page.corrected_since(parse_last_events(own.last_events))
    return PublishStep(
        page,
        "updated" if current.exists else "created",
        current,
        text,
        write_summary(page.title, page.key, page.last_events, corrected),
    )


def _explain_taken(page: PlannedPage, own: OwnContent) -> str:
    """Why a page that holds others of combatlog's is not this one's, too; empty where somebody
    chose it for this one. What leads there by a redirect is no different."""
    if page.is_chosen or not own.other_keys:
        return ""
    return (
        f"The page holds another one of combatlog's ({own.other_keys[0]}); choose another --page,"
        " or add this one to it with --overwrite."
    )


def refuse_page(
    page: PlannedPage, refused: PageRefused, current: WikiPage | None = None
) -> PublishStep:
    """A page that is not written, and why."""
    there = current or WikiPage(page.address, "", "")
    return PublishStep(page, "refused", there, there.text, problem=str(refused))


def diff_page(before: str, after: str, name: str) -> Iterator[str]:
    """The lines of a unified diff from the page as it is to the page as it would be, without
    anything in them that a terminal would obey."""
    for line in unified_diff(
        before.splitlines(), after.splitlines(), f"{name} (now)", f"{name} (then)", lineterm=""
    ):
        yield make_printable(line.replace("\t", " "), "\ufffd")


def plan_pages(
    wiki: Wiki, pages: Iterable[PlannedPage], overwrite: bool = False
) -> Iterator[PublishStep]:
    """What publishing would do, without doing it."""
    return (plan_step(wiki, page, overwrite) for page in pages)


def publish_pages(
    wiki: Wiki, pages: Iterable[PlannedPage], overwrite: bool = False
) -> Iterator[PublishStep]:
    """Write each page that is not as it should be, one after the other, and say what became of
    it. Raises `WikiError` where no page can be written."""
    created: list[str] = []
    for page in pages:
        done = _publish_page(wiki, page, overwrite)
        created += [done.address] if done.outcome == "created" else []
        yield done
    if len(created) > 1:
        with suppress(WikiError):  # the pages are there, and the wiki will see to it in time
            wiki.relink(created)


def check_index(wiki: Wiki, index: PlannedPage) -> None:
    """Raise `PageRefused` where the index of another campaign stands in the place of this one's:
    then no page of it is written between the other's."""
    try:
        current = wiki.read(index.address)
        others = wiki.find_own(index.key, current).other_keys
    except PageRefused:
        return  # told with the page itself
    if any(key.startswith("campaign:") for key in others):
        raise PageRefused(
            f"Another campaign stands at “{current.address}”; choose another --page, or put both"
            " there with --overwrite."
        )


def _publish_page(wiki: Wiki, page: PlannedPage, overwrite: bool) -> PublishStep:
    """Read, merge and write; once more from the beginning where somebody came in between. That
    may have been our own edit, whose answer was lost."""
    tried = None
    for _ in range(_TRIES):
        next_step = plan_step(wiki, page, overwrite)
        if next_step.outcome == "unchanged" and tried is not None:
            return tried
        if next_step.outcome in ("unchanged", "refused"):
            return next_step
        tried = next_step
        try:
            wiki.write(next_step.current, next_step.text, next_step.summary)
            return next_step
        except EditConflict:
            continue
        except PageRefused as refused:
            return refuse_page(page, refused, next_step.current)
    busy = "Somebody kept editing the page meanwhile; nothing was written, publish again later."
    return refuse_page(page, PageRefused(busy), next_step.current)
