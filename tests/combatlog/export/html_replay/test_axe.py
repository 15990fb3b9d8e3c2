"""axe finds no violation on the page: every pane, light and dark, on a desktop and a phone."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any, Literal

import pytest

from replay.log.event_log import History
from tests.combatlog.export.html_replay.looking import open_pane
from tests.combatlog.export.html_replay.reading import render_page
from tests.support.browser import Watched

PANES = ("story", "log", "people", "numbers", "recap")


def find_violations(page: Watched) -> list[str]:
    """Return what axe finds wrong on a page, and where."""
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    page.page.evaluate(axe)
    found: list[dict[str, Any]] = page.page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_wrong(
    page: Watched, history: History, tmp_path: Path, scheme: Literal["light", "dark"], width: int
) -> None:
    """In no pane, nor with the help open."""
    page.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.page.set_viewport_size({"width": width, "height": 800 if width > 1000 else 844})
    page.open(render_page(history, audience="referee"), tmp_path)
    for pane in PANES:
        open_pane(page, pane)
        assert [] == find_violations(page), pane
    page.page.keyboard.press("?")
    assert [] == find_violations(page)


def test_axe_finds_what_is_planted(page: Watched, history: History, tmp_path: Path) -> None:
    """A button without a name, words that are too pale."""
    page.open(render_page(history, audience="referee"), tmp_path)
    page.page.evaluate(
        """() => {
            const pale = document.querySelector("#event");
            pale.style.setProperty("color", "#ccc");
            document.querySelector("#controls").append(document.createElement("button"));
        }"""
    )
    found = " ".join(find_violations(page))
    assert "button-name" in found
    assert "color-contrast" in found
