"""Where user and password come from, and where they never stand."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from combatlog.publish.credentials import PASSWORD, USER, Credentials, find_credentials
from combatlog.publish.web_client import normalize_url
from combatlog.terminal.cli import publish
from events.errors import Refused

WIKI = "https://wiki.example/w/api.php"


@pytest.fixture(autouse=True)
def nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing in the environment, no keyring."""
    monkeypatch.delenv(USER, raising=False)
    monkeypatch.delenv(PASSWORD, raising=False)
    monkeypatch.setitem(sys.modules, "keyring", None)


def keeps(monkeypatch: pytest.MonkeyPatch, user: str, password: str) -> list[tuple[str, str]]:
    """A keyring with these; what it was asked for."""
    asked: list[tuple[str, str]] = []

    def get(service: str, name: str | None) -> SimpleNamespace | None:
        asked.append((service, name or ""))
        return SimpleNamespace(username=user, password=password) if name in (None, user) else None

    monkeypatch.setitem(sys.modules, "keyring", SimpleNamespace(get_credential=get))
    return asked


def test_the_environment_has_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(USER, "Mia@bot")
    monkeypatch.setenv(PASSWORD, "one")
    found = find_credentials(WIKI)
    assert ("Mia@bot", "one") == (found.user, found.password)


def test_a_user_who_is_named_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(USER, "Mia@bot")
    monkeypatch.setenv(PASSWORD, "one")
    assert "Zoe" == find_credentials(WIKI, "Zoe").user


def test_the_keyring_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = keeps(monkeypatch, "Mia", "two")
    found = find_credentials(WIKI)
    assert ("Mia", "two") == (found.user, found.password)
    assert [("combatlog https://wiki.example", "")] == asked


def test_the_keyrings_password_is_not_for_another_user(monkeypatch: pytest.MonkeyPatch) -> None:
    keeps(monkeypatch, "Mia", "two")
    with pytest.raises(Refused, match="Password of Zoe"):
        find_credentials(WIKI, "Zoe")


def test_a_keyring_that_does_not_work_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def get(*_: object) -> None:
        raise RuntimeError("locked")

    monkeypatch.setitem(sys.modules, "keyring", SimpleNamespace(get_credential=get))
    with pytest.raises(Refused, match=USER):
        find_credentials(WIKI)


def test_the_password_is_asked_for_and_hidden() -> None:
    asked: list[tuple[str, bool]] = []

    def ask(what: str, hidden: bool) -> str:
        asked.append((what, hidden))
        return "three"

    assert "three" == find_credentials(WIKI, "Mia", ask).password
    assert [("Password of Mia", True)] == asked


def test_the_command_line_asks_without_an_echo(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool, bool]] = []

    def prompt(text: str, hide_input: bool, err: bool) -> str:
        asked.append((text, hide_input, err))
        return "four"

    monkeypatch.setattr("click.prompt", prompt)
    assert "four" == publish._ask("Password of Mia", True)
    assert [("Password of Mia", True, True)] == asked


def test_credentials_do_not_show_the_password() -> None:
    mia = Credentials("Mia", "secret-7")
    assert "secret-7" not in f"{mia} {mia!r} {vars(mia).keys()}"
    assert "it was •••" == mia.hide_password("it was secret-7")


@pytest.mark.parametrize(
    "said",
    [
        "it was a <ü> 'b&+",
        "?p=a%20%3C%C3%BC%3E%20%27b%26%2B",
        "?p=a+%3c%c3%bc%3e+%27b%26%2b&x",
        "a &lt;&uuml;&gt; &#039;b&amp;+",
        "a &#60;ü&#x3E; &apos;b&amp;&#x2b;",
        "a\n<ü>\t'b&+",
    ],
)
def test_a_password_is_hidden_however_it_is_said(said: str) -> None:
    """As it is, in an address, in HTML, and over two lines."""
    hidden = Credentials("Mia", "a <ü> 'b&+").hide_password(f"Wrong: {said}!")
    assert ("•••" in hidden, "b" in hidden) == (True, False)
    assert "It was “other”." == Credentials("Mia", "a.*").hide_password("It was “other”.")
    assert "It was empty." == Credentials("Mia", "").hide_password("It was empty.")


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://wiki.example", "not encrypted"),
        ("https://mia:secret-7@wiki.example", "leave that out"),
        ("ftp://wiki.example", "is not the address of a wiki"),
        ("https://", "is not the address of a wiki"),
        ("https://[", "is not the address of a wiki"),
        ("https://wiki.example:x", "is not the address of a wiki"),
    ],
)
def test_some_addresses_are_refused(url: str, told: str) -> None:
    with pytest.raises(Refused, match=told) as refused:
        normalize_url(url)
    assert "secret-7" not in str(refused.value)


def test_an_address_without_encryption_can_be_insisted_on() -> None:
    assert "http://wiki.lan" == normalize_url("http://wiki.lan", insecure=True)


@pytest.mark.parametrize("url", ["http://127.0.0.1:8", "http://localhost", "http://[::1]/w"])
def test_this_machine_needs_no_encryption(url: str) -> None:
    assert url == normalize_url(url)


def test_an_address_without_a_scheme_is_encrypted() -> None:
    assert "https://wiki.example/w" == normalize_url("wiki.example/w")
