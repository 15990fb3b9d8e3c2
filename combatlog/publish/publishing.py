"""Publishing: page by page, so that progress can be shown and one page does not stop the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from combatlog.publish.page_plan import Step, refusal, step
from combatlog.publish.planned_pages import Sheet
from combatlog.publish.wiki import Wiki
from combatlog.publish.wiki_errors import Overtaken, PageRefused, WikiError

_TRIES = 4


def planned(wiki: Wiki, sheets: Iterable[Sheet], overwrite: bool = False) -> Iterator[Step]:
    """What publishing would do, without doing it."""
    return (step(wiki, sheet, overwrite) for sheet in sheets)


def published(wiki: Wiki, sheets: Iterable[Sheet], overwrite: bool = False) -> Iterator[Step]:
    """Write each page that is not as it should be, one after the other, and say what became of
    it. Raises `WikiError` where no page can be written."""
    created: list[str] = []
    for sheet in sheets:
        done = _published(wiki, sheet, overwrite)
        created += [done.address] if done.fate == "created" else []
        yield done
    if len(created) > 1:
        with suppress(WikiError):  # the pages are there, and the wiki will see to it in time
            wiki.relink(created)


def check_place(wiki: Wiki, index: Sheet) -> None:
    """Raise `PageRefused` where the index of another campaign stands in the place of this one's:
    then no page of it is written between the other's."""
    try:
        found = wiki.read(index.address)
        others = wiki.held(index.key, found).others
    except PageRefused:
        return  # told with the page itself
    if any(key.startswith("campaign:") for key in others):
        raise PageRefused(
            f"Another campaign stands at “{found.address}”; choose another --page, or put both"
            " there with --overwrite."
        )


def _published(wiki: Wiki, sheet: Sheet, overwrite: bool) -> Step:
    """Read, merge and write; once more from the beginning where somebody came in between. That
    may have been our own edit, whose answer was lost."""
    tried = None
    for _ in range(_TRIES):
        next_step = step(wiki, sheet, overwrite)
        if next_step.fate == "unchanged" and tried is not None:
            return tried
        if next_step.fate in ("unchanged", "refused"):
            return next_step
        tried = next_step
        try:
            wiki.write(next_step.found, next_step.text, next_step.summary)
            return next_step
        except Overtaken:
            continue
        except PageRefused as refused:
            return refusal(sheet, refused, next_step.found)
    busy = "Somebody kept editing the page meanwhile; nothing was written, publish again later."
    return refusal(sheet, PageRefused(busy), next_step.found)
