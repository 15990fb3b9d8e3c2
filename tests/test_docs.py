"""The generated documentation."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs import generate
from events.types.rolls import Asked
from events.types.unions import EVENTS


@pytest.mark.slow
def test_the_generated_files_are_current() -> None:
    """What is generated from the code is what the code would write today."""
    assert [] == generate.stale()


@pytest.mark.slow
def test_a_stale_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The check exits with 1 and names each file that is not current, until it is written."""
    monkeypatch.setattr(generate, "DOCS", tmp_path)
    assert 1 == generate.main(["--check"])
    assert "docs/protocol.md is not current" in capsys.readouterr().err
    assert 0 == generate.main([])
    assert 0 == generate.main(["--check"])


def test_every_event_is_in_the_protocol() -> None:
    """Each event type has its own heading and an example."""
    text = generate.GENERATED["protocol.md"]()
    for kind in EVENTS:
        assert f"\n### `{kind.__struct_config__.tag}`\n" in text  # type: ignore[attr-defined]


def test_the_protocol_says_when_a_die_is_the_same_die() -> None:
    """By each of the fields that a die is asked for with."""
    _, _, told = generate.GENERATED["protocol.md"]().partition("\n## Dice\n")
    identity, _, _ = told.partition("**the same die**")
    assert [] == [field for field in Asked.__struct_fields__ if f"`{field}`" not in identity]


@pytest.mark.slow
def test_it_works_from_a_checkout(tmp_path: Path) -> None:
    """The script finds the code beside it, wherever it is called from."""
    script = Path(generate.__file__).resolve()
    done = subprocess.run([sys.executable, str(script), "--check"], cwd=tmp_path)
    assert 0 == done.returncode


def test_every_link_in_the_protocol_leads_somewhere() -> None:
    """Each type that a field names has a heading of its own."""
    text = generate.GENERATED["protocol.md"]()
    headings = {line.strip("# `").lower() for line in text.splitlines() if line.startswith("#")}
    linked = {link.lower() for link in re.findall(r"\]\(#([\w-]+)\)", text)}
    assert set() == linked - {heading.replace(" ", "-") for heading in headings}
