"""A file of sentences that is wrong: told with file, key and reason when it is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from events.errors import Unreadable
from projections.narrative.phrasebook import load_phrasebook

ENTRY = "chronicle.heading.round"

TEMPLATES = {
    "{number:>2000000000}": "is wrong: {number} takes neither : nor !",
    "{number:{number}}": "is wrong: {number} takes neither : nor !",
    "{number!r}": "is wrong: {number} takes neither : nor !",
    "{number!z}": "is wrong: {number} takes neither : nor !",
    "{number!}": "has a curly bracket alone",
    "{number.__class__}": "has no field {number.__class__}; it has {number}",
    "{number[0]}": "has no field {number[0]}; it has {number}",
    "{number[}": "has a curly bracket alone",
    "{0}": "has no field {0}; it has {number}",
    "{}": "has no field {}; it has {number}",
    "{who}": "has no field {who}; it has {number}",
    "{" + "x" * 5000 + "}": "has no field {xxx",
    "{\\u001b31m}": "has no field {?31m}; it has {number}",
    "{": "has a curly bracket alone",
    "}": "has a curly bracket alone",
    "{number": "has a curly bracket alone",
    "number}": "has a curly bracket alone",
    "{" * 50_001: "has a curly bracket alone",
    "": "is empty",
}

FILES = {
    "a = " + "[" * 100_000: "this is not TOML: it is nested too deep",
    "a = " + "{a=" * 100_000: "this is not TOML: it is nested too deep",
    "a." * 200_000 + "a = 'x'": "this is not TOML: it is nested too deep",
    "[" + "'a' . " * 50_000 + "a]\nb = 'x'": "this is not TOML: it is nested too deep",
    "a." * 40 + "a = 'x'": "there is no sentence called a.a.a.a.a.",
    "a = {" + "a." * 40 + "a = 'x'}": "there is no sentence called a.a.a.a.a.",
    "a = " + "9" * 5000: "this is not TOML: it has a number that cannot be read",
    "a = 2026-02-31": "this is not TOML: ",
    "a = 'x": "this is not TOML: ",
    "chronicle = 'x'": "there is no sentence called chronicle",
    "chronicle = []": "chronicle has to be a sentence, or a list of them",
    "[chronicle.heading]\nround = [['x']]": f"{ENTRY} has to be a sentence, or a list of them",
    "[chronicle.heading]\nround = 7": f"{ENTRY} has to be a sentence, or a list of them",
    "[chronicle.heading.round]\nx = 'x'": f"there is no sentence called {ENTRY}.x",
    "'\\u001b' = 7\n": "\\u001b has to be a sentence",
    '"\\u001b" = 7\n': "? has to be a sentence",
    "language = ['de']": 'language has to be a tag like "de" or "pt-BR"',
    "[language]\nx = 'de'": 'language has to be a tag like "de" or "pt-BR"',
    "# " + "x" * 1_100_000: "larger than a file of sentences can be",
}


def told(path: Path | str) -> str:
    """Return the error of loading a file."""
    load_phrasebook.cache_clear()
    with pytest.raises(Unreadable) as error:
        load_phrasebook(str(path))
    return str(error.value)


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_is_checked_when_it_is_loaded(tmp_path: Path, template: str) -> None:
    own = tmp_path / "my.toml"
    own.write_text(f'[chronicle.heading]\nround = ["Round {{number}}", "{template}"]\n', "utf-8")
    said = told(own)
    assert said.startswith(f"{own}: {ENTRY} {TEMPLATES[template]}")
    assert (True, True) == (said.isprintable(), len(said) < 400 + len(str(own)))


@pytest.mark.parametrize("text", FILES)
def test_a_file_is_checked_when_it_is_loaded(tmp_path: Path, text: str) -> None:
    own = tmp_path / "my.toml"
    own.write_text(text, "utf-8")
    said = told(own)
    assert said.startswith(str(own)) and FILES[text] in said
    assert (True, True) == (said.isprintable(), len(said) < 400 + len(str(own)))


def test_what_is_no_file_of_text_is_told(tmp_path: Path) -> None:
    binary, endless = tmp_path / "binary.toml", tmp_path / "endless.toml"
    binary.write_bytes(b"\xff\xfe")
    endless.symlink_to("/dev/zero")
    (tmp_path / "folder.toml").mkdir()
    assert f"{binary} is not text in UTF-8; save it as UTF-8." == told(binary)
    assert "larger than a file of sentences can be" in told(endless)
    assert "cannot be read: Is a directory" in told(tmp_path / "folder.toml")
    assert "cannot be read: No such file" in told(tmp_path / "none.toml")
    assert "cannot be read" in told(tmp_path / "a\0b.toml")
    assert "cannot be read" in told(tmp_path / f"{'n' * 300}.toml")


def test_curly_brackets_can_be_written_twice(tmp_path: Path) -> None:
    own = tmp_path / "my.toml"
    own.write_text('[chronicle.heading]\nround = "{{{number}}}"\n', "utf-8")
    assert "{{{number}}}" == load_phrasebook(str(own)).one(ENTRY)
