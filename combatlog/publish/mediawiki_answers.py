"""What a MediaWiki's API answers, as types: a wrong type anywhere in an answer is an error.

Text for people has several shapes, since extensions add their own: it is `Said`, and `read_said`
reads it.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias
from urllib.parse import urlsplit

from msgspec import DecodeError, Meta, Struct, ValidationError, field
from msgspec.json import Decoder

from combatlog.publish.web_client import Answer, explain_wrong_answer
from combatlog.publish.wiki import LoginRefused, Unreachable

Said: TypeAlias = Any
"""Text for people: the text, or an object whose `text` it is; anything else says nothing."""


class Tokens(Struct, frozen=True):
    """Tokens that a later request repeats."""

    logintoken: str = ""
    csrftoken: str = ""


class Login(Struct, frozen=True):
    """Whether the wiki let a user in, and why not."""

    result: str
    reason: Said = ""


class Slot(Struct, frozen=True):
    """The text of a page; None if the wiki hides it."""

    content: str | None = None
    contentmodel: str = "wikitext"


class Slots(Struct, frozen=True):
    """The parts of a revision; the main one is the page as people see it."""

    main: Slot = Slot()


class Revision(Struct, frozen=True):
    """A revision of a page: its number and text, or its summary, as asked for."""

    revid: Annotated[int, Meta(ge=0)] = 0
    slots: Slots = Slots()
    comment: str = ""
    sha1: str = ""


class FileVersion(Struct, frozen=True):
    """A version of a file: its summary and the SHA-1 of its content."""

    comment: str = ""
    sha1: str = ""


class Page(Struct, frozen=True):
    """A page, with the revisions asked for, and the versions of its file; the latest is first."""

    title: str
    ns: int = 0
    missing: bool = False
    invalid: bool = False
    special: bool = False
    invalidreason: Said = ""
    revisions: list[Revision] = []
    imageinfo: list[FileVersion] = []


class Renaming(Struct, frozen=True):
    """A title that was asked for, and the one that stands for it: spelled otherwise, or that of the
    page it redirects to."""

    source: str = field(name="from", default="")
    to: str = ""


class LogEntry(Struct, frozen=True):
    """An entry of the wiki's log: who did it, and when."""

    user: str = ""
    timestamp: str = ""


class SiteInfo(Struct, frozen=True):
    """Whether the wiki takes uploads, and how many bytes a file may have (0 if it does not say)."""

    uploadsenabled: bool = False
    maxuploadsize: int = 0


class FileExtension(Struct, frozen=True):
    """A suffix that files may have."""

    ext: str


class UserInfo(Struct, frozen=True):
    """What the user may do."""

    rights: list[str] = []


class Query(Struct, frozen=True):
    """What the wiki knows."""

    tokens: Tokens = Tokens()
    pages: list[Page] = []
    normalized: list[Renaming] = []
    redirects: list[Renaming] = []
    logevents: list[LogEntry] = []
    general: SiteInfo = SiteInfo()
    fileextensions: list[FileExtension] = []
    userinfo: UserInfo = UserInfo()

    def follow(self, title: str) -> str:
        """Return the title of the page that a title asked for stands for."""
        title = next((each.to for each in self.normalized if each.source == title), title)
        moved = {each.source: each.to for each in self.redirects}
        for _ in moved:
            title = moved.get(title, title)
        return title


class Edit(Struct, frozen=True):
    """Whether the wiki accepted an edit, and why not."""

    result: str
    captcha: Any = None
    info: Said = ""
    message: Said = ""
    code: Said = ""


class Upload(Struct, frozen=True):
    """Whether the wiki accepted a file."""

    result: str


class ApiFault(Struct, frozen=True):
    """An error of the API: its code, and what it says (in `text` or, before MediaWiki 1.29, in
    `info`)."""

    code: str | int = ""
    text: Said = ""
    info: Said = ""


class MediaWikiAnswer(Struct, frozen=True):
    """An answer of the API."""

    errors: list[ApiFault] = []
    more: dict[str, str | int] = field(name="continue", default_factory=dict)
    error: ApiFault | None = None
    query: Query = Query()
    login: Login | None = None
    edit: Edit | None = None
    upload: Upload | None = None

    @property
    def fault(self) -> ApiFault | None:
        """The first error; None if there is none."""
        return self.errors[0] if self.errors else self.error


_DECODER = Decoder(MediaWikiAnswer)


def decode_answer(answer: Answer) -> MediaWikiAnswer:
    """Return the answer's JSON. Raises `WikiError` if it is something else."""
    problem = ""
    try:
        return _DECODER.decode(answer.body)
    except ValidationError as error:
        problem = str(error)
    except (DecodeError, UnicodeDecodeError, RecursionError):
        pass
    if answer.status in (401, 403):
        raise LoginRefused(
            f"{urlsplit(answer.url).netloc} protects its API with another password"
            f" (HTTP {answer.status}); ask its administrator."
        )
    raise explain_odd_answer(answer, problem)


def explain_odd_answer(answer: Answer, problem: str) -> Unreachable:
    """Return the error for JSON that a MediaWiki would not answer with."""
    return explain_wrong_answer(answer, "JSON", "a wiki's API", problem)


def read_said(*said: Said) -> str:
    """Return the first text for people that is not empty."""
    texts = (each.get("text") if isinstance(each, dict) else each for each in said)
    return next((text for text in texts if isinstance(text, str) and text), "")
