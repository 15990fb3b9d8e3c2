"""Servers that are no wiki, or a wiki that is unwell: each told in a sentence, in bounded time."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from combatlog.publish.credentials import Credentials
from combatlog.publish.dokuwiki_client import DokuWiki
from combatlog.publish.mediawiki_client import MediaWiki
from combatlog.publish.web_client import LARGEST, Connection
from combatlog.publish.wiki import LoginRefused, Unreachable, Wiki, WikiError
from tests.combatlog.publish.given import campaign_file, combatlog
from tests.combatlog.publish.stub import Answering, Asked, Reply, stub

MIA = Credentials("Mia", "secret-7")


def data(**content: Any) -> Reply:
    """An answer in JSON."""
    return Reply(body=json.dumps(content), kind="application/json")


def media(asked: Asked) -> Reply:
    """A MediaWiki that lets everybody in and has no page."""
    if asked.line.startswith("GET"):
        return Reply(body='{"query":{"general":{"generator":"MediaWiki 1.39"}}}')
    if "type=login" in asked.body:
        return data(query={"tokens": {"logintoken": "t"}})
    if "action=login" in asked.body:
        return data(login={"result": "Success"})
    if "meta=tokens" in asked.body:
        return data(query={"tokens": {"csrftoken": "t"}})
    return data(query={"pages": [{"title": "Bridge", "missing": True}]})


def opened(url: str, kind: type[MediaWiki] | type[DokuWiki] = MediaWiki, **more: Any) -> Wiki:
    return kind(Connection(url, **{"timeout": 5.0, "patience": 0.0, **more}), MIA)


def instead(replies: list[Reply], when: str) -> Answering:
    """The wiki, but for the first requests with this in them."""

    def answer(asked: Asked) -> Reply:
        return replies.pop(0) if replies and when in asked.line + asked.body else media(asked)

    return answer


@pytest.mark.parametrize("kind", [MediaWiki, DokuWiki])
@pytest.mark.parametrize(
    "reply",
    [
        Reply(404, "<h1>Not found</h1>"),
        Reply(200, "<form>Log in here</form>"),
        Reply(500, "Fatal error"),
        Reply(200, ""),
        Reply(200, "{}", "application/json"),
        Reply(200, "[" * 100_000, "application/json"),
        Reply(200, "\x00\xff<?xml", "text/xml"),
    ],
)
def test_what_is_no_wiki_is_told(kind: type[MediaWiki] | type[DokuWiki], reply: Reply) -> None:
    with stub(lambda _: reply) as server, pytest.raises(Unreachable, match="look at the address"):
        opened(server.url, kind)


@pytest.mark.parametrize("body", ["<form>Log in</form>", "[]", "{", "[" * 100_000])
def test_an_api_that_turns_into_something_else_is_told(body: str) -> None:
    with stub(instead([Reply(200, body)], "titles=")) as server:
        wiki = opened(server.url)
        with pytest.raises(Unreachable, match="not as a wiki's API does"):
            wiki.read("Bridge")


def test_a_wiki_behind_another_password_is_told() -> None:
    with (
        stub(instead([Reply(401, "Who?")], "type=login")) as server,
        pytest.raises(LoginRefused, match="HTTP 401"),
    ):
        opened(server.url)


def test_a_wiki_that_asks_to_wait_is_waited_for() -> None:
    slept: list[float] = []
    busy = [Reply(429, headers={"Retry-After": "7"}), Reply(503), Reply(503)]
    with stub(instead(busy, "titles=")) as server:
        wiki = opened(server.url, patience=30, sleep=slept.append)
        assert not wiki.read("Bridge").exists
    assert [7, 3, 3] == slept


def test_lag_of_the_database_is_waited_for() -> None:
    slept: list[float] = []
    lag = data(errors=[{"code": "maxlag", "text": "Waiting for a server"}])
    with stub(instead([lag._replace(headers={"Retry-After": "5"})], "titles=")) as server:
        wiki = opened(server.url, patience=30, sleep=slept.append)
        assert not wiki.read("Bridge").exists
    assert [5] == slept


@pytest.mark.sampled
@pytest.mark.parametrize("after", ["86400", "0", "-1", "soon", ""])
def test_there_is_an_end_to_waiting(after: str) -> None:
    slept: list[float] = []
    busy = [Reply(429, headers={"Retry-After": after})] * 500
    with stub(instead(busy, "titles=")) as server:
        wiki = opened(server.url, patience=20, sleep=slept.append)
        with pytest.raises(Unreachable, match="try again later"):
            wiki.read("Bridge")
    assert sum(slept) <= 20


def test_an_answer_without_end_is_not_read() -> None:
    endless = Reply(200, "x" * 1_000_000, "application/json", pieces=LARGEST // 1_000_000 + 2)
    with stub(instead([endless], "titles=")) as server:
        wiki = opened(server.url)
        with pytest.raises(Unreachable, match="more than 16 MB"):
            wiki.read("Bridge")


@pytest.mark.slow
def test_an_answer_that_drips_is_not_waited_for() -> None:
    """Each piece comes in time; the whole does not."""
    drip = Reply(200, " ", "application/json", pieces=100, slowly=0.1)
    with stub(instead([drip], "titles=")) as server:
        wiki = opened(server.url, timeout=0.5)
        began = time.monotonic()
        with pytest.raises(Unreachable, match=r"within 0\.5 seconds"):
            wiki.read("Bridge")
    assert time.monotonic() - began < 3


@pytest.mark.parametrize("kind", [MediaWiki, DokuWiki])
def test_a_password_is_not_sent_to_where_a_wiki_sends_on(
    kind: type[MediaWiki] | type[DokuWiki],
) -> None:
    with stub(media) as other:
        moved = Reply(302, headers={"Location": f"{other.url}/api.php"})
        with stub(lambda _: moved) as server, pytest.raises(WikiError, match="name it with --url"):
            opened(server.url, kind)
    assert not any("secret-7" in asked.body for asked in other.asked)


def test_a_wiki_that_sends_on_to_another_host_is_not_followed_there() -> None:
    """Nor where that one has encryption and this one has none."""
    moved = Reply(302, headers={"Location": "https://localhost:1/"})
    with (
        stub(lambda _: moved) as server,
        pytest.raises(Unreachable, match="name it with --url"),
    ):
        opened(server.url)


def test_a_connection_is_to_one_server() -> None:
    with stub(media) as server, pytest.raises(WikiError, match="another server"):
        Connection("http://127.0.0.1:1").post(server.url, data={"lgpassword": "secret-7"})
    assert [] == server.asked


def test_a_login_that_is_sent_on_is_not_followed() -> None:
    with stub(media) as other:
        moved = Reply(307, headers={"Location": f"{other.url}/api.php"})
        with (
            stub(instead([moved], "action=login")) as server,
            pytest.raises(Unreachable, match="redirects to"),
        ):
            opened(server.url)
    assert [] == other.asked


def test_a_page_cannot_name_an_api_on_another_server() -> None:
    with stub(media) as other:
        link = f'<link rel="EditURI" href="{other.url}/api.php?action=rsd">'
        with (
            stub(lambda _: Reply(200, link)) as server,
            pytest.raises(Unreachable, match="if you trust it"),
        ):
            opened(server.url)
    assert [] == other.asked


def test_a_wiki_that_has_moved_on_its_own_server_is_followed() -> None:
    def answer(asked: Asked) -> Reply:
        if asked.line == "GET /":
            return Reply(301, headers={"Location": "/wiki/Main_Page"})
        if asked.line == "GET /wiki/Main_Page":
            return Reply(200, "<link rel='EditURI' href='/deep/api.php?action=rsd'>")
        return media(asked) if "/deep/api.php" in asked.line else Reply(404)

    with stub(answer) as server:
        assert server.url in opened(server.url).page_url("Bridge")
        assert "/deep/index.php" in opened(f"{server.url}/deep/api.php").page_url("Bridge")


def test_a_wiki_that_leads_in_circles_is_told() -> None:
    with (
        stub(lambda _: Reply(302, headers={"Location": "/again"})) as server,
        pytest.raises(Unreachable, match="circles"),
    ):
        opened(server.url)


def test_a_password_that_a_wiki_says_back_is_not_repeated() -> None:
    echo = data(login={"result": "Failed", "reason": {"text": "secret-7 is wrong\x1b[31m"}})
    with (
        stub(instead([echo], "action=login")) as server,
        pytest.raises(LoginRefused) as refused,
    ):
        opened(server.url)
    assert ("secret-7" in str(refused.value), "\x1b" in str(refused.value)) == (False, False)


@pytest.mark.parametrize(
    "said", ["secret-7\x1b[31m", "lgpassword=%73ecret%2D7", "&#115;ecret&#x2d;7"]
)
def test_nor_is_it_in_what_a_wiki_says_of_a_page(said: str) -> None:
    """Of a title, of an edit, and where it redirects to."""
    invalid = {"invalid": True, "invalidreason": {"text": f"Bad: {said}"}}
    title = data(query={"pages": [{"title": "Bridge", **invalid}]})
    not_taken = data(edit={"result": "Failure", "info": f"Bad: {said}"})
    moved = Reply(302, headers={"Location": "https://other.example/x?" + said.partition("\x1b")[0]})
    for reply, when, told in (
        (title, "titles=", "Bad: "),
        (not_taken, "action=edit", "Bad: "),
        (moved, "titles=", "redirects to https://other.example/x; "),
    ):
        with stub(instead([reply], when)) as server:
            wiki = opened(server.url)
            with pytest.raises(WikiError, match=told) as refused:
                wiki.write(wiki.read("Bridge"), "One.", "combatlog")
        assert not [part for part in ("ecret", "\x1b") if part in str(refused.value)]


def test_an_answer_that_breaks_off_is_asked_for_again() -> None:
    """A server may have closed a connection that was idle; it is told when it does so again."""
    cut = Reply(200, "{", "application/json", headers={"Transfer-Encoding": "chunked"})
    for times, works in ((1, True), (2, False)):
        with stub(instead([cut] * times, "titles=")) as server:
            wiki = opened(server.url)
            if works:
                assert not wiki.read("Bridge").exists
                continue
            with pytest.raises(Unreachable, match="broke off"):
                wiki.read("Bridge")


@pytest.mark.slow
def test_a_wiki_that_fails_in_the_middle_says_what_was_done(tmp_path: Path) -> None:
    """One page is there, the second one met a wiki that had become read-only."""
    campaign_file(tmp_path)
    replies = [
        data(edit={"result": "Success"}),
        data(errors=[{"code": "readonly", "text": "Back \x1b[31min an hour"}]),
    ]
    env = {"COMBATLOG_WIKI_USER": "Mia", "COMBATLOG_WIKI_PASSWORD": "secret-7"}
    args = ("publish", "--all", "--to", "mediawiki", "--page", "Harbour", "--json")
    with stub(instead(replies, "action=edit")) as server:
        ran = combatlog(tmp_path, *args, "--url", server.url, wiki=None, **env)
    assert ["created"] == [page["outcome"] for page in json.loads(ran.stdout)]
    assert (1, "The wiki is read-only at the moment; publish again later. It says: Back") == (
        ran.returncode,
        ran.stderr.partition(" [31m")[0].strip(),
    )


def test_a_token_that_is_never_taken_is_given_up() -> None:
    bad = [data(errors=[{"code": "badtoken", "text": "Invalid CSRF token."}])] * 50
    with stub(instead(bad, "action=edit")) as server:
        wiki = opened(server.url)
        with pytest.raises(WikiError, match="accepts none of the tokens"):
            wiki.write(wiki.read("Bridge"), "One.", "combatlog")


def test_an_xml_bomb_is_not_parsed() -> None:
    value = "<params><param><value><boolean>&yes;</boolean></value></param></params>"
    bomb = f'<!DOCTYPE x [<!ENTITY yes "1">]><methodResponse>{value}</methodResponse>'
    with (
        stub(lambda _: Reply(200, bomb, "text/xml")) as server,
        pytest.raises(Unreachable, match="not as a DokuWiki's API does"),
    ):
        opened(server.url, DokuWiki)
