"""TOML files that people write: read with limits, and every fault told in one sentence."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from events.errors import Refused, Unreadable

_DEEP_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){50}""")
"""A dotted key of more than 50 parts: `tomllib` reads one in a time cubic in its length."""


def read_text_file(path: Path, most: int, what: str) -> str:
    """Return the text of a file of at most `most` bytes. `what` says in the error what it should
    be, like “a roster”. Raises `Unreadable`."""
    try:
        with path.open("rb") as file:
            raw = file.read(most + 1)
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError:
        raise Unreadable("A file cannot be read: its name has a null character.") from None
    if len(raw) > most:
        raise Unreadable(f"{path} is larger than {what} can be ({most // 1024} KiB).")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(f"{path} is not text in UTF-8; save it as UTF-8.") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text; raise `Refused` with the line if it is not TOML."""
    try:
        if _DEEP_KEY.search(text):
            raise RecursionError
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = "".join(char if char.isprintable() else "?" for char in str(error)[:200])
    except RecursionError:
        reason = "it is nested too deep"
    except ValueError:  # thousands of digits, or a date that does not exist
        reason = "it has a number that cannot be read"
    raise Refused(f"this is not TOML: {reason}.")
