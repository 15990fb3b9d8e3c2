"""The user's own key: a file in their configuration folder, or the one that a variable names."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from events.errors import Refused, Unreadable
from events.signatures import SigningKey, create_key, read_key

VARIABLE = "COMBATLOG_KEY"
"""Names the key's file. Where it is set and empty, no key is used."""

FindKey: TypeAlias = Callable[[], SigningKey | None]
"""A function that returns the key of whoever records, None if they have none."""

LARGEST_FILE = 2**16
"""More bytes than the file of a key has."""


def find_key_path() -> Path | None:
    """Return where the user's key is, or would be; None where they want none to be used."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named).expanduser() if named else None
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return folder / "combatlog" / "key.pem"


def find_user_key() -> SigningKey | None:
    """Return the user's key, None if they have none. Raises as `load_key` does."""
    path = find_key_path()
    return load_key(path) if path is not None and path.exists() else None


def load_key(path: Path) -> SigningKey:
    """Return the key in a file. Raises `Unreadable` if there is none, and `Refused` if others on
    this machine may read it: then it may be theirs, too."""
    try:
        if not path.is_file() or path.stat().st_size > LARGEST_FILE:
            raise Unreadable(f"{path} is no file with a key; make one with: combatlog key")
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise Refused(f"Others may read the key in {path}; forbid it with: chmod 600 {path}")
        return read_key(path.read_bytes())
    except Unreadable as error:
        text = str(error)
        raise Unreadable(text if text.startswith(str(path)) else f"{path} {text}") from None
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}.") from None


def make_key(path: Path) -> SigningKey:
    """Make a new key and write it to a file that only its owner may read. Raises `Refused` if the
    file is there: a key that is overwritten is lost."""
    key = create_key()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Refused(
            f"{path} is there already, and is not overwritten: a lost key cannot be made again."
            " combatlog key --show shows it."
        ) from None
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}.") from None
    with os.fdopen(handle, "wb") as file:
        file.write(key.to_pem())
        file.flush()
        os.fsync(file.fileno())
    return key
