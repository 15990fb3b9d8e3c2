"""What somebody's TOML file says."""

from __future__ import annotations

import tomllib
from typing import Any

from events.errors import Refused


def parsed(text: str) -> dict[str, Any]:
    """The tables of a file; raises `Refused` with the line where it is no TOML."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = str(error)
    except RecursionError:
        reason = "it is nested too deep"
    except ValueError:  # of a number of thousands of digits, or a day that no calendar has
        reason = "it has a number that cannot be read"
    raise Refused(f"this is not TOML: {reason}.")
