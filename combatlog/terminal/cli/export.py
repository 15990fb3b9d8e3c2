"""`combatlog export`, `import` and `tables`: fights as files, a fight from a file, all as tables of
SQL."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import click
from click.core import ParameterSource

from combatlog.terminal.cli.options import (
    BAR,
    SUFFIX,
    audience_option,
    campaign_option,
    check_at,
    diagnose_damage,
    find_campaign_path,
    json_option,
    name_campaign,
    page_options,
    print_json,
)
from combatlog.terminal.cli.progress import show_progress
from combatlog.terminal.views.layout import echo
from events.errors import CampaignError, Refused, Unreadable
from events.store.opening import is_database

if TYPE_CHECKING:
    from combatlog.app.campaign import Campaign
    from combatlog.export.pages.page_context import PageOptions
    from combatlog.files.export_lines import View
    from projections.queries.visibility import Audience


PAGES = ("obsidian", "mediawiki", "dokuwiki", "markdown", "html", "bbcode")
FORMATS = (*PAGES, "replay", "csv", "jsonl")

_UNUSED_OPTIONS = {
    "jsonl": ("detail", "language", "odds"),
    "csv": ("detail", "language", "odds"),
    "replay": ("detail",),
}
"""The view options that a format does not have."""


class ExportRequest(NamedTuple):
    """What to export, and where: `output` is a file or a folder, `-` standard output; `name` is the
    name of the campaign's file."""

    fight: str
    form: str
    output: str
    force: bool
    everything: bool
    zipped: bool
    options: PageOptions
    name: str


@click.command("export")
@click.argument("fight", default="")
@click.option("--to", "form", type=click.Choice(FORMATS), default="jsonl", help="The format.")
@click.option(
    "-o", "--output", default="-", metavar="PATH", help="A file or folder; else standard output."
)
@click.option("--force", is_flag=True, help="Replace what is there (never a campaign).")
@click.option("-f", "--fight", "named", default="", metavar="FIGHT", help="The same as FIGHT.")
@click.option("--all", "everything", is_flag=True, help="The whole campaign, as pages.")
@click.option(
    "--zip", "zipped", is_flag=True, help="One archive; for Markdown, one that BookStack imports."
)
@click.option(
    "--at", type=int, metavar="SEQ", help="(jsonl) Only up to the end of this event's command."
)
@click.option(
    "--with-root",
    is_flag=True,
    help="(jsonl) With the root of the dice, to go on elsewhere: whoever has it can compute every"
    " die to come.",
)
@click.option(
    "--view",
    default="",
    metavar="NAME",
    help="(jsonl) What NAME may read: what players may, and what NAME entered.",
)
@page_options
@campaign_option
@click.pass_context
def export_command(
    context: click.Context,
    fight: str,
    form: str,
    output: str,
    force: bool,
    named: str,
    everything: bool,
    zipped: bool,
    at: int | None,
    with_root: bool,
    view: str,
    detail: str,
    audience: str,
    language: str,
    odds: bool,
    campaign: str | None,
) -> None:
    """Write a FIGHT (its number, id or title; else the latest) as a file.

    \b
    jsonl       every event, losslessly; combatlog import reads it
    csv         events and statistics as tables, in a folder
    replay      one HTML page to step through the fight
    obsidian    a folder of notes: the fight and its combatants
    mediawiki, dokuwiki, markdown, html, bbcode
                the fight as a page; with --all a folder of pages

    Pages, replay and csv are for players: without hidden numbers and notes. jsonl is
    the whole log; with --for players what they may not read is hidden in it, with --view
    NAME what this person may not, and the digests can still be checked.
    A refused export writes and replaces nothing.
    """
    from combatlog.app.campaign import open
    from combatlog.export.pages.page_context import PageOptions

    if fight and named and fight != named:
        raise Refused(f"Both {fight} and {named} are named; name one fight to export.")
    path = find_campaign_path(campaign)
    request = ExportRequest(
        fight or named,
        form,
        output,
        force,
        everything,
        zipped,
        PageOptions(detail, audience, language, odds=odds),  # type: ignore[arg-type]
        name_campaign(path),
    )
    _check(context, request, at)
    if with_root and form != "jsonl":
        raise Refused("--with-root works only with --to jsonl; no page holds the root.")
    if view and form != "jsonl":
        raise Refused("--view works only with --to jsonl; pages are --for players or the referee.")
    with open(path) as opened:
        if form == "jsonl":
            _export_jsonl(opened, request, at, _find_view(context, audience, view), with_root)
        elif form == "replay":
            _export_replay(opened, request)
        else:
            _export_texts(opened, request)


def _check(context: click.Context, request: ExportRequest, at: int | None) -> None:
    """Raise `Refused` for options that exclude each other."""
    form = request.form
    if at is not None and form != "jsonl":
        raise Refused("--at works only with --to jsonl; the other formats hold the whole fight.")
    if request.everything and form not in PAGES:
        raise Refused(f"--all writes pages; {form} holds one fight.")
    if request.everything and request.fight:
        raise Refused(f"--all is the whole campaign; leave out {request.fight}, or --all.")
    if request.zipped and not _is_several(request) and form != "markdown":
        raise Refused(f"--zip needs several files; {form} is one.")
    if request.output == "-" and (request.zipped or _is_several(request)):
        what = (
            "an archive: say where with -o FILE.zip" if request.zipped else "a folder: say -o PATH"
        )
        raise Refused(f"{form} is {what}.")
    for name, option in (
        ("detail", "--detail"),
        ("audience", "--for"),
        ("language", "--lang"),
        ("odds", "--odds"),
    ):
        given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name in _UNUSED_OPTIONS.get(form, ()):
            raise Refused(f"{option} does not go with {form}.")


def _is_several(request: ExportRequest) -> bool:
    """Return whether the export is several files."""
    return request.everything or request.form in ("obsidian", "csv")


def _find_view(context: click.Context, audience: str, view: str) -> View:
    """Return what an export of a log holds: all of it, unless it is for players or for a person."""
    given = context.get_parameter_source("audience") is ParameterSource.COMMANDLINE
    if view and given:
        raise Refused(f"--view {view} and --for {audience}: give only one of them.")
    if view == "whole":
        raise Refused("--view names a person; leave it out for the whole log.")
    if view == "public":
        raise Refused("--view names a person; --for players exports what all players may read.")
    if view:
        return view
    return "public" if given and audience == "players" else "whole"


def _export_jsonl(
    campaign: Campaign, request: ExportRequest, at: int | None, view: View, with_root: bool
) -> None:
    from combatlog.files.jsonl import export_lines, find_command_end
    from combatlog.files.safe_write import write_lines

    id = campaign.find(request.fight).id
    check_at(at, campaign.store.head(id).seq)
    if at is not None and (end := find_command_end(campaign.store, id, at)) != at:
        echo([f"#{at} is within a command, and that ends with #{end}."], err=True)
    lines = export_lines(campaign.store, id, at, view, with_root)
    if request.output == "-":
        for line in lines:
            click.echo(line)
    else:
        write_lines(request.output, lines, request.force)
        echo([f"{request.output} is written."])


def _export_replay(campaign: Campaign, request: ExportRequest) -> None:
    from combatlog.export.html_replay.page import render_replay_page
    from projections.narrative.phrasebook import load_phrasebook
    from replay.log.event_log import History

    history = History(campaign.store.read(campaign.find(request.fight).id))
    book = load_phrasebook(request.options.language)
    options = request.options
    with show_progress() as progress:
        page = render_replay_page(
            history, audience=options.audience, book=book, odds=options.odds, progress=progress
        )
    _write_one(request, page)


def _export_texts(campaign: Campaign, request: ExportRequest) -> None:
    """Write pages or tables as one text, a folder or an archive."""
    from combatlog.export.formats.page_formats import (
        adapt_options,
        load_format,
        render_files,
        render_page,
    )

    if request.form == "csv":
        from combatlog.export.tables.fight_tables import build_csv_files

        _write_several(request, build_csv_files(campaign, request.fight, request.options.audience))
        return
    from combatlog.export.pages.page_set import (
        build_campaign_page_set,
        build_fight_page,
        build_fight_page_set,
    )
    from combatlog.export.spooled_texts import SpooledTexts

    form, options = load_format(request.form), adapt_options(request.form, request.options)
    name = campaign.title or request.name
    if not request.zipped and not _is_several(request):
        _write_one(request, render_page(form, build_fight_page(campaign, request.fight, options)))
        return
    book = (
        build_campaign_page_set(campaign, name, options)
        if request.everything
        else build_fight_page_set(campaign, request.fight, name, options)
    )
    if request.zipped and request.form == "markdown":
        from combatlog.export.formats.bookstack import build_portable_zip
        from combatlog.files.safe_write import write_bytes

        pages = [*book.compose()] if request.everything else [book.build(book.bare[0])]
        write_bytes(request.output, build_portable_zip(pages, name), request.force)
        echo([f"{request.output} is written."])
    else:
        folder = request.output  # an archive has no files in it, so nothing is there
        texts = render_files(form, book, lambda name: os.path.isfile(os.path.join(folder, name)))
        _write_several(request, SpooledTexts(texts))


def _write_several(request: ExportRequest, texts: Mapping[str, str]) -> None:
    from combatlog.export.output_folder import write_folder, zip_files
    from combatlog.files.safe_write import write_pieces

    if request.zipped:
        write_pieces(request.output, zip_files(texts), request.force)
        echo([f"{request.output} is written."])
        return
    written = write_folder(request.output, texts, request.force)
    same = len(texts) - len(written)
    files = f"{len(written)} file{'s' * (len(written) != 1)}"
    parts = [f"{files} written"] if written else []
    parts += [f"{same} as they were"] if same else []
    echo([f"{request.output}: {', '.join(parts)}."])


def _write_one(request: ExportRequest, text: str) -> None:
    from combatlog.files.safe_write import write_bytes

    if request.output == "-":
        click.echo(text, nl=not text.endswith("\n"))
    else:
        write_bytes(request.output, text.encode(), request.force)
        echo([f"{request.output} is written."])


@click.command("import")
@click.argument("file", default="-")
@campaign_option
@json_option
def import_command(file: str, campaign: str | None, as_json: bool) -> None:
    """Import a fight from an exported FILE (`-`: standard input), whole or not at all."""
    from combatlog.app.campaign import open
    from combatlog.files.export_lines import read_lines
    from combatlog.files.jsonl import import_fight

    with open(find_campaign_path(campaign)) as opened:
        try:
            with click.open_file(file, "rb") as stream:
                id = import_fight(opened.store, read_lines(stream))
        except CampaignError:
            raise
        except OSError as error:
            raise Unreadable(f"{file} cannot be read: {error.strerror}.") from None
        listed = next(each for each in opened.fights() if each.id == id)
    if as_json:
        print_json(listed)
        return
    echo([f"{listed.title} is fight {listed.number} now ({listed.events} events)."])


_NAME_ENDS: dict[Audience, str] = {"referee": "-tables.db", "players": "-players.db"}
"""Added to the campaign's name. There is no second dot: Datasette would change it in its addresses.
The players' tables are a file of their own."""


@click.command("tables")
@click.argument("campaign", default="")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="The file; else NAME-tables.db beside the campaign, of a database here.",
)
@audience_option("referee", "For players: no hidden numbers, no notes; else NAME-players.db.")
@click.option("--rebuild", is_flag=True, help="Compute every fight again, changed or not.")
@click.option("-c", "--campaign", "named", metavar="FILE", help="The same as CAMPAIGN.")
def tables_command(
    campaign: str, output: str | None, audience: Audience, rebuild: bool, named: str | None
) -> None:
    """Write a CAMPAIGN's fights, combatants, events, rolls, wounds, statistics and chronicle as
    tables of a SQLite file, with a full-text search over the chronicle. They are for the referee,
    with every number and note, unless you give --for players.

    Run again, it brings the file up to date: only fights that have changed are computed again. The
    campaign itself is only read. `chronicle_fts MATCH 'bridge'` searches; the view wounds_open
    lists what open wounds still need.

    NAME-tables.metadata.json, written beside it, has titles and queries for Datasette:
    datasette NAME-tables.db -m NAME-tables.metadata.json
    """
    path = find_campaign_path(campaign or named)
    _write_tables(campaign=path, audience=audience, output=output, rebuild=rebuild)


@diagnose_damage
def _write_tables(campaign: str, audience: Audience, output: str | None, rebuild: bool) -> None:
    from combatlog.app.campaign import open
    from combatlog.export.tables.campaign_tables import build_campaign_tables
    from combatlog.export.tables.datasette_metadata import write_metadata
    from events.store.file_names import check_file_name

    # beside a file; there is nothing beside a database
    beside = name_campaign(campaign) if is_database(campaign) else campaign.removesuffix(SUFFIX)
    target = output or beside + _NAME_ENDS[audience]
    if output or is_database(campaign):
        check_file_name(target)
    with open(campaign) as opened:
        made = build_campaign_tables(opened, target, audience, rebuild, _show_progress)
        write_metadata(target, opened.title or name_campaign(campaign))
    total = made.computed + made.kept
    fights = "1 fight" if total == 1 else f"{total} fights"
    gone = f"; {made.gone} that are gone were removed" if made.gone else ""
    echo([f"{target}: {fights}, {made.computed} computed, {made.kept} as they were{gone}."])


_ENOUGH_FOR_BAR = 5
"""This many fights take long enough for a progress bar."""


def _show_progress(ids: list[str]) -> Iterable[str]:
    """Yield the fights, with a progress bar if there are many and standard error is a terminal."""
    if len(ids) < _ENOUGH_FOR_BAR or not sys.stderr.isatty():
        yield from ids
        return
    with click.progressbar(ids, label="Fights", width=BAR, file=sys.stderr) as bar:
        yield from bar
