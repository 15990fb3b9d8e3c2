"""Uploads that are refused: told in a sentence, and the page is written without the link."""

from __future__ import annotations

from collections.abc import Callable
from xmlrpc.client import Fault

import pytest

from combatlog.publish.publishing import WikiKind
from tests.combatlog.publish.hostile_server import (
    HONEST,
    Request,
    encode,
    http,
    is_upload,
    publish_to,
    serve,
)

KINDS: list[WikiKind] = ["mediawiki", "dokuwiki"]

LINKED, BARE = "Linked", "New"


class _Wiki:
    """An honest wiki, but for its answers to uploads; it keeps what was written."""

    def __init__(self, kind: WikiKind, answer: Callable[[], bytes] | None = None) -> None:
        self.kind, self.answer = kind, answer
        self.uploads, self.written = 0, list[str]()

    def __call__(self, request: Request) -> bytes:
        if is_upload(request):
            self.uploads += 1
            if self.answer is not None:
                return self.answer()
        elif "action=edit" in request.body or "putPage" in request.body:
            self.written.append(LINKED if LINKED in request.body else BARE)
        return encode(self.kind, HONEST[self.kind](request))

    def publish(self) -> list[str]:
        """Publish three pages; return what was told of each, and of the replays."""
        with serve(self) as url:
            return publish_to(url, self.kind, timeout=1.0)


def _refuse(kind: WikiKind) -> bytes:
    """The answer of a wiki that takes no HTML."""
    if kind == "dokuwiki":
        return encode(kind, Fault(1, "Upload denied."))
    return _fail("verification-error")


def _fail(code: str) -> bytes:
    return encode("mediawiki", {"errors": [{"code": code, "text": "A script."}]})


@pytest.mark.parametrize("kind", KINDS)
def test_pages_link_to_the_replays_that_were_uploaded(kind: WikiKind) -> None:
    wiki = _Wiki(kind)
    told = wiki.publish()
    assert ["updated", "created", "created"] == [each.partition(" ")[0] for each in told]
    assert (3, [LINKED] * 3) == (wiki.uploads, wiki.written)


@pytest.mark.parametrize("kind", KINDS)
def test_a_refusal_of_a_file_ends_the_uploads_and_not_the_publishing(kind: WikiKind) -> None:
    """A DokuWiki that has replays already refuses that one file; the others are tried."""
    wiki = _Wiki(kind, lambda: _refuse(kind))
    told = wiki.publish()
    assert ["updated", "created", "created"] == [
        each.partition(" ")[0] for each in told if " http" in each
    ]
    assert (1 if kind == "mediawiki" else 3, [BARE] * 3) == (wiki.uploads, wiki.written)
    problem = {
        "mediawiki": "The wiki looks into files and takes none with a script, which a replay has;"
        " its administrator can allow them ($wgVerifyMimeType and $wgDisableUploadScriptChecks)."
        " It says: A script.",
        "dokuwiki": "The wiki refuses: Upload denied.",
    }
    assert 3 == told.count(problem[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_is_too_large_for_the_server_stops_no_other(kind: WikiKind) -> None:
    wiki = _Wiki(kind, lambda: http("<p>Too large.</p>", 413))
    told = [each for each in wiki.publish() if " http" not in each]
    assert (3, [BARE] * 3) == (wiki.uploads, wiki.written)
    assert 3 == len(told)
    assert all("takes nothing as large as this (HTTP 413)" in each for each in told)


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_breaks_off_an_upload_is_sent_no_other(kind: WikiKind) -> None:
    """The first is sent twice, as everything."""
    wiki = _Wiki(kind, lambda: b"")
    told = [each for each in wiki.publish() if " http" not in each]
    assert (2, [BARE] * 3) == (wiki.uploads, wiki.written)
    assert 3 == len(told)
    assert all("broke off" in each for each in told)


@pytest.mark.parametrize(
    ("code", "uploads", "told"),
    [
        ("permissiondenied", 1, "This user may not upload and replace files; tick “"),
        ("ratelimited", 1, "The wiki accepts no more files by this user for a while"),
        ("fileexists-forbidden", 3, "This user may not upload and replace files;"),
        ("file-too-large", 3, "refuses: A script."),
    ],
)
def test_a_mediawiki_says_what_it_does_not_take(code: str, uploads: int, told: str) -> None:
    """A limit of uploads does not keep the pages waiting."""
    wiki = _Wiki("mediawiki", lambda: _fail(code))
    problems = [each for each in wiki.publish() if " http" not in each]
    assert (uploads, [BARE] * 3) == (wiki.uploads, wiki.written)
    assert 3 == len(problems)
    assert all(told in each for each in problems)


def test_an_upload_that_was_done_already_is_none_to_tell() -> None:
    """As after an answer that was lost."""
    wiki = _Wiki("mediawiki", lambda: _fail("fileexists-no-change"))
    assert 3 == len(wiki.publish())
    assert [LINKED] * 3 == wiki.written


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"general": {"uploadsenabled": False}}, "The wiki takes no files; its administrator"),
        ({"fileextensions": [{"ext": "png"}]}, "The wiki takes no HTML files; its administrator"),
        ({"userinfo": {"rights": ["upload"]}}, "This user may not upload and replace files;"),
    ],
)
def test_a_mediawiki_that_says_it_takes_none_is_sent_none(
    settings: dict[str, object], told: str
) -> None:
    wiki = _Wiki("mediawiki")

    def answer(request: Request) -> bytes:
        honest = HONEST["mediawiki"](request)
        if "siteinfo%7Cuserinfo" in request.body:
            return encode("mediawiki", {"query": {**honest["query"], **settings}})
        return wiki(request)

    with serve(answer) as url:
        problems = [each for each in publish_to(url, "mediawiki") if " http" not in each]
    assert (0, [BARE] * 3) == (wiki.uploads, wiki.written)
    assert 3 == len(problems)
    assert all(each.startswith(told) for each in problems)
