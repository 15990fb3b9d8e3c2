"""Publishing page by page, so that progress can be shown and one refused page stops no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import unified_diff
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from combatlog.publish.edit_summary import (
    format_last_events,
    parse_last_events,
    write_summary,
)
from combatlog.publish.marked_section import is_stored_text
from combatlog.publish.planned_pages import PlannedPage
from combatlog.publish.renamed_pages import find_earlier_pages, move_page
from combatlog.publish.replay_uploads import ReplayUploads, UploadStep
from combatlog.publish.wiki import (
    EditConflict,
    OwnContent,
    PageRefused,
    Wiki,
    WikiError,
    WikiPage,
    make_printable,
)

if TYPE_CHECKING:
    from combatlog.publish.credentials import Credentials
    from combatlog.publish.web_client import Connection

WikiKind: TypeAlias = Literal["mediawiki", "dokuwiki"]

_TRIES = 4
_MAX_COMPARED = 4_000_000
"""Lines of a page times lines of the new one; with more they are not matched one by one."""

Outcome: TypeAlias = Literal["created", "updated", "unchanged", "deleted", "refused"]
"""`deleted`: somebody deleted the page on the wiki, so it is not made again."""


class PublishStep(NamedTuple):
    """What publishing does with a page: the page as it is now, its new text and summary, and the
    problem if the page is refused or was deleted. `moved` says what became of the page that it had
    under another name, `replay` what becomes of its replay."""

    page: PlannedPage
    outcome: Outcome
    current: WikiPage
    text: str
    summary: str = ""
    problem: str = ""
    moved: str = ""
    replay: UploadStep = UploadStep()

    @property
    def address(self) -> str:
        """The address as the wiki writes it, after redirects."""
        return self.current.address


def plan_step(
    wiki: Wiki,
    page: PlannedPage,
    overwrite: bool = False,
    is_known: bool = True,
    current: WikiPage | None = None,
) -> PublishStep:
    """Return what publishing would do with a page now.

    `overwrite` replaces text of others, too, and makes deleted pages again. Only a page that
    `is_known` to the wiki may have been deleted there. `current` is the page as it is, if it was
    read already.
    """
    try:
        current = current or wiki.read(page.address)
        may_be_deleted = is_known and not current.exists and not overwrite
        if may_be_deleted and (deletion := wiki.find_deletion(page.address)):
            again = f"{deletion} It is not made again, unless with --overwrite."
            return PublishStep(page, "deleted", current, "", problem=again)
        own = wiki.find_own(page.key, current)
        if own.text is not None and is_stored_text(own.text, page.text):
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
    """Return why this page cannot share its address with another combatlog page that is there;
    empty if the user chose the address for it, or no other page is there."""
    if page.is_chosen or not own.other_keys:
        return ""
    return (
        f"The page already holds another combatlog page ({own.other_keys[0]}); choose another"
        " --page, or add this one to it with --overwrite."
    )


def refuse_page(
    page: PlannedPage, refused: PageRefused, current: WikiPage | None = None
) -> PublishStep:
    """Return the step of a page that is not written, with the reason."""
    there = current or WikiPage(page.address, "", "")
    return PublishStep(page, "refused", there, there.text, problem=str(refused))


def diff_page(before: str, after: str, name: str) -> Iterator[str]:
    """Yield a unified diff of a page, without characters that a terminal would obey."""
    was, then = before.splitlines(), after.splitlines()
    names = (f"{name} (now)", f"{name} (then)")
    compare = unified_diff if len(was) * len(then) <= _MAX_COMPARED else _diff_whole
    for line in compare(was, then, *names, lineterm=""):
        yield make_printable(line.replace("\t", " "), "\ufffd")


def _diff_whole(
    was: Sequence[str], then: Sequence[str], before: str, after: str, lineterm: str
) -> Iterator[str]:
    """Yield a unified diff that replaces all lines but the same ones at the beginning and the end.
    It takes a time that is linear in the length of the page."""
    shorter = min(len(was), len(then))
    pairs = zip(was, then, strict=False)
    first = next((at for at, (one, other) in enumerate(pairs) if one != other), shorter)
    ends = zip(reversed(was[first:]), reversed(then[first:]), strict=False)
    same = next((at for at, (one, other) in enumerate(ends) if one != other), shorter - first)
    gone, new = was[first : len(was) - same], then[first : len(then) - same]
    if gone or new:
        yield f"--- {before}{lineterm}"
        yield f"+++ {after}{lineterm}"
        old, now = first + bool(gone), first + bool(new)
        yield f"@@ -{old},{len(gone)} +{now},{len(new)} @@{lineterm}"
        yield from (f"-{line}" for line in gone)
        yield from (f"+{line}" for line in new)


def plan_pages(
    wiki: Wiki, pages: Sequence[PlannedPage], overwrite: bool = False
) -> Iterator[PublishStep]:
    """Yield what publishing would do with each page, without doing it."""
    uploads = ReplayUploads(wiki, overwrite, dry_run=True)
    current, unlinked = _find_current(wiki, pages)
    is_known, old = find_earlier_pages(wiki, pages, current)
    for page in pages:
        done = current.get(page.key) or _prepare_page(
            wiki, page, uploads, overwrite, is_known, unlinked.get(page.key)
        )
        if page.key in old:
            done = done._replace(moved=f"its old page {old[page.key].address} would lead there")
        yield done


class _Current(NamedTuple):
    """What was found to be current, by the keys of pages: the steps of the pages, and the pages
    that only lack the link to their replay."""

    steps: dict[str, PublishStep]
    unlinked: dict[str, WikiPage]


def _find_current(wiki: Wiki, pages: Sequence[PlannedPage]) -> _Current:
    """Return the pages that are current, and have the wiki read the others ahead. The last page is
    the index of the others."""
    current = _Current({}, {})
    if len(pages) < 2:
        return current
    texts = {page.address: _list_whole_texts(wiki, page) for page in pages}
    found = wiki.find_current(pages[-1].address, texts)
    wiki.read_ahead([page.address for page in pages if page.address not in found])
    for page in pages:
        there = found.get(page.address)
        if there is not None and there.text == texts[page.address][0]:
            current.steps[page.key] = PublishStep(page, "unchanged", there, there.text)
        elif there is not None:
            current.unlinked[page.key] = there
    return current


def _list_whole_texts(wiki: Wiki, page: PlannedPage) -> list[str]:
    """Return the texts that a page of its own may have, the best one first."""
    texts = [page.text] if page.replay is None else [page.replay.page_text, page.text]
    blank, last_events = WikiPage("", "", ""), format_last_events(page.last_events)
    return [wiki.merge(page.key, blank, text, last_events) for text in texts]


def _prepare_page(
    wiki: Wiki,
    page: PlannedPage,
    uploads: ReplayUploads,
    overwrite: bool,
    is_known: bool,
    unlinked: WikiPage | None = None,
) -> PublishStep:
    """Return what to do with a page, when its replay is uploaded or was refused. `unlinked` is the
    page if it only lacks the link."""
    linked, current = uploads.link(page), unlinked
    if linked is not page:
        done = plan_step(wiki, linked, overwrite, is_known, current)
        is_written = done.outcome in ("created", "updated")
        if not is_written or not uploads.upload(page, done.summary).problem:
            return done._replace(replay=uploads.find_step(page))
        current = done.current
    if unlinked is not None:
        done = PublishStep(page, "unchanged", unlinked, unlinked.text)
    else:
        done = plan_step(wiki, page, overwrite, is_known, current)
    return done._replace(replay=uploads.find_step(page))


def publish_pages(
    wiki: Wiki, pages: Sequence[PlannedPage], overwrite: bool = False
) -> Iterator[PublishStep]:
    """Write each page that is not current, and yield what became of it. Of several pages the last
    is the index. Raises `WikiError` if no page can be written."""
    created: list[str] = []
    uploads = ReplayUploads(wiki, overwrite)
    current, unlinked = _find_current(wiki, pages)
    is_known, old = find_earlier_pages(wiki, pages, current)
    for page in pages:
        moved = move_page(wiki, page, old[page.key]) if page.key in old else ""
        done = current.get(page.key) or _publish_page(
            wiki, page, uploads, overwrite, is_known, unlinked.get(page.key)
        )
        done = done._replace(moved=moved)
        created += [done.address] if done.outcome == "created" else []
        yield done
    if len(created) > 1:
        with suppress(WikiError):  # the pages are written; the wiki refreshes links in time
            wiki.relink(created)


def check_index(wiki: Wiki, index: PlannedPage) -> None:
    """Raise `PageRefused` if the index of another campaign is at the index's address, so that the
    pages of two campaigns are not mixed."""
    try:
        current = wiki.read(index.address)
        others = wiki.find_own(index.key, current).other_keys
    except PageRefused:
        return  # reported with the page itself
    if any(key.startswith("campaign:") for key in others):
        raise PageRefused(
            f"Another campaign stands at “{current.address}”; choose another --page, or put both"
            " there with --overwrite."
        )


def _publish_page(
    wiki: Wiki,
    page: PlannedPage,
    uploads: ReplayUploads,
    overwrite: bool,
    is_known: bool,
    unlinked: WikiPage | None,
) -> PublishStep:
    """Read, merge and write a page; try again after an edit conflict. The other edit may be our
    own, if the wiki's answer to it was lost."""
    tried = None
    for _ in range(_TRIES):
        next_step = _prepare_page(wiki, page, uploads, overwrite, is_known, unlinked)
        unlinked = None
        if next_step.outcome == "unchanged" and tried is not None:
            return tried
        if next_step.outcome in ("unchanged", "deleted", "refused"):
            return next_step
        tried = next_step
        try:
            wiki.write(next_step.current, next_step.text, next_step.summary)
            return next_step
        except EditConflict:
            continue
        except PageRefused as refused:
            return refuse_page(page, refused, next_step.current)
    busy = (
        "The page was edited again and again meanwhile; nothing was written, publish again later."
    )
    return refuse_page(page, PageRefused(busy), next_step.current)


def log_in(kind: WikiKind, connection: Connection, credentials: Credentials) -> Wiki:
    """Return a wiki with the user logged in. Raises `WikiError`."""
    if kind == "mediawiki":
        from combatlog.publish.mediawiki_client import MediaWiki

        return MediaWiki(connection, credentials)
    from combatlog.publish.dokuwiki_client import DokuWiki

    return DokuWiki(connection, credentials)
