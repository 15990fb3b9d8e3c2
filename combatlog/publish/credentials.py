"""Who logs in to a wiki: from the environment, the system's keyring, or a prompt.

A password is never an option of the command, never part of an address, never in a campaign.
"""

from __future__ import annotations

import os
import re
import sys
from html.entities import codepoint2name
from urllib.parse import urlsplit

import click

from events.errors import Refused

USER = "COMBATLOG_WIKI_USER"
PASSWORD = "COMBATLOG_WIKI_PASSWORD"


class Credentials:
    """A user and their password; shown, the password is not."""

    def __init__(self, user: str, password: str) -> None:
        self.user = user
        self.password = password

    def __repr__(self) -> str:
        return f"Credentials({self.user!r})"

    def hide_password(self, text: str) -> str:
        """The text without the password, should a wiki have said it back: as it is, or as it
        stands in an address or in HTML."""
        written = "".join(map(_char_pattern, self.password))
        return re.sub(written, "•••", text) if written else text


def _char_pattern(char: str) -> str:
    """A pattern of every way in which a character of a password may be said."""
    code = ord(char)
    ways = [
        re.escape(char),
        "".join(f"(?i:%{byte:02x})" for byte in char.encode("utf-8", "replace")),
        f"&#0*{code};",
        f"(?i:&#x0*{code:x};)",
        f"&{codepoint2name[code]};" if code in codepoint2name else "",
        "&apos;" if char == "'" else "",
        r"\s|\+" if char.isspace() else "",
    ]
    return f"(?:{'|'.join(filter(None, ways))})"


def find_credentials(url: str, user: str = "") -> Credentials:
    """Those for the wiki at `url`: `user`, else $COMBATLOG_WIKI_USER, else the keyring's, else
    asked for; then the password likewise. Raises `Refused` where nobody is there to be asked."""
    user = user or os.environ.get(USER, "")
    password = os.environ.get(PASSWORD, "")
    if not (user and password):
        kept = _read_keyring(name_service(url), user)
        if kept is not None:
            user, password = user or kept[0], password or kept[1]
    user = user or _prompt("User of the wiki", USER)
    password = password or _prompt(f"Password of {user}", PASSWORD, hidden=True)
    return Credentials(user, password)


def name_service(url: str) -> str:
    """What a wiki is called in the keyring: `combatlog https://wiki.example`."""
    parts = urlsplit(url)
    return f"combatlog {parts.scheme}://{parts.netloc}"


def _read_keyring(service: str, user: str) -> tuple[str, str] | None:
    """User and password as the system keeps them, where `keyring` is installed and works."""
    try:
        import keyring

        found = keyring.get_credential(service, user or None)
    except Exception:  # no keyring, none that works, or its owner said no: there is the prompt
        return None
    return (found.username, found.password) if found is not None and found.password else None


def _prompt(what: str, variable: str, hidden: bool = False) -> str:
    if not sys.stdin.isatty():
        raise Refused(
            f"{what}: nobody is here to be asked; set {variable}, or keep it in the keyring."
        )
    answer: str = click.prompt(what, hide_input=hidden, err=True)
    return answer
