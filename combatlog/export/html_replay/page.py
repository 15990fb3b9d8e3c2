"""The page: template, style, script and data in one text of HTML.

Its content security policy allows only its own script and style, by their hashes, so the page can
load nothing from elsewhere. The data is JSON, deflated, in base64: no character of it can end its
block. The script inserts words as text only.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from rcssmin import cssmin
from rjsmin import jsmin

from combatlog.export.html_replay.page_data import collect_replay_data
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.queries.visibility import Audience
from replay.cores import Progress
from replay.log.event_log import History

STAGE = (
    *("labels", "dom", "fight", "dice", "crews", "roster", "layout", "urgency", "news", "room"),
    "token",
    *("plans", "routes", "skirmishes", "links"),
    *("closeups", "field", "outcome", "sentence", "balance"),
)
"""The modules of the stage, on which the live table stands, too."""

REPLAY = (
    *("stops", "player", "scores", "people", "costs", "found", "filter", "kinds", "log", "shares"),
    *("matches", "leads", "outcomes", "forks", "what_ifs", "tabs"),
    "story",
    *("branches", "tables", "lanes", "marks", "strength"),
    *(
        "chart_series",
        "chart",
        "tallies",
        "damage",
        "glance",
        "numbers",
        "recap",
        "link",
        "keys",
        "theme",
        "wiring",
        "start",
    ),
)
"""The modules of the replay."""

SCRIPTS = (*(f"stage/{name}" for name in STAGE), *(f"replay/{name}" for name in REPLAY))
"""The modules of the script; each imports only from those before it."""

STYLES = (
    "colours",
    "base",
    "page",
    "field",
    "sentence",
    "controls",
    "panes",
    "filter",
    "numbers",
    "recap",
    "paper",
)
"""The parts of the style, in their order."""

_IMPORT = re.compile(r'^import \{ .+ \} from ".+";\n', re.MULTILINE)

_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|let) (\w+))", re.MULTILINE)

_LEADING_ZERO = re.compile(r"(?<=[:, (-])0(?=\.\d)")
"""What a number of a style can do without."""

_INDENT = re.compile(r"^ +", re.MULTILINE)
"""What the template is sent without; no text of it goes over several lines."""

_PLACE = re.compile(r"\{\{([a-z.-]+)\}\}")
"""A place in the template: a sentence of the phrasebook, or one of the parts."""

_SAID = re.compile(r'\bsay\(\s*"([a-z.-]+)"')
"""A sentence that the script uses."""


def render_replay_page(
    history: History,
    *,
    audience: Audience = "players",
    book: Phrasebook | None = None,
    odds: bool = False,
    progress: Progress | None = None,
) -> str:
    """Return the whole page of a fight: HTML that needs no other file. A page for players holds no
    hidden number and no note of the referee. With `odds` it has the chances of every turn, which
    take up to a minute, of which `progress` hears. Raises `ValueError` for a log without events."""
    if not history.rows:
        raise ValueError("a fight without events has no replay")
    book = book or load_phrasebook()
    script, style = _join_script(), _join_style()
    data = collect_replay_data(history, audience, book, odds, progress)
    data["labels"] = collect_labels(script, book)
    parts = {
        "policy": html.escape(_write_policy(script, style)),
        "title": html.escape(_join_lines(data["title"])),
        "style": f"<style>{style}</style>",
        "data": pack_data(data),
        "waiting": " hidden",
        "script": f"<script>{script}</script>",
        "chronicle": _write_chronicle(data["story"]["beats"]),
    }
    return fill_template(parts, book)


def fill_template(parts: Mapping[str, str], book: Phrasebook) -> str:
    """Return the page with these parts: HTML, by the names of their places. A place without a part
    stays empty."""
    given = {"language": html.escape(book.language), **parts}
    return fill_places(_INDENT.sub("", read_part("template.html")), book, given)


def fill_places(text: str, book: Phrasebook, parts: Mapping[str, str] = {}) -> str:
    """Return HTML with the sentences of the phrasebook, and parts, in their places. What stands in
    a part is left as it is."""

    def fill(place: re.Match[str]) -> str:
        key = place[1]
        if key.startswith("part."):
            return parts.get(key.removeprefix("part."), "")
        return html.escape(find_label(key, book))

    return _PLACE.sub(fill, text)


def find_label(key: str, book: Phrasebook) -> str:
    """Return a sentence of the page: of the live table for a key such as `live.undo`, else of the
    replay."""
    return book.one(key if key.startswith("live.") else f"replay.{key}")


def collect_labels(script: str, book: Phrasebook) -> dict[str, str]:
    """Return the sentences that a script says, by key."""
    return {key: find_label(key, book) for key in _SAID.findall(script)}


def _write_chronicle(beats: Iterable[Mapping[str, Any]]) -> str:
    """Return the story for those who read the page without its script."""
    paragraphs = [
        f"<h2>{html.escape(beat['h'])}</h2>" if "h" in beat else f"<p>{_join_spans(beat['t'])}</p>"
        for beat in beats
        if "h" in beat or "t" in beat
    ]
    return "\n".join(paragraphs)


def _join_spans(spans: Iterable[Any]) -> str:
    texts = (span if isinstance(span, str) else span[0] for span in spans)
    return html.escape("".join(texts))


@cache
def read_part(name: str) -> str:
    """Return the text of a file of this package."""
    return resources.files(__package__).joinpath(name).read_text("utf-8")


@cache
def _join_script() -> str:
    """Return the whole script. Each module has a scope of its own; what it exports, every module
    behind it sees, so each exported name is there once."""
    texts = [read_part(f"script/{name}.js") for name in SCRIPTS]
    parts = "\n".join(map(_wrap_module, texts))
    script = str(jsmin(f'(async () => {{\n"use strict";\n{parts}}})();\n'))
    return script.replace("}\nfunction ", "}function ")


def _wrap_module(text: str) -> str:
    inside, exported = _EXPORT.sub("", _IMPORT.sub("", text)), _EXPORT.findall(text)
    if not exported:
        return f"{{\n{inside}}}"  # a block, in which the start can wait
    names = ", ".join(exported)
    return f"const {{ {names} }} = (() => {{\n{inside}return {{ {names} }};\n}})();"


@cache
def _join_style() -> str:
    """Return the whole style."""
    style = str(cssmin("\n".join(read_part(f"style/{name}.css") for name in STYLES)))
    return _LEADING_ZERO.sub("", style)


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


def pack_data(data: object) -> str:
    """Return data as JSON, deflated, in base64: a quarter of its size, and safe in HTML."""
    return base64.b64encode(zlib.compress(_write_json(data).encode(), 9)).decode()


def encode_json(data: object) -> str:
    """Return JSON that can stand in HTML: nothing in it ends the block or begins a comment."""
    written = _write_json(data)
    return written.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _write_json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _join_lines(text: str) -> str:
    return " ".join(text.split())
