"""Trace one attack and its resolution, typed at the prompt, and list the source files it runs.

python -m tests.support.attack_path
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

from combatlog.app.campaign import create
from combatlog.app.session import Session
from combatlog.terminal.prompt.prompt import answer_line
from rulesets.definitions.roster import parse_roster
from rulesets.definitions.shipped import load_game
from tests.support.talk import BRIDGE

ROOT = Path(__file__).parents[2]
PACKAGES = ("events", "projections", "rulesets", "replay", "combatlog")
LINES = ("a ada rhino rifle", "go", "9 3")
"""An attack is declared, the side resolved, and the two damage dice are typed."""


def trace_attack() -> dict[str, list[str]]:
    """Return the functions that run between the typed lines and the printed answers, by file.

    The fight is in a campaign file, so the way to the database is part of it. What is imported or
    cached once does not count: the same attack is played in another fight before.
    """
    seen: dict[str, list[str]] = {}

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(ROOT)):
            file = str(Path(code.co_filename).relative_to(ROOT))
            if file.startswith(PACKAGES) and code.co_name not in seen.setdefault(file, []):
                seen[file].append(code.co_name)

    _play_attack(profile)
    return seen


def _play_attack(profile: Callable[[FrameType, str, Any], None]) -> None:
    sheets = parse_roster(BRIDGE, "roster.toml", load_game("golden-idol"))
    with tempfile.TemporaryDirectory() as folder, create(Path(folder) / "a.combatlog") as campaign:
        before, traced = (
            Session(campaign, campaign.start("Test", "golden-idol", dice="typed", sheets=sheets))
            for _ in range(2)
        )
        with redirect_stdout(StringIO()):
            for line in LINES:
                answer_line(before, line)
            sys.setprofile(profile)
            try:
                for line in LINES:
                    answer_line(traced, line)
            finally:
                sys.setprofile(None)


def describe_path(seen: dict[str, list[str]]) -> Iterator[str]:
    """Yield a line for each file, in the order of the first call, then the sums."""
    for file, functions in seen.items():
        yield f"{file}  {', '.join(functions[:4])}{' …' if len(functions) > 4 else ''}"
    yield f"{len(seen)} files, {sum(map(len, seen.values()))} functions"


if __name__ == "__main__":
    path = trace_attack()
    print("\n".join(describe_path(path)))
