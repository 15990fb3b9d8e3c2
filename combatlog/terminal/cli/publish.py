"""`combatlog publish`: fights on a wiki."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from combatlog.terminal.cli.options import (
    campaign_option,
    find_campaign_path,
    json_option,
    name_campaign,
    page_options,
    print_json,
)
from events.errors import Refused

if TYPE_CHECKING:
    from combatlog.export.formats.page_formats import Format
    from combatlog.export.pages.page_context import PageOptions
    from combatlog.publish.planned_pages import PlannedPage
    from combatlog.publish.publishing import PublishStep

URL = "COMBATLOG_WIKI_URL"

_WOULD = {"created": "would be created", "updated": "would be updated"}


@click.command("publish")
@click.argument("fight", default="")
@click.option(
    "--to", "kind", type=click.Choice(["mediawiki", "dokuwiki"]), required=True, help="The wiki."
)
@click.option("--url", envvar=URL, metavar="URL", help=f"Any address of the wiki; else ${URL}.")
@click.option(
    "--page",
    default="",
    metavar="PAGE",
    help="The page, always needed; with --all the page above all others.",
)
@click.option("--all", "every", is_flag=True, help="The whole campaign: index, fights, combatants.")
@click.option("--user", default="", metavar="NAME", help="Who logs in; else $COMBATLOG_WIKI_USER.")
@page_options
@click.option("--no-replay", is_flag=True, help="No replay with the page of a fight.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and change nothing.")
@click.option(
    "--overwrite", is_flag=True, help="Write even where an edit or another page is in the way."
)
@click.option("--insecure", is_flag=True, help="Send the password even without encryption.")
@click.option(
    "--timeout",
    type=click.FloatRange(0.1, 600),
    default=30,
    show_default=True,
    metavar="SECONDS",
    help="How long the wiki may take to answer.",
)
@json_option
@campaign_option
def publish_command(campaign: str | None, as_json: bool, dry_run: bool, **said: Any) -> None:
    """Write a FIGHT (its number, id or title; else the latest) to a wiki through its API, or
    update what is there already.

    The password comes from $COMBATLOG_WIKI_PASSWORD, the system's keyring (the optional package
    keyring, service “combatlog https://wiki.example”) or a prompt. On a MediaWiki (use a bot
    password) only combatlog's own section of the page is changed; on a DokuWiki the whole page.

    The page of a fight links to its replay, one page of HTML that is uploaded as a file, where the
    wiki takes that; else it says why not, and the page has no such link.

    A fight published alone has no links to its combatants' pages; the pages of --all have: use
    one of the two. A page of another fight, combatant or campaign is replaced only with
    --overwrite.
    """
    if not said["url"]:
        raise Refused(f"Give the address of the wiki, with --url or ${URL}.")
    if said["every"] and said["fight"]:
        raise Refused("Name a fight, or give --all; not both.")
    if not said["page"].strip():
        raise Refused("Name the page, with --page; with --all the page above all others.")
    path = find_campaign_path(campaign)
    steps = _publish(path, dry_run, said)
    failed = (_report_json if as_json else _report)(steps, dry_run)
    if failed:
        pages = "One page was" if failed == 1 else f"{failed} pages were"
        raise Refused(f"{pages} not published, for the reason given.")


def _ask(what: str, hidden: bool) -> str:
    """Ask at the keyboard, without an echo if the answer is to be hidden."""
    answer: str = click.prompt(what, hide_input=hidden, err=True)
    return answer


def _publish(
    path: str, dry_run: bool, said: dict[str, Any]
) -> Iterator[tuple[int, PublishStep, str]]:
    """Yield the number of pages, what became of one, and its address; page by page."""
    from combatlog.export.formats.page_formats import load_format
    from combatlog.publish.credentials import find_credentials
    from combatlog.publish.publishing import check_index, log_in, plan_pages, publish_pages
    from combatlog.publish.web_client import Connection

    pages = _plan(path, load_format(said["kind"]), said)
    timeout = said["timeout"]
    connection = Connection(
        said["url"], insecure=said["insecure"], timeout=timeout, patience=2 * timeout
    )
    try:
        ask = _ask if sys.stdin.isatty() else None
        credentials = find_credentials(connection.url, said["user"], ask)
        wiki = log_in(said["kind"], connection, credentials)
        if said["every"] and not said["overwrite"]:
            check_index(wiki, pages[-1])
        for step in (plan_pages if dry_run else publish_pages)(wiki, pages, said["overwrite"]):
            yield len(pages), step, wiki.page_url(step.address)
    finally:
        connection.close()


def _plan(path: str, format: Format, said: dict[str, Any]) -> list[PlannedPage]:
    from combatlog.app.campaign import open
    from combatlog.export.pages.page_context import PageOptions
    from combatlog.publish.planned_pages import plan_campaign_pages, plan_fight_page

    options: PageOptions = PageOptions(
        *(said["detail"], said["audience"], said["language"]),
        replay=not said["no_replay"],
        odds=said["odds"],
    )
    with open(path) as campaign:
        if said["every"]:
            name = campaign.title or name_campaign(path)
            return plan_campaign_pages(campaign, name, options, format, said["page"])
        return [plan_fight_page(campaign, said["fight"], options, format, said["page"])]


def _report(steps: Iterator[tuple[int, PublishStep, str]], dry_run: bool) -> int:
    """Print the steps as they happen; return how many pages were refused."""
    from combatlog.publish.publishing import diff_page
    from combatlog.publish.wiki import make_printable
    from combatlog.terminal.views.layout import echo

    failed, told = 0, set[str]()
    for number, (count, step, link) in enumerate(steps, start=1):
        failed += step.outcome == "refused"
        outcome = _WOULD.get(step.outcome, step.outcome) if dry_run else step.outcome
        said = step.problem or step.summary.partition("; ")[2]
        replay = _describe_replay(step, dry_run)
        more = "; ".join(filter(None, (said, step.moved, replay)))
        progress = f"{number}/{count} " if count > 1 else ""
        where = link if step.outcome in ("created", "updated") and not dry_run else step.address
        echo([make_printable(f"{progress}{outcome}: {where}{f' ({more})' if more else ''}")])
        if (lack := step.replay.problem) and lack not in told:
            told.add(lack)
            echo([make_printable(f"no replay: {lack}")])
        if dry_run and step.outcome in ("created", "updated"):
            for line in diff_page(step.current.text, step.text, step.address):
                click.echo(line)
    return failed


def _describe_replay(step: PublishStep, dry_run: bool) -> str:
    """Return what became of a replay that was uploaded."""
    if step.replay.outcome != "uploaded":
        return ""
    if dry_run:
        return f"its replay would be uploaded as {step.replay.address}, if the wiki takes it"
    return f"its replay is uploaded as {step.replay.address}"


def _report_json(steps: Iterator[tuple[int, PublishStep, str]], dry_run: bool) -> int:
    """Print the steps as a JSON array, also those before an error; return how many were refused."""
    from combatlog.publish.wiki import WikiError

    done: list[tuple[PublishStep, str]] = []
    try:
        for _, step, link in steps:
            done.append((step, link))
    except WikiError:
        if done:
            print_json([_convert_step(*each, dry_run) for each in done])
        raise
    print_json([_convert_step(*each, dry_run) for each in done])
    return sum(step.outcome == "refused" for step, _ in done)


def _convert_step(step: PublishStep, link: str, dry_run: bool) -> dict[str, Any]:
    """Return a step as data."""
    from combatlog.publish.publishing import diff_page

    return {
        "page": step.page.key,
        "address": step.address,
        "url": link,
        "outcome": step.outcome,
        "done": not dry_run and step.outcome in ("created", "updated"),
        "summary": step.summary,
        "problem": step.problem,
        "moved": step.moved,
        "replay": step.replay._asdict() if step.replay.address else None,
        "diff": list(diff_page(step.current.text, step.text, step.address)),
    }
