"""The page of the live table: the replay's page at the head of the log, with hands.

Its parts are files of HTML in `page/`. Its script and style are modules and files that the server
sends (`server/pages.py`); so its policy allows only what comes from the server itself.
"""

from __future__ import annotations

import html
from functools import cache
from importlib import resources

from combatlog.export.html_replay.page import (
    SCRIPTS,
    STYLES,
    collect_labels,
    encode_json,
    fill_places,
    fill_template,
    read_part,
)
from projections.narrative.phrasebook import Phrasebook

LIVE = (
    *(
        "connection",
        "keys",
        "view",
        "options",
        "order",
        "queue",
        "doubt",
        "say",
        "needs",
        "proposals",
        "waiting",
        "range",
        "reasons",
        "values",
        "form",
        "dice_pad",
        "line",
        "correct",
        "passkeys",
        "join",
        "bots",
        "referees",
        "table",
    ),
    *(
        "joining",
        "fights",
        "own",
        "resolving",
        "names",
        "main_bar",
        "why",
        "branch",
        "focus",
        "odds",
        "hint",
        "obstacles",
        "hands_place",
        "chosen_form",
        "others",
        "hands",
        "start",
    ),
)
"""The modules of the live table; each imports only from those before it, and from the replay."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    " img-src 'self' data:; base-uri 'none'; form-action 'none'"
)
"""What the page may load: nothing from elsewhere."""

_PARTS = ("tools", "hands", "tabs", "last-tabs", "panes", "help", "end")
"""The parts of the page that are the live table's own, as the template names their places."""


def render_live_page(book: Phrasebook) -> str:
    """Return the page. It is the same for everybody; what they may see and do comes by requests."""
    parts = {name: fill_places(_read(f"{name}.html"), book) for name in _PARTS}
    scripts = [read_part(f"script/{name}.js") for name in SCRIPTS]
    scripts += [_read(f"live/{name}.js") for name in LIVE]
    labels = collect_labels("\n".join(scripts), book)
    links = [f'<link rel="stylesheet" href="/page/style/{name}.css">' for name in STYLES]
    return fill_template(
        {
            **parts,
            "policy": html.escape(POLICY),
            "kind": " at-table",
            "title": "combatlog",
            "style": "\n".join([*links, '<link rel="stylesheet" href="/page/live.css">']),
            "data": encode_json({"labels": labels}),
            "script": '<script type="module" src="/page/live/start.js"></script>',
        },
        book,
    )


def render_hall_page(book: Phrasebook) -> str:
    """Return the page of a hall: the campaigns of whoever opens it, which come by a request."""
    script = _read("hall/start.js") + _read("live/connection.js")
    styles = [f"/page/style/{name}.css" for name in STYLES] + ["/page/live.css"]
    return fill_places(
        _read("hall.html"),
        book,
        {
            "language": html.escape(book.language),
            "policy": html.escape(POLICY),
            "style": "\n".join(f'<link rel="stylesheet" href="{each}">' for each in styles),
            "data": encode_json({"labels": collect_labels(script, book)}),
        },
    )


@cache
def _read(name: str) -> str:
    """Return the text of a file of the page."""
    return resources.files(__package__).joinpath("page", name).read_text("utf-8")
