"""The live table in real browsers: the referee's page, four phones and a television at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from combatlog.app.campaign import create
from rulesets.definitions.shipped import load_game
from tests.combatlog.export.html_replay.test_axe import find_violations
from tests.combatlog.server.served import ServedTable, on_loopback, serve_table
from tests.support.browser import PATIENCE, Watched, browser  # noqa: F401
from tests.support.given import Person, npc, pc

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DESKTOP, PHONE, SMALL, TV = (1280, 800), (390, 844), (320, 568), (1920, 1080)


class Table:
    """A served fight, and the screens that look at it."""

    def __init__(self, served: ServedTable, browser: Browser) -> None:  # noqa: F811
        self.served, self._browser = served, browser
        self.screens: dict[str, Watched] = {}
        self.referee = self.open(served.referee_link, "Rita", DESKTOP)

    def open(self, link: str, name: str, size: tuple[int, int]) -> Page:
        """Open a link, and give a name."""
        is_phone = size[0] < 640
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=is_phone,
            is_mobile=is_phone,
            reduced_motion="reduce",
            color_scheme="light",
        )
        watched = Watched(context.new_page(), [], [])
        watched.page.on(
            "console",
            lambda said: watched.errors.append(said.text) if said.type == "error" else None,
        )
        watched.page.on("pageerror", lambda error: watched.errors.append(str(error)))
        watched.page.set_default_timeout(PATIENCE)
        watched.page.goto(on_loopback(link))
        watched.page.fill("#name", name)
        watched.page.click("#join button")
        self.screens[name] = watched
        return watched.page

    def admit(self, name: str, size: tuple[int, int], plays: str = "") -> Page:
        """Let a phone knock, and let it in with a tap."""
        phone = self.open(self.served.table_link, name, size)
        phone.wait_for_selector("#waiting-room:visible")
        self.referee.click("#tab-table")
        knock = self.referee.locator(".knock", has_text=name)
        if plays:
            knock.locator("select").select_option(label=plays)
        knock.get_by_role("button", name="Let in").click()
        phone.locator(".token").first.wait_for()
        return phone

    def read_state(self) -> Any:
        """Return the people of the fight as the server tells players."""
        return self.screens["TV"].page.evaluate(_FOLD)

    def close(self) -> None:
        """Close all screens."""
        for each in self.screens.values():
            each.page.context.close()


_FOLD = """async () => {
    const [{ id }] = await (await fetch("/api/fights")).json();
    const frame = await (await fetch(`/api/fights/${id}/frame?after=0`)).json();
    const states = [[]], every = [null];
    frame.rows.forEach(([letter, words, given, more], at) => {
        const changes = typeof given === "number" ? every[given] : given;
        every.push(changes);
        const next = [...states[more?.p ?? at]];
        for (const [who, values] of Object.entries(changes || {})) {
            if (who === "*") continue;
            next[who] = { ...next[who], ...values };
        }
        states.push(next);
    });
    return states.at(-1);
}"""
"""The people after the last event, folded from the server's frame without the page's modules."""


def token(page: Page, name: str) -> Any:
    """Return the token of somebody on the stage."""
    return page.locator(f".token[title^='{name},']")


def read_cards(page: Page) -> dict[str, str]:
    """Return the texts of the cards of everybody, by name."""
    page.evaluate("document.querySelector('#tab-people').click()")
    cards = page.locator(".card:not([hidden])").all()
    found = {each.locator("h4").text_content(): each.text_content() for each in cards}
    return {str(name): str(text) for name, text in found.items()}


def attack(page: Page, who: str, whom: str) -> None:
    """Declare an attack in two taps."""
    token(page, who).click()
    page.locator("#form .blank.aims").wait_for()
    token(page, whom).click()


def resolve(page: Page) -> None:
    """Tap “Resolve”."""
    button = page.locator("#moving").get_by_role("button", name="Resolve")
    expect(button).not_to_have_class("barred")
    button.click()


def strike(page: Page) -> None:
    """Let Ada strike the wolf with a 5: from 17 to 12."""
    attack(page, "Ada", "Wolf")
    resolve(page)
    press(page, 5)
    expect(token(page, "Wolf")).to_contain_text("12/17")


def press(page: Page, face: int) -> None:
    """Tap a face on the dice pad."""
    page.locator("#asked .key").get_by_text(str(face), exact=True).click()


@contextmanager
def lay_table(browser: Browser, folder: Path) -> Iterator[Table]:  # noqa: F811
    """Serve the fight of two people and a wolf within the context."""
    ada = pc("Ada", "6/0/10/10/10", player="Anna", sword="d8")
    ben = pc("Ben", "6/0/10/10/10", player="Ben", axe="d8")
    wolf = npc("Wolf", "17/0/13/13/13", bite="d6")
    with lay_fight(browser, folder, "The ford", ada, ben, wolf) as table:
        yield table


@contextmanager
def lay_fight(
    browser: Browser,  # noqa: F811
    folder: Path,
    title: str,
    *people: Person,
    game_name: str = "golden-idol",
) -> Iterator[Table]:
    """Serve a fight of these people with typed dice within the context."""
    with create(folder / "ford.combatlog") as campaign:
        game = load_game(game_name)
        sheets = [each.sheet(game) for each in people]
        campaign.start(title, game, dice="typed", sheets=sheets)
    with serve_table(folder, "--port", "0") as served:
        table = Table(served, browser)
        try:
            token(table.referee, people[0].name).wait_for()
            yield table
        finally:
            table.close()


def test_six_screens_play_an_exchange(browser: Browser, tmp_path: Path) -> None:  # noqa: F811
    """Attack in three taps, dice on a phone, undo in one tap, a line that is typed, a phone without
    its connection, a proposal, a correction in four taps; and at the end all show the same."""
    with lay_table(browser, tmp_path) as table:
        referee = table.referee
        anna = table.admit("Anna", PHONE)
        ben = table.admit("Ben", SMALL)
        tv = table.admit("TV", TV, "spectator")
        table.admit("Cleo", PHONE, "spectator")
        second = table.admit("Anna", PHONE)

        attack(referee, "Ada", "Wolf")
        expect(token(anna, "Ada")).to_have_attribute("aria-label", re.compile("attacks Wolf"))
        resolve(referee)
        press(anna, 5)
        expect(tv.locator("#event")).to_contain_text("Ada")
        expect(token(referee, "Wolf")).to_contain_text("12/17")

        referee.click("#undo")
        expect(token(referee, "Wolf")).to_contain_text("17")
        expect(token(referee, "Wolf")).not_to_contain_text("12")
        referee.click("#redo")
        expect(token(referee, "Wolf")).to_contain_text("12/17")

        ben.context.set_offline(True)
        referee.fill("#line", "a wolf ben; go")
        referee.press("#line", "Enter")
        press(referee, 4)
        expect(token(referee, "Ben")).to_contain_text("2/6")
        expect(token(ben, "Ben")).to_be_visible()
        expect(token(ben, "Ben")).not_to_contain_text("2/6")
        ben.context.set_offline(False)
        expect(token(ben, "Ben")).to_contain_text("2/6")

        ben.click("#undo")
        expect(ben.locator("#doubt-words")).to_have_text(
            "Propose to take back: Wolf attacks Ben with bite?"
        )
        ben.click("#doubt-yes")
        referee.locator("#proposals").get_by_role("button", name="Yes").click()
        expect(token(referee, "Ben")).not_to_contain_text("2/6")
        expect(token(second, "Ben")).not_to_contain_text("2/6")

        correct_a_die(referee)
        expect(token(referee, "Wolf")).to_contain_text("14/17")
        expect_the_same(table)
        lost = "ERR_INTERNET_DISCONNECTED"
        errors = [error for each in table.screens.values() for error in each.errors]
        assert [] == [each for each in errors if lost not in each]


def correct_a_die(referee: Page) -> None:
    """The die was a 3. Four taps: the die in the log, the face, why, “apply”."""
    referee.click("#tab-log")
    referee.locator("#log .row.kind-d:not(.off) a").last.click()
    referee.locator("#correct-faces .key").get_by_text("3", exact=True).click()
    expect(referee.locator("#correct-changes")).to_contain_text("14")
    reasons = referee.locator("#correct-reasons")
    expect(reasons).to_contain_text("misreadforgottenruled otherwise")
    reasons.get_by_text("misheard", exact=True).click()
    referee.click("#correct-apply")


def expect_the_same(table: Table) -> None:
    """All screens show the state of the server, and what players see is the same everywhere."""
    people = table.read_state()
    names = {each["name"] for each in people}
    seen = {name: read_cards(each.page) for name, each in table.screens.items()}
    assert [names] * len(seen) == [set(cards) for cards in seen.values()]
    of_players = {name: cards for name, cards in seen.items() if name != "Rita"}
    assert [of_players["TV"]] * len(of_players) == [*of_players.values()]
    for each in people:
        for key, value in each.items():
            if key.startswith("="):
                now, most = value
                number = f"{now}/{most}" if now != most else f"{now}"
                assert f"{key[1:]}{number}" in of_players["TV"][each["name"]]


def test_a_fight_is_run_from_an_empty_campaign_by_mouse(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Started, joined by a form and by a tap on a creature, fought, ended; the next fight begins
    with somebody from it. The players' side stands first, although a foe joined before them. A
    tap on a friend chooses them; it is no attack."""
    with serve_table(tmp_path, "--port", "0") as served:
        table = Table(served, browser)
        try:
            start_fight(table.referee, "The ford", "Cairn")
            table.referee.locator(".creature", has_text="Wood Troll").click()
            join_by_form(table.referee, "Ada")
            join_by_form(table.referee, "Ben")
            expect(table.referee.locator("#cards h3").first).to_have_text("the party")
            attack(table.referee, "Ada", "Wood Troll")
            expect(token(table.referee, "Ada")).to_contain_text("attacks Wood Troll")
            token(table.referee, "Ben").click()
            token(table.referee, "Ada").click()
            expect(token(table.referee, "Ada")).to_have_class(re.compile(r"\bchosen\b"))
            expect(token(table.referee, "Ben")).not_to_contain_text("attacks")
            resolve(table.referee)
            expect(table.referee.locator("#dice .die")).not_to_have_count(0)
            table.referee.locator("#more-main summary").click()
            table.referee.locator("#rulings").get_by_role("button", name="End").click()
            table.referee.locator("#form .declare").click()
            expect(table.referee.locator("#where")).to_have_text("Over")
            table.referee.click("#new-fight")
            start_fight(table.referee, "The far bank", "Cairn")
            table.referee.locator("#former .chip", has_text="Ada").click()
            token(table.referee, "Ada").filter(visible=True).wait_for()
            assert [] == table.screens["Rita"].errors
        finally:
            table.close()


def start_fight(referee: Page, title: str, game: str) -> None:
    """Fill in the dialogue that starts a fight."""
    referee.select_option("#game", label=game)
    referee.fill("#fight-title", title)
    referee.locator("#start-form").get_by_role("button", name="Start").click()
    expect(referee.locator("#title")).to_have_text(title)


def join_by_form(referee: Page, name: str) -> None:
    """Let a character join by the form of Cairn."""
    referee.fill("[name=sheet-name]", name)
    sheet = {"HP": "5", "STR": "12", "DEX": "11", "WIL": "10", "weapons": "sword d8"}
    for field, value in sheet.items():
        referee.fill(f"#sheet [name={field}]", value)
    referee.locator("#sheet-form").get_by_role("button", name="Join").click()
    token(referee, name).wait_for()


@pytest.mark.parametrize("size", [DESKTOP, PHONE, SMALL], ids=["desktop", "phone", "small"])
def test_axe_finds_nothing_wrong_and_nothing_is_wider_than_the_screen(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
    size: tuple[int, int],
) -> None:
    """On the referee's page and a player's, in light and dark, with each pane open."""
    with lay_table(browser, tmp_path) as table:
        table.admit("Anna", size)
        table.referee.set_viewport_size({"width": size[0], "height": size[1]})
        for watched in table.screens.values():
            tabs = watched.page.locator("#tabs [role=tab]:visible")
            token(watched.page, "Ada").click()
            for scheme in ("light", "dark"):
                watched.page.emulate_media(color_scheme=scheme)
                for number in range(tabs.count()):
                    tabs.nth(number).click()
                    assert [] == find_violations(watched), (scheme, number)
                    width = watched.page.evaluate("document.documentElement.scrollWidth")
                    assert size[0] >= width, (scheme, number)
        assert [] == [error for each in table.screens.values() for error in each.errors]
