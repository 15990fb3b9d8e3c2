"""The files of a MediaWiki. combatlog's own are known by the summary of their upload."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha1

from combatlog.publish.edit_summary import find_tag, make_tag
from combatlog.publish.mediawiki_answers import Query
from combatlog.publish.mediawiki_api import MediaWikiApi
from combatlog.publish.web_client import FormFile
from combatlog.publish.wiki import (
    WIKI_WIDE,
    ApiError,
    FileRefused,
    FilesRefused,
    NewFile,
    Unreachable,
    format_size,
)

_NO_UPLOADS = "The wiki takes no files; its administrator can allow them ($wgEnableUploads)."
_NO_RIGHT = (
    "This user may not upload and replace files; tick “Upload, replace, and move files” for the bot"
    " password, or ask the wiki's administrator for the right."
)
_NO_HTML = (
    "The wiki takes no HTML files; its administrator can allow them ($wgFileExtensions and"
    " $wgProhibitedFileExtensions)."
)
_NO_SCRIPT = (
    "The wiki looks into files and takes none with a script, which a replay has; its administrator"
    " can allow them ($wgVerifyMimeType and $wgDisableUploadScriptChecks)."
)

_BANS = {
    "uploaddisabled": _NO_UPLOADS,
    "permissiondenied": _NO_RIGHT,
    "mustbeloggedin": _NO_RIGHT,
    "badaccess-groups": _NO_RIGHT,
    "filetype-banned": _NO_HTML,
    "filetype-banned-type": _NO_HTML,
    "verification-error": _NO_SCRIPT,
    "filetype-badmime": _NO_SCRIPT,
    "uploadscripted": _NO_SCRIPT,
    "ratelimited": "The wiki accepts no more files by this user for a while; publish again later.",
}
"""What errors of the API say of all files, by their codes."""

_REPLACING = {"reupload", "reupload-own"}
"""Rights, of which a user needs one to bring a replay up to date."""

_SAME = "fileexists-no-change"
"""The code of an upload that would change nothing: it was done before."""


class MediaWikiFiles:
    """The files of a wiki with a user logged in."""

    def __init__(self, api: MediaWikiApi) -> None:
        self._api = api
        self._largest = 0

    def find_ban(self) -> str:
        """Ask for the wiki's settings and the user's rights."""
        asked = {"siprop": "general|fileextensions", "uiprop": "rights"}
        try:
            found = self._api.query(meta="siteinfo|userinfo", **asked)
        except ApiError:
            return ""  # an upload shows it
        self._largest = found.general.maxuploadsize
        if not found.general.uploadsenabled:
            return _NO_UPLOADS
        if "html" not in (each.ext.lower() for each in found.fileextensions):
            return _NO_HTML
        rights = set(found.userinfo.rights)
        return "" if "upload" in rights and rights & _REPLACING else _NO_RIGHT

    def is_current(self, file: NewFile, overwrite: bool) -> bool:
        """Look at the latest version of the file, or at who deleted it."""
        found = self._find(f"File:{file.address}")
        versions = [version for page in found.pages for version in page.imageinfo]
        if versions and versions[0].sha1 == sha1(file.content).hexdigest():
            return True
        if not overwrite:
            if versions and find_tag(versions[0].comment) != make_tag(file.key):
                raise FileRefused(
                    f"Somebody else's file is called “{file.address}”; rename it on the wiki, or"
                    " replace it with --overwrite."
                )
            if not versions and found.logevents:
                last = found.logevents[0]
                who, when = self._api.quote(last.user) or "Somebody", last.timestamp[:10]
                raise FileRefused(
                    f"{who} deleted “{file.address}” on {when}. It is not uploaded again, unless"
                    " with --overwrite."
                )
        if 0 < self._largest < len(file.content):
            raise FileRefused(
                f"The replay has {format_size(len(file.content))}, and the wiki takes files up to"
                f" {format_size(self._largest)}; its administrator sets the limit."
            )
        return False

    def upload(self, file: NewFile, summary: str) -> None:
        """Upload the file in one request."""
        form = FormFile(file.address, file.content, "text/html")
        asked = {"filename": file.address, "comment": summary, "ignorewarnings": "1"}
        try:
            done = self._api.upload(form, watchlist="nochange", **asked)
        except ApiError as error:
            if error.code != _SAME:
                raise _explain_refusal(error) from None
            return
        if done.result != "Success":
            raise FileRefused("The wiki did not accept the replay, and gives no reason.")

    def _find(self, title: str) -> Query:
        """Return the file of this title, with the last deletion where the wiki shows its log."""
        asked = {"titles": title, "prop": "imageinfo", "iiprop": "comment|sha1"}
        log = {"leaction": "delete/delete", "letitle": title, "lelimit": "1"}
        with suppress(ApiError):
            return self._api.query(list="logevents", leprop="user|timestamp", **asked, **log)
        try:
            return self._api.query(**asked)
        except ApiError as error:
            raise _explain_refusal(error) from None


def _explain_refusal(error: ApiError) -> Exception:
    """Return what an error of the API means for a file."""
    if error.code == "fileexists-forbidden":  # the file of another user
        return FileRefused(_NO_RIGHT)
    if error.code in _BANS:
        said = error.message.partition(" It says: ")[2] or error.message.partition(" refuses: ")[2]
        return FilesRefused(f"{_BANS[str(error.code)]}{f' It says: {said}' if said else ''}")
    return Unreachable(error.message) if error.code in WIKI_WIDE else FileRefused(error.message)
