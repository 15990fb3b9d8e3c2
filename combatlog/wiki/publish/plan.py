"""What would become of each page."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from combatlog.wiki.publish.errors import PageRefused
from combatlog.wiki.publish.own_part import as_kept
from combatlog.wiki.publish.reach import reach_of, reach_text, summary
from combatlog.wiki.publish.sheets import Sheet
from combatlog.wiki.publish.wiki import Found, Wiki

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
        held = wiki.held(sheet.key, sheet.title, found)
        if held.text is not None and as_kept(held.text) == as_kept(sheet.text):
            return Step(sheet, "unchanged", found, found.text)
        if held.foreign and not overwrite:
            return Step(sheet, "refused", found, found.text, problem=held.foreign)
        text = wiki.merged(sheet.key, found, sheet.text, reach_text(sheet.reach))
    except PageRefused as refused:
        return refusal(sheet, refused, found)
    corrected = sheet.corrected_since(reach_of(held.reach))
    return Step(
        sheet,
        "updated" if found.exists else "created",
        found,
        text,
        summary(sheet.title, sheet.reach, corrected),
    )


def refusal(sheet: Sheet, refused: PageRefused, found: Found | None = None) -> Step:
    """A page that is not written, and why."""
    there = found or Found(sheet.address, "", "")
    return Step(sheet, "refused", there, there.text, problem=str(refused))
