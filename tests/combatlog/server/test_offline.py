"""A phone without its connection: what is said waits, and counts only if it still can."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.combatlog.server.test_live_page import (
    PHONE,
    Table,
    attack,
    lay_table,
    press,
    resolve,
    token,
)
from tests.support.browser import browser  # noqa: F401

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

LATER = 20_000
"""How many milliseconds a phone may take to be back."""


def declare_attack(phone: Page, whom: str) -> None:
    """Declare an attack of the only person of a phone."""
    token(phone, whom).click()


def test_what_is_said_offline_waits_and_is_taken_back_or_sent(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """It is no part of the fight before it is sent; a later declaration stands in its place; taken
    back, it never arrives; after a reload the page goes on sending it."""
    with lay_table(browser, tmp_path) as table:
        anna = table.admit("Anna", PHONE)
        anna.locator("#form .blank.aims").wait_for()
        anna.context.set_offline(True)
        declare_attack(anna, "Wolf")
        queued = anna.locator("#queue .queued")
        expect(queued).to_contain_text("Ada: attack · Wolf")
        expect(anna.locator("#connection")).to_have_text("offline (1 waiting to be sent)")
        expect(token(anna, "Ada")).not_to_contain_text("attacks")
        queued.get_by_role("button", name="Take it back").click()
        expect(queued).to_have_count(0)
        anna.locator("#actions").get_by_role("button", name="Attack").click()
        declare_attack(anna, "Wolf")
        anna.locator("#actions").get_by_role("button", name="Attack").click()
        declare_attack(anna, "Wolf")
        expect(queued).to_have_count(1)
        kept = anna.evaluate(
            "Object.keys(localStorage).filter((name) => /queue/.test(name)).length"
        )
        assert kept == 1
        anna.context.set_offline(False)
        anna.reload()
        expect(token(table.referee, "Ada")).to_contain_text("attacks Wolf", timeout=LATER)
        expect(queued).to_have_count(0)
        expect(anna.locator("#connection")).to_have_text("live")
        log = table.referee.evaluate(
            "async () => (await (await fetch('/api/fights/1/frame?after=0')).json()).rows.length"
        )
        assert log == 5  # Three joined, the start, and one declaration.


def test_what_comes_too_late_is_offered_as_a_proposal(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """The exchange is over meanwhile. The referee agrees, and types the die that nobody has thrown:
    the highest die counts."""
    with lay_table(browser, tmp_path) as table:
        ben = table.admit("Ben", PHONE)
        ben.locator("#form .blank.aims").wait_for()
        ben.context.set_offline(True)
        declare_attack(ben, "Wolf")
        attack(table.referee, "Ada", "Wolf")
        resolve(table.referee)
        press(table.referee, 5)
        expect(token(table.referee, "Wolf")).to_contain_text("12/17")
        ben.context.set_offline(False)
        late = ben.locator("#queue .late")
        expect(late).to_contain_text("Somebody else recorded first", timeout=LATER)
        late.get_by_role("button", name="Propose that it counts").click()
        expect(late).to_have_count(0)
        agree(table, "Ben attacks Wolf")
        table.referee.locator("#proposals .key").get_by_text("8", exact=True).click()
        expect(token(table.referee, "Wolf")).to_contain_text("9/17", timeout=LATER)


def agree(table: Table, words: str) -> None:
    """Agree to a proposal as the referee."""
    proposal = table.referee.locator("#proposals .proposal", has_text=words)
    proposal.get_by_role("button", name="Yes").click()


def test_what_a_later_tap_replaces_is_not_awaited_for_ever(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Three quick taps on a slow line: the first is on its way, the third stands for the second."""
    with lay_table(browser, tmp_path) as table:
        anna = table.admit("Anna", PHONE)
        anna.locator("#form .blank.aims").wait_for()
        anna.evaluate("""() => {
            const ask = window.fetch;
            window.fetch = async (...asked) => {
                if (String(asked[0]).endsWith("/commands")) {
                    await new Promise((done) => setTimeout(done, 2000));
                }
                return ask(...asked);
            };
        }""")
        declare_attack(anna, "Wolf")
        for _ in range(2):
            anna.locator("#actions").get_by_role("button", name="Attack").click()
            declare_attack(anna, "Wolf")
        expect(anna.locator("#hands")).to_have_class("hands sending")
        expect(anna.locator("#hands")).to_have_class("hands", timeout=LATER)


def test_what_one_tab_takes_back_another_does_not_send(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Two tabs of a seat share what waits; a tab that began while it waited drops it, too."""
    with lay_table(browser, tmp_path) as table:
        anna = table.admit("Anna", PHONE)
        anna.locator("#form .blank.aims").wait_for()
        other = anna.context.new_page()
        other.goto(anna.url)
        other.evaluate(
            "async () => { window.queue = await import('/page/live/queue.js?again');"
            " window.seat = (await (await fetch('/api/seat')).json()).id; }"
        )
        anna.context.set_offline(True)
        declare_attack(anna, "Wolf")
        expect(anna.locator("#queue .queued")).to_have_count(1)
        other.evaluate("queue.beginQueue(seat, (entries) => { window.waiting = entries.length; })")
        assert other.evaluate("waiting") == 1
        anna.locator("#queue .queued").get_by_role("button", name="Take it back").click()
        other.wait_for_function("waiting === 0", timeout=LATER)


CUT_OFF = """() => {
    const ask = window.fetch;
    window.answers = 0;
    window.fetch = async (...asked) => {
        const answer = await ask(...asked);
        if (!String(asked[0]).endsWith("/commands") || window.answers++) return answer;
        const body = new ReadableStream({
            start(sent) {
                sent.enqueue(new TextEncoder().encode('{"kind": "rec'));
                sent.error(new TypeError("network error"));
            },
        });
        return new Response(body, { status: answer.status, headers: answer.headers });
    };
}"""
"""The connection breaks in the middle of the first answer to a command."""


def test_what_is_recorded_while_its_answer_is_cut_off_is_not_kept_as_refused(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """Nobody knows whether it arrived, so it is sent again under its key, and recorded once."""
    with lay_table(browser, tmp_path) as table:
        anna = table.admit("Anna", PHONE)
        anna.locator("#form .blank.aims").wait_for()
        anna.evaluate(CUT_OFF)
        declare_attack(anna, "Wolf")
        expect(token(table.referee, "Ada")).to_contain_text("attacks Wolf", timeout=LATER)
        anna.wait_for_function("() => answers === 2", timeout=LATER)
        expect(anna.locator("#queue .queued")).to_have_count(0)
        expect(anna.locator("#hands")).to_have_class("hands")
        expect(anna.locator("#refused")).to_be_hidden()


def test_a_table_that_is_reached_without_the_internet_takes_what_is_said(
    browser: Browser,  # noqa: F811
    tmp_path: Path,
) -> None:
    """A laptop without a network calls itself offline, though it serves the table itself."""
    with lay_table(browser, tmp_path) as table:
        anna = table.admit("Anna", PHONE)
        anna.add_init_script(
            "Object.defineProperty(Navigator.prototype, 'onLine', { value: false })"
        )
        anna.reload()
        anna.locator("#form .blank.aims").wait_for()
        expect(anna.locator("#connection")).to_have_text("live")
        declare_attack(anna, "Wolf")
        expect(token(table.referee, "Ada")).to_contain_text("attacks Wolf", timeout=LATER)
        expect(anna.locator("#queue .queued")).to_have_count(0)
