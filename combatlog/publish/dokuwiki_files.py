"""The files of a DokuWiki. combatlog's own are known by their content: the API names nobody."""

from __future__ import annotations

from typing import Any
from xmlrpc.client import Binary

from msgspec import Struct

from combatlog.publish.dokuwiki_api import NO_REASON, DokuWikiApi, Number
from combatlog.publish.wiki import ApiError, FileRefused, FilesRefused, NewFile

_OURS = b'<meta name="generator" content="combatlog">'
"""Stands in every replay."""

_MAY_UPLOAD = 8

_NO_RIGHT = (
    "This user may not upload files here; the wiki's administrator can allow that in its access"
    " control."
)
_NO_HTML = (
    "The wiki takes no HTML files; its administrator can allow them (“html !text/html” in"
    " conf/mime.local.conf, and the setting “iexssprotect” off)."
)


class ListedFile(Struct, frozen=True):
    """A file in a list: its id."""

    id: str


class DokuWikiFiles:
    """The files of a wiki with a user logged in."""

    def __init__(self, api: DokuWikiApi) -> None:
        self._api = api
        self._there: dict[str, set[str]] = {}
        self._takes_html = False

    def find_ban(self) -> str:
        """Return nothing: a DokuWiki does not tell which files it takes."""
        return ""

    def is_current(self, file: NewFile, overwrite: bool) -> bool:
        """Compare the content with that of the file on the wiki, if there is one."""
        if file.address not in self._list_files(file.address.rpartition(":")[0]):
            return False
        stored = self._call(bytes, "wiki.getAttachment", file.address)
        is_ours = _OURS in stored
        if not (is_ours or overwrite):
            raise FileRefused(
                f"Somebody else's file is called “{file.address}”; rename it on the wiki, or"
                " replace it with --overwrite."
            )
        self._takes_html = self._takes_html or is_ours
        return bool(stored == file.content)

    def upload(self, file: NewFile, summary: str) -> None:
        """Upload the file. The wiki keeps no summary of that."""
        try:
            self._api.call(Any, "wiki.putAttachment", file.address, Binary(file.content), {"ow": 1})
        except ApiError as fault:
            raise self._explain_refusal(file, fault) from None
        self._takes_html = True

    def _list_files(self, space: str) -> set[str]:
        """Return the ids of the files in a namespace that may be combatlog's, asked for once."""
        if space not in self._there:
            asked = {"depth": 1, "pattern": "/combatlog/"}
            listed = self._call(list[ListedFile], "wiki.getAttachments", space, asked)
            self._there[space] = {each.id for each in listed}
        return self._there[space]

    def _call(self, shape: Any, method: str, *arguments: Any) -> Any:
        try:
            return self._api.call(shape, method, *arguments)
        except ApiError as fault:
            raise FileRefused(fault.message) from None

    def _explain_refusal(self, file: NewFile, fault: ApiError) -> FileRefused:
        """Return what a refused upload means: the first one, that no such file is taken."""
        if self._takes_html:
            return FileRefused(fault.message)
        try:
            may = int(self._api.call(Number, "wiki.aclCheck", file.address) or 0)
        except ApiError:
            may = _MAY_UPLOAD
        said = "" if fault.code == NO_REASON else f" {fault.message}"
        return FilesRefused(f"{_NO_HTML if may >= _MAY_UPLOAD else _NO_RIGHT}{said}")
