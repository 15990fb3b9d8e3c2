"""The user and password for a wiki: from the environment, the system's keyring, or a prompt.

A password is never an option of a command, part of an address, or stored in a campaign.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from html.entities import codepoint2name
from typing import TypeAlias
from urllib.parse import urlsplit

from events.errors import Refused

USER = "COMBATLOG_WIKI_USER"
PASSWORD = "COMBATLOG_WIKI_PASSWORD"


class Credentials:
    """A user and their password; `repr` does not show the password."""

    def __init__(self, user: str, password: str) -> None:
        self.user = user
        self.password = password

    def __repr__(self) -> str:
        return f"Credentials({self.user!r})"

    def hide_password(self, text: str) -> str:
        """Return the text without the password, in case a wiki repeats it: plain, as in an address,
        or as in HTML."""
        written = "".join(map(_char_pattern, self.password))
        return re.sub(written, "•••", text) if written else text


def _char_pattern(char: str) -> str:
    """Return a pattern of all ways in which a character of a password may be written."""
    code = ord(char)
    ways = [
        r"\s|\+" if char.isspace() else re.escape(char),
        "".join(f"(?i:%{byte:02x})" for byte in char.encode("utf-8", "replace")),
        f"&#0*{code};",
        f"(?i:&#x0*{code:x};)",
        f"&{codepoint2name[code]};" if code in codepoint2name else "",
        "&apos;" if char == "'" else "",
    ]
    return f"(?:{'|'.join(filter(None, ways))})"


Ask: TypeAlias = Callable[[str, bool], str]
"""Asks a person for something, by its name, and whether to hide the answer; returns the answer."""


def find_credentials(url: str, user: str = "", ask: Ask | None = None) -> Credentials:
    """Return the credentials for the wiki at `url`.

    The user is `user`, else $COMBATLOG_WIKI_USER, else the one in the keyring, else asked for; the
    password likewise. `ask` asks a person; raises `Refused` if it is needed and None.
    """
    user = user or os.environ.get(USER, "")
    password = os.environ.get(PASSWORD, "")
    if not (user and password):
        kept = _read_keyring(name_service(url), user)
        if kept is not None:
            user, password = user or kept[0], password or kept[1]
    user = user or _prompt(ask, "User of the wiki", f"name one with --user, or set {USER}")
    password = password or _prompt(ask, f"Password of {user}", f"set {PASSWORD}", hidden=True)
    return Credentials(user, password)


def name_service(url: str) -> str:
    """Return the name of a wiki in the keyring: `combatlog https://wiki.example`."""
    parts = urlsplit(url)
    return f"combatlog {parts.scheme}://{parts.netloc}"


def _read_keyring(service: str, user: str) -> tuple[str, str] | None:
    """Return user and password from the system's keyring; None if `keyring` is missing or fails."""
    try:
        import keyring

        found = keyring.get_credential(service, user or None)
    except Exception:  # no keyring, or a failing or locked one: the prompt asks
        return None
    return (found.username, found.password) if found is not None and found.password else None


def _prompt(ask: Ask | None, what: str, otherwise: str, hidden: bool = False) -> str:
    """Ask a person for `what`; `otherwise` says how to give it where nobody can be asked."""
    if ask is None:
        raise Refused(f"{what}: there is no terminal to ask on; {otherwise}, or use the keyring.")
    return ask(what, hidden)
