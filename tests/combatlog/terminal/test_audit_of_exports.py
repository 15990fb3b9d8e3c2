"""The audit of an exported fight, given as a file or on standard input."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from combatlog.app.campaign import open
from combatlog.files.jsonl import export_lines
from combatlog.terminal.cli.main import cli
from tests.combatlog.terminal.test_audit import path

__all__ = ["path"]


def test_an_exported_fight_is_audited_as_a_file(path: Path, run: Any, tmp_path: Path) -> None:
    """It needs no campaign, and no trust in where the file comes from."""
    run("export", "1", "-o", "cave.jsonl")
    seal = run("seal", "-f", "1").out
    path.rename(tmp_path / "elsewhere")
    told = run("audit", "cave.jsonl", "--seal", seal)
    assert 3 == told.code
    assert "1 fight, 22 events: not all of it can be checked here." in told.out
    assert "2 not checked: no secret of theirs is here, or opened yet." in told.out


def _upper(found: re.Match[bytes]) -> bytes:
    return found[1] + found[2].upper()


LINES: dict[str, tuple[Any, str]] = {
    "a line less": (lambda lines: lines[:-1], "#22 is missing: 22 events were exported, and 21"),
    "a line more": (lambda lines: [*lines, lines[-1]], "#22 is in the log twice"),
    "a line that is none": (lambda lines: [*lines[:6], b"{", *lines[7:]], "#6 cannot be read"),
    "a line of rubbish": (lambda lines: [*lines[:6], b"\xff\x00", *lines[7:]], "#6 cannot be read"),
    "a line without end": (lambda lines: [*lines[:6], b"[" * 10**5], "#6 cannot be read"),
    "two lines exchanged": (
        lambda lines: [*lines[:6], lines[7], lines[6], *lines[8:]],
        "#6 is missing: #5 is followed by #7",
    ),
    "a digest in capitals": (
        lambda lines: [*lines[:6], re.sub(rb'(digest":")(\w+)', _upper, lines[6]), *lines[7:]],
        "#6 cannot be read",
    ),
    "another name": (
        lambda lines: [*lines[:6], lines[6].replace(b"mia", b"tom"), *lines[7:]],
        "#6 was changed after it was recorded",
    ),
    "fewer promised": (
        lambda lines: [lines[0].replace(b":22", b":21"), *lines[1:]],
        "#22 was added: 21 events were exported, and 22 are here",
    ),
    "more promised": (
        lambda lines: [lines[0].replace(b":22", b":30"), *lines[1:]],
        "#23 is missing: 30 events were exported, and 22 are here",
    ),
    "another fight": (
        lambda lines: [lines[0].replace(b"cave", b"hole"), *lines[1:]],
        "#1 ",
    ),
    "the head alone": (lambda lines: lines[:1], "#1 is missing: the fight has no events"),
}


@pytest.mark.parametrize("what", LINES)
def test_a_changed_export_is_found(path: Path, run: Any, what: str) -> None:
    """The audit names the first event that differs from the export."""
    spoil, said = LINES[what]
    with open(path) as campaign:
        lines = [line.encode() for line in export_lines(campaign.store, "cave")]
    (path.parent / "cave.jsonl").write_bytes(b"\n".join(spoil(lines)))
    told = run("audit", "cave.jsonl")
    assert (1, "") == (told.code, told.err)
    assert said in told.out


@pytest.mark.parametrize("text", [b"", b"\n", b"hello", b"{}", b"\xff", b"[" * 10**5, b"\0" * 999])
def test_a_file_that_is_no_export_is_refused(run: Any, tmp_path: Path, text: bytes) -> None:
    """The refusal is one sentence; the exit code is 1."""
    (tmp_path / "any.jsonl").write_bytes(text)
    told = run("audit", "any.jsonl")
    assert (1, "") == (told.code, told.out)
    assert told.err.startswith("any.jsonl is no exported fight: Line 1 is not the head")
    assert "combatlog export" in told.err


def test_a_missing_file_is_refused(run: Any, tmp_path: Path) -> None:
    """A folder is refused, too."""
    assert "nowhere.jsonl cannot be read: No such file" in run("audit", "nowhere.jsonl").err
    assert 1 == run("audit", tmp_path).code


def test_a_log_is_read_from_standard_input(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the help says."""
    with open(path) as campaign:
        lines = "\n".join(export_lines(campaign.store, "cave"))
    told = CliRunner().invoke(cli, ["audit", "-"], input=lines)
    assert (3, True) == (told.exit_code, "1 fight, 22 events: not all of it" in told.output)
