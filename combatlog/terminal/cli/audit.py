"""`combatlog audit` and `combatlog seal`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import (
    SUFFIX,
    F,
    campaign_option,
    diagnose_damage,
    fight_option,
    find_campaign_path,
    json_option,
    print_json,
    which_campaign_option,
)
from combatlog.terminal.cli.progress import show_progress
from events.errors import NewerCampaign, Refused, Unreadable

if TYPE_CHECKING:
    from combatlog.files.audit import Audit, Verdict
    from replay.audit.seals import AnySeal, FightSeal


def only_fight_option(command: F) -> F:
    """Add `-f FIGHT`: only this fight."""
    help = "Only this fight: its number, id or title; else the whole campaign."
    return fight_option(command, help)


@click.command("audit")
@click.argument("file", default="")
@which_campaign_option
@only_fight_option
@click.option(
    "--seal",
    "sealed",
    metavar="SEAL",
    help="Compare with a seal kept elsewhere, in digits or words.",
)
@click.option("--full", is_flag=True, help="Show every fight in full, also those without findings.")
@click.option("--markdown", "as_markdown", is_flag=True, help="As Markdown, for a wiki.")
@json_option
@click.pass_context
def audit_command(
    context: click.Context,
    file: str,
    campaign: str | None,
    fight: str,
    sealed: str | None,
    full: bool,
    as_markdown: bool,
    as_json: bool,
) -> None:
    """Check that a campaign, one FIGHT (-f), or an exported FILE (- reads standard input) follows
    the rules and was not changed afterwards. The exit code is 0 where everything is right, 1 where
    something is wrong, 3 where something cannot be judged here."""
    from replay.audit.seals import read_seal

    if file and campaign:
        raise Refused(f"{file} and -c {campaign}: only one of them can be audited at a time.")
    against = None if sealed is None else read_seal(sealed)
    try:
        if file and not _is_campaign(file):
            audit_report = _audit_export(file, fight, against)
        else:
            audit_report = _audit_campaign(campaign=file or campaign, fight=fight, against=against)
    except (NewerCampaign, Unreadable) as error:
        if isinstance(error, Unreadable) and not error.newer:
            raise
        click.echo(f"Cannot be judged: {error}", err=True)
        context.exit(_EXIT_CODES["cannot be judged"])
    _print_audit(audit_report, full, as_markdown, as_json)
    context.exit(_EXIT_CODES[audit_report.verdict])


_EXIT_CODES: dict[Verdict, int] = {"right": 0, "wrong": 1, "cannot be judged": 3}


def _is_campaign(file: str) -> bool:
    from combatlog.files.safe_write import is_database

    if file == "-":
        return False
    path = find_campaign_path(file)
    return path.endswith(SUFFIX) or is_database(path)


@diagnose_damage
def _audit_campaign(*, campaign: str | None, fight: str, against: AnySeal | None) -> Audit:
    from combatlog.app.campaign import open
    from combatlog.app.fight_list import find_fight
    from combatlog.files.audit import audit

    with open(find_campaign_path(campaign)) as opened, show_progress("Events") as progress:
        only = find_fight(opened.store, fight) if fight else ""
        return audit(opened.store, only, against, progress)


def _audit_export(file: str, fight: str, against: AnySeal | None) -> Audit:
    from combatlog.files.audit import audit_export
    from combatlog.files.export_lines import read_lines

    if fight:
        raise Refused(f"{file} is one exported fight; leave out -f.")
    try:
        with click.open_file(file, "rb") as lines:
            return audit_export(read_lines(lines), against)
    except Unreadable as error:
        if error.newer:
            raise Unreadable(
                f"{file} was exported by a newer combatlog; install that one to check it.",
                newer=True,
            ) from None
        why = str(error).removesuffix(".").removesuffix("; nothing was imported")
        raise Unreadable(
            f"{file} is no exported fight: {why}; combatlog export N -o FILE makes one."
        ) from None
    except OSError as error:
        raise Unreadable(f"{file} cannot be read: {error.strerror}.") from None


def _print_audit(audit_report: Audit, full: bool, as_markdown: bool, as_json: bool) -> None:
    if as_json:
        from combatlog.files.audit_json import convert_audit

        print_json(convert_audit(audit_report))
    else:
        from combatlog.terminal.views.audit import build_report, render_markdown, render_report
        from combatlog.terminal.views.layout import echo

        echo((render_markdown if as_markdown else render_report)(build_report(audit_report, full)))


@click.command("seal")
@campaign_option
@only_fight_option
@json_option
def seal_command(campaign: str | None, fight: str, as_json: bool) -> None:
    """Print a line that seals each fight (or one, -f) as it is now, and its eight words. Paste it
    into a chat, or read the words out: audit --seal takes either, and shows whether anything before
    was changed since."""
    from combatlog.app.campaign import open
    from combatlog.app.fight_list import find_fight
    from combatlog.files.audit import seal_campaign
    from replay.audit.seals import FightSeals

    with open(find_campaign_path(campaign)) as opened:
        only = find_fight(opened.store, fight) if fight else ""
        sealed = seal_campaign(opened.store, only)
    several = sealed.seals if isinstance(sealed, FightSeals) else ()
    if as_json:
        of_format_1 = [] if several else [{"seal": str(sealed)}]
        print_json(of_format_1 + [_convert_seal(seal) for seal in several])
        return
    if not several:
        click.echo(str(sealed))
    for seal in several:
        click.echo(f"{seal}\n  {' '.join(seal.words)}")


def _convert_seal(seal: FightSeal) -> dict[str, str | int]:
    """Return a seal as data."""
    words = " ".join(seal.words)
    return {"fight": seal.fight, "seq": seal.seq, "seal": str(seal), "words": words}
