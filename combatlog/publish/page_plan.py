"""What would become of each page."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from typing import Literal, NamedTuple, TypeAlias

from combatlog.publish.edit_summary import reach_of, reach_text, summary
from combatlog.publish.marked_section import as_kept
from combatlog.publish.planned_pages import Sheet
from combatlog.publish.wiki import Found, Held, Wiki
from combatlog.publish.wiki_errors import PageRefused

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
        yield "".join(c if c.isprintable() else "\ufffd" for c in line.replace("\t", " "))
