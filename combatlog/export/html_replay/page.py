"""The page: template, style, script and data in one text of HTML.

Its content security policy allows only its own script and style, by their hashes, so the page can
load nothing from elsewhere. The data is a block of JSON in which no character can end the block.
The script inserts words as text only.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from functools import cache
from importlib import resources

from combatlog.export.html_replay.replay_data import collect_replay_data
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.queries.visibility import Audience
from replay.log.event_log import History

SCRIPTS = (
    "words",
    "page",
    "states",
    "stops",
    "dice",
    "scores",
    "cards",
    "moment",
    "log",
    "chart_series",
    "chart",
    "numbers",
    "player",
    "link",
    "keys",
    "theme",
    "start",
)
"""The parts of the script, in their order."""

STYLES = ("colours", "base", "controls", "stage", "log", "below", "small")
"""The parts of the style, in their order."""

_PLACE = re.compile(r"\{\{([a-z.-]+)\}\}")
"""A place in the template: a sentence of the phrasebook, or one of the parts."""

_SAID = re.compile(r'\bsay\(\s*"([a-z.-]+)"')
"""A sentence that the script uses."""


def render_replay_page(
    history: History, *, audience: Audience = "players", book: Phrasebook | None = None
) -> str:
    """Return the whole page of a fight: HTML that needs no other file. A page for players holds no
    hidden number and no note of the referee. Raises `ValueError` for a log without events."""
    if not history.rows:
        raise ValueError("a fight without events has no replay")
    book = book or load_phrasebook()
    script, style = _join_script(), _join_style()
    data = collect_replay_data(history, audience, book)
    data["labels"] = {key: book.one(f"replay.{key}") for key in _SAID.findall(script)}
    parts = {
        "part.policy": html.escape(_write_policy(script, style)),
        "part.language": html.escape(book.language),
        "part.title": html.escape(_join_lines(data["title"])),
        "part.style": style,
        "part.data": _encode_json(data),
        "part.script": script,
    }
    return _PLACE.sub(
        lambda place: (
            parts[place[1]] if place[1] in parts else html.escape(book.one(f"replay.{place[1]}"))
        ),
        read_part("template.html"),
    )


@cache
def read_part(name: str) -> str:
    """Return the text of a file of this package."""
    return resources.files(__package__).joinpath(name).read_text("utf-8")


@cache
def _join_script() -> str:
    """Return the whole script, in a scope of its own."""
    parts = "\n".join(read_part(f"script/{name}.js") for name in SCRIPTS)
    return f'(() => {{\n"use strict";\n{parts}}})();\n'


@cache
def _join_style() -> str:
    """Return the whole style."""
    return "\n".join(read_part(f"style/{name}.css") for name in STYLES)


def _write_policy(script: str, style: str) -> str:
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_hash(script)}'",
            f"style-src '{_hash(style)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _encode_json(data: object) -> str:
    """Return JSON that can stand in HTML: nothing in it ends the block or begins a comment."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return written.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _join_lines(text: str) -> str:
    return " ".join(text.split())
