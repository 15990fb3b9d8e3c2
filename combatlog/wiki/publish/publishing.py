"""Publishing: page by page, so that progress can be shown and one page does not stop the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combatlog.wiki.publish.errors import Overtaken, PageRefused
from combatlog.wiki.publish.plan import Step, refusal, step
from combatlog.wiki.publish.sheets import Sheet
from combatlog.wiki.publish.wiki import Wiki

_TRIES = 4


def planned(wiki: Wiki, sheets: Iterable[Sheet], overwrite: bool = False) -> Iterator[Step]:
    """What publishing would do, without doing it."""
    return (step(wiki, sheet, overwrite) for sheet in sheets)


def published(wiki: Wiki, sheets: Iterable[Sheet], overwrite: bool = False) -> Iterator[Step]:
    """Write each page that is not as it should be, one after the other, and say what became of
    it. Raises `WikiError` where no page can be written."""
    return (_published(wiki, sheet, overwrite) for sheet in sheets)


def _published(wiki: Wiki, sheet: Sheet, overwrite: bool) -> Step:
    """Read, merge and write; once more from the beginning where somebody came in between."""
    for _ in range(_TRIES):
        next_step = step(wiki, sheet, overwrite)
        if next_step.fate in ("unchanged", "refused"):
            return next_step
        try:
            wiki.write(next_step.found, next_step.text, next_step.summary)
            return next_step
        except Overtaken:
            continue
        except PageRefused as refused:
            return refusal(sheet, refused, next_step.found)
    busy = "Somebody kept editing the page meanwhile; nothing was written, publish again later."
    return refusal(sheet, PageRefused(busy), next_step.found)
