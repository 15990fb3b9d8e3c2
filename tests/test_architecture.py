"""The architecture page says what is so, and the path of one attack stays short."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.attack_path import trace_attack

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
FILE = re.compile(
    r"`((?:combatlog|replay|rulesets|projections|events|docs|tests)/[\w./*]+)(?:: (\w+))?"
)
MOST_FILES = 40
"""Files that one attack and its resolution may pass through."""


def test_every_file_and_name_on_the_page_is_there() -> None:
    """A path exists, with a star at least once; a name behind a colon is defined in the file."""
    named = FILE.findall(PAGE)
    assert len(named) > 20
    for path, name in named:
        found = [*ROOT.glob(path.rstrip("/"))]
        assert found, path
        if name:
            text = found[0].read_text("utf-8")
            assert re.search(rf"(def|class) {name}\b", text), f"{path}: {name}"


def test_the_path_of_an_attack_is_short() -> None:
    """From the prompt to the database and back to the screen."""
    path = trace_attack()
    assert "combatlog/app/session.py" in path and "events/store/sqlite.py" in path
    assert len(path) <= MOST_FILES, "\n".join(path)
