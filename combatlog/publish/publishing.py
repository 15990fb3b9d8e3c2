"""Publishing: page by page, so that progress can be shown and one page does not stop the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from difflib import unified_diff
from typing import Literal, NamedTuple, TypeAlias

from combatlog.publish.edit_summary import reach_of, reach_text, summary
from combatlog.publish.marked_section import as_kept
from combatlog.publish.planned_pages import Sheet
from combatlog.publish.wiki import Found, Held, Wiki, printable
from combatlog.publish.wiki_errors import Overtaken, PageRefused, WikiError

_TRIES = 4

Fate: TypeAlias = Literal["created", "updated", "unchanged", "refused"]


class Step(NamedTuple):
    """A page on its way: what becomes of it, the page as it is found and the text it gets, under
    which summary; and why it is refused, where it is."""

    sheet: Sheet
    fate: Fate
    found: Found
    text: str
    summary: str = ""
    problem: str = ""

    @property
    def address(self) -> str:
        """The address as the wiki has it, after redirects and its own spelling."""
        return self.found.address


def step(wiki: Wiki, sheet: Sheet, overwrite: bool = False) -> Step:
    """What would become of a page, as it is on the wiki now. `overwrite` replaces what somebody
    else has written there."""
    found = None
    try:
        found = wiki.read(sheet.address)
        held = wiki.held(sheet.key, found)
        if held.text is not None and as_kept(held.text) == as_kept(sheet.text):
            return Step(sheet, "unchanged", found, found.text)
        foreign = held.foreign or _taken(sheet, held)
        if foreign and not overwrite:
            return Step(sheet, "refused", found, found.text, problem=foreign)
        text = wiki.merged(sheet.key, found, sheet.text, reach_text(sheet.reach))
    except PageRefused as refused:
        return refusal(sheet, refused, found)
    corrected = sheet.corrected_since(reach_of(held.reach))
    return Step(
        sheet,
        "updated" if found.exists else "created",
        found,
        text,
        summary(sheet.title, sheet.key, sheet.reach, corrected),
    )


def _taken(sheet: Sheet, held: Held) -> str:
    """Why a page that holds others of combatlog's is not this one's, too; empty where somebody
    chose it for this one. What leads there by a redirect is no different."""
    if sheet.chosen or not held.others:
        return ""
    return (
        f"The page holds another one of combatlog's ({held.others[0]}); choose another --page, or"
        " add this one to it with --overwrite."
    )


def refusal(sheet: Sheet, refused: PageRefused, found: Found | None = None) -> Step:
    """A page that is not written, and why."""
    there = found or Found(sheet.address, "", "")
    return Step(sheet, "refused", there, there.text, problem=str(refused))


def difference(before: str, after: str, name: str) -> Iterator[str]:
    """The lines of a unified diff from the page as it is to the page as it would be, without
    anything in them that a terminal would obey."""
    for line in unified_diff(
        before.splitlines(), after.splitlines(), f"{name} (now)", f"{name} (then)", lineterm=""
    ):
        yield printable(line.replace("\t", " "), "\ufffd")


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
