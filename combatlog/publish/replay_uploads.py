"""The replays of one run of publishing: each is uploaded before the page that links to it.

A page links to its replay only where the wiki takes that. One refusal that concerns all files ends
the uploads of the run; the pages are written without links.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from combatlog.publish.planned_pages import PlannedPage
from combatlog.publish.wiki import (
    FileRefused,
    FilesRefused,
    NewFile,
    TooLarge,
    Unreachable,
    Wiki,
)

_FOR_ALL = (FilesRefused, Unreachable)
"""Errors after which no other replay is tried. A wiki that is down says so again with the page."""

UploadOutcome: TypeAlias = Literal["", "uploaded", "unchanged", "refused"]
"""Empty if the page was not written, or has no replay."""


class UploadStep(NamedTuple):
    """What becomes of a replay: its address as a file, and the problem if it is refused."""

    address: str = ""
    outcome: UploadOutcome = ""
    problem: str = ""


class ReplayUploads:
    """The replays that go with the pages of a wiki. `overwrite` replaces files of others, too; a
    `dry_run` uploads nothing."""

    def __init__(self, wiki: Wiki, overwrite: bool = False, dry_run: bool = False) -> None:
        self._wiki, self._overwrite, self._dry_run = wiki, overwrite, dry_run
        self._steps: dict[str, UploadStep] = {}
        self._refusal = ""

    @cached_property
    def _ban(self) -> str:
        return self._wiki.files.find_ban()

    def find_step(self, page: PlannedPage) -> UploadStep:
        """Return what became of the page's replay until now."""
        if page.replay is None:
            return UploadStep()
        if page.key in self._steps:
            return self._steps[page.key]
        problem = self._refusal or self._ban
        return UploadStep(page.replay.address, "refused" if problem else "", problem)

    def link(self, page: PlannedPage) -> PlannedPage:
        """Return the page with the link to its replay, if that may be on the wiki; else the page as
        it is."""
        if page.replay is None or self.find_step(page).problem:
            return page
        return page._replace(text=page.replay.page_text)

    def upload(self, page: PlannedPage, summary: str) -> UploadStep:
        """Upload the replay of a page, once; return what became of it."""
        if page.replay is not None and page.key not in self._steps:
            file = NewFile(page.replay.address, page.key, page.replay.render())
            self._steps[page.key] = self._upload(file, summary)
        return self.find_step(page)

    def _upload(self, file: NewFile, summary: str) -> UploadStep:
        files = self._wiki.files
        try:
            if files.is_current(file, self._overwrite):
                return UploadStep(file.address, "unchanged")
            if not self._dry_run:
                files.upload(file, summary)
            return UploadStep(file.address, "uploaded")
        except (FileRefused, Unreachable) as refused:
            if isinstance(refused, _FOR_ALL) and not isinstance(refused, TooLarge):
                self._refusal = str(refused)
            return UploadStep(file.address, "refused", str(refused))
