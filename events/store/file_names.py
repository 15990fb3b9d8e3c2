"""Names of files that every system accepts: a campaign or a page may travel to a Windows computer.

Windows takes some names for devices, whatever their ending (`con.combatlog` is the console), and
drops dots and spaces at the end of a name.
"""

from __future__ import annotations

import os
import re

from events.errors import Refused

_DEVICE = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:[.:].*)?",
    re.IGNORECASE | re.DOTALL,
)


def is_device_name(name: str) -> bool:
    """Return whether Windows takes the name of a file or folder for a device: “nul”, “Con.md”."""
    return _DEVICE.fullmatch(name) is not None


def check_file_name(path: str) -> None:
    """Raise `Refused` if a file at this path, or a folder that has to be made for it, would have a
    name that Windows cannot use. Folders that are there already may be called anything."""
    rest, name = os.path.split(os.path.normpath(path))
    _check_name(path, name)
    while rest and not os.path.lexists(rest):
        rest, name = os.path.split(rest)
        _check_name(path, name)


def _check_name(path: str, name: str) -> None:
    if name in ("", ".", ".."):
        return
    if is_device_name(name):
        raise Refused(f"{path}: Windows keeps the name {name} for a device; choose another name.")
    if name[-1] in ". ":
        raise Refused(
            f"{path}: Windows drops a dot or a space at the end of “{name}”; choose another name."
        )
