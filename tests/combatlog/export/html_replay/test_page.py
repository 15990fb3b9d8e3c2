"""The page as a text: complete in itself, closed to everything else, small."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest

from combatlog.export.html_replay import render_replay_page
from combatlog.export.html_replay.page import SCRIPTS, read_part
from combatlog.simulation.run import play_fight
from events.store.memory import MemoryStore
from projections.narrative.phrasebook import Phrasebook, load_phrasebook
from projections.queries import visibility
from projections.text import phrases
from replay.log.event_log import History
from tests.combatlog.export.html_replay.hostile import NAMES, hostile_fight
from tests.combatlog.export.html_replay.reading import (
    data_of,
    find_data,
    open_out,
    recorded,
    render_page,
)
from tests.support.random_fights import seeded_fight


class Seen(HTMLParser):
    """The elements of a page with their attributes, and the texts of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {"script": [], "style": []}
        self._within = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in self.texts:
            self._within = tag
            self.texts[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._within:
            self._within = ""

    def handle_data(self, data: str) -> None:
        if self._within:
            self.texts[self._within][-1] += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every such element."""
        return [attrs for name, attrs in self.elements if name == tag]


@pytest.fixture(scope="module")
def page() -> str:
    """The page of a fight with corrections."""
    (history,) = recorded("golden-idol", 16)
    return render_page(history, audience="referee")


@pytest.mark.slow
def test_the_policy_allows_only_the_pages_script_and_style(page: str) -> None:
    """By their hashes; nothing may be loaded from elsewhere."""
    seen = Seen(page)
    meta = next(m for m in seen.all("meta") if m.get("http-equiv") == "Content-Security-Policy")
    (style,) = seen.texts["style"]
    _, script = seen.texts["script"]
    expected = {
        "default-src": "'none'",
        "script-src": f"'{_hash(script)}'",
        "style-src": f"'{_hash(style)}'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    policy = dict(rule.strip().split(" ", 1) for rule in (meta["content"] or "").split(";"))
    assert expected == policy


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@pytest.mark.slow
def test_the_page_says_what_made_it(page: str) -> None:
    """Publishing replaces no other file by it."""
    assert {"name": "generator", "content": "combatlog"} in Seen(page).all("meta")


def test_the_page_loads_nothing(page: str) -> None:
    """No address but that of the SVG namespace is in the page's own parts."""
    seen = Seen(page)
    for tag, attrs in seen.elements:
        assert "src" not in attrs, tag
        assert (attrs.get("href") or "#").startswith(("#", "data:")), tag
    own = read_part("template.html") + seen.texts["style"][0] + seen.texts["script"][1]
    assert {"http://www.w3.org/2000/svg"} == set(re.findall(r"https?://[^\s\"')]+", own))
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest|WebSocket|import\(|sendBeacon", own)


@pytest.mark.slow
def test_no_handlers_styles_or_markup_stand_inline(page: str) -> None:
    """The policy would refuse them, and words never become markup."""
    for tag, attrs in Seen(page).elements:
        assert "style" not in attrs, tag
        assert not [name for name in attrs if name.startswith("on")], tag
    scripts = "".join(read_part(f"script/{name}.js") for name in SCRIPTS)
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|Function\(", scripts
    )


def test_hostile_names_stay_in_the_data() -> None:
    """They end no script, begin no comment, and are read back unchanged."""
    page = render_page(hostile_fight(), audience="referee")
    seen = Seen(page)
    assert 2 == len(seen.all("script"))
    assert not seen.all("img")
    assert re.fullmatch(r"[A-Za-z0-9+/]+=*", find_data(page))
    names = {
        card["name"]
        for row in data_of(page)["rows"]
        if len(row) > 2 and row[2]
        for card in row[2].values()
        if "name" in card
    }
    assert set(NAMES) <= names


@pytest.mark.slow
def test_every_sentence_of_the_page_is_in_the_phrasebook(page: str) -> None:
    """The script has the labels it uses; another language replaces them all."""
    assert all(data_of(page)["labels"].values())
    book = load_phrasebook()
    shouted = {f"replay.{key}": (f"«{key}»",) for key in ("play", "log", "footer")}
    own = Phrasebook("x-own", {**book._sentences, **shouted})
    (history,) = recorded("golden-idol", 1)
    told = render_replay_page(history, book=own)
    assert '<html lang="x-own">' in told
    assert "«log»" in told
    assert "«play»" == data_of(told)["labels"]["play"]


def test_an_empty_history_has_no_page() -> None:
    """There is nothing to show."""
    with pytest.raises(ValueError, match="no replay"):
        render_page(History())


def test_no_text_of_the_script_is_squeezed() -> None:
    """Room in texts and templates says something. In a template within a template it would be
    lost, so there is none."""
    sent = open_out(render_page(hostile_fight()))
    for name in SCRIPTS:
        script = re.sub(
            r"/\*[\s\S]*?\*/|^\s*//.*$| // .*$", "", read_part(f"script/{name}.js"), flags=re.M
        )
        assert not re.search(r"`[^`]*\$\{[^}`]*`", script), name
        texts = re.findall(r'`[^`]*`|"(?:[^"\\]|\\.)*"', script)
        assert [] == [each for each in texts if each not in sent and ".js" not in each], name


def test_no_sentence_of_the_replay_is_unused() -> None:
    """The template, the script or the words of an event use each."""
    modules = [Path(visibility.__file__), *Path(phrases.__file__).parent.glob("*.py")]
    told = read_part("template.html") + read_part("replay_data.py")
    told += "".join(each.read_text("utf-8") for each in modules)
    told += "".join(read_part(f"script/{name}.js") for name in SCRIPTS)
    keys = [key.removeprefix("replay.") for key in load_phrasebook()._sentences if "replay." in key]
    corrected = {"corrected.put-in", "corrected.put-back", "corrected.kept"}
    unsaid = [key for key in keys if key not in corrected and key not in told]
    assert len(keys) > 60
    assert [] == unsaid


@pytest.mark.slow
def test_five_thousand_events_are_less_than_400_kilobytes() -> None:
    """A long fight, which goes on from its middle whenever it has ended."""
    fight = seeded_fight(MemoryStore(), "golden-idol", 1)
    random = Random(1)
    while len(fight.history) < 5000:
        play_fight(fight, random, 100, doubts=0.15)
        if fight.state.ended:
            fight.rewind(random.randrange(len(fight.history) // 4, len(fight.history) // 2))
    assert len(render_page(fight.history, audience="referee").encode()) < 400_000
    assert len(render_page(History(fight.history.rows[:1])).encode()) < 296_000
