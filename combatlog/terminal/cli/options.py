"""Options that several commands share, JSON output, and where the campaign file is. The last ones
say how much of a fight is shown, to whom, in which language."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click
from click.exceptions import Exit

from events.errors import CombatlogError, Damaged, NoCampaign, NotACampaign, Refused, Unreadable
from events.store.opening import is_database

if TYPE_CHECKING:
    from projections.queries.visibility import Audience


F = TypeVar("F", bound=Callable[..., Any])

VARIABLE = "COMBATLOG_CAMPAIGN"

BAR = 24
"""Columns of a progress bar; with its label and its time it fits a narrow terminal."""

SUFFIX = ".combatlog"
"""Ends the name of a campaign file."""


def campaign_option(command: F) -> F:
    """Add `-c FILE`: the campaign file; explain errors that come from a damaged one."""
    return which_campaign_option(diagnose_damage(command))


def which_campaign_option(command: F) -> F:
    """Add `-c FILE` alone, for a command that does not always open a campaign."""
    return click.option(
        "-c",
        "--campaign",
        metavar="FILE",
        help=f"The campaign file; else ${VARIABLE}, else the only *.combatlog file here.",
    )(command)


def diagnose_damage(command: F) -> F:
    """Wrap a command. If its campaign is damaged, its error says what is wrong with the file."""

    @wraps(command)
    def run(*args: Any, campaign: str | None, **options: Any) -> Any:
        try:
            return command(*args, campaign=campaign, **options)
        except (Damaged, NotACampaign, Unreadable) as error:
            raise _diagnose(campaign, error) from None
        except (CombatlogError, click.ClickException, click.Abort, Exit, OSError):
            raise
        except Exception as error:
            raise _diagnose(campaign, error) from error

    return cast(F, run)


def _diagnose(campaign: str | None, error: Exception) -> Exception:
    from combatlog.files.rescue.rescue import diagnose_error

    return diagnose_error(find_campaign_path(campaign), error)


_WHICH_FIGHT = "A fight's number, id or title (its beginning is enough); else the latest."


def fight_option(command: F, help: str = _WHICH_FIGHT) -> F:
    """Add `-f FIGHT`: which fight."""
    return click.option("-f", "--fight", default="", metavar="FIGHT", help=help)(command)


def by_option(command: F) -> F:
    """Add `--by NAME`: who records."""
    return click.option(
        "--by",
        envvar="COMBATLOG_BY",
        default=find_login_name,
        metavar="NAME",
        help="Who records; else $COMBATLOG_BY, else your login name.",
    )(command)


def why_option(command: F) -> F:
    """Add `--why TEXT`: a reason."""
    return click.option("--why", default="", metavar="TEXT", help="The reason, for the log.")(
        command
    )


def key_option(command: F) -> F:
    """Add `--key KEY`: an idempotency key."""
    return click.option(
        "--key",
        default="",
        metavar="KEY",
        help="Makes the command idempotent: repeated with the same key, it is done once.",
    )(command)


def at_option(command: F) -> F:
    """Add `--at SEQ`: a past event."""
    return click.option(
        "--at", type=int, metavar="SEQ", help="As it was at this event, on any line."
    )(command)


def check_at(seq: int | None, last: int) -> None:
    """Raise `Refused` if `--at` is given and names no event of a fight whose last one is `last`."""
    from events.store.envelope import check_seq  # only some commands need it

    if seq is not None:
        check_seq(seq, last)


def json_option(command: F) -> F:
    """Add `--json`: output for programs."""
    return click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")(command)


def print_json(data: Any) -> None:
    """Print data as indented JSON."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(data)).decode())


def recording_options(command: F) -> F:
    """Add the options of every command that records: campaign, fight, who records, key."""
    return campaign_option(fight_option(by_option(key_option(command))))


def answering_options(command: F) -> F:
    """Add the same, and `--json`: the answer as data."""
    return recording_options(json_option(command))


def reading_options(command: F) -> F:
    """Add the options of every command that reads: campaign, fight, as of which event, JSON."""
    return campaign_option(fight_option(at_option(json_option(command))))


def find_login_name() -> str:
    """Return the login name, or `referee`."""
    return os.environ.get("USER") or os.environ.get("USERNAME") or "referee"


def find_campaign_path(named: str | None) -> str:
    """Return the path of the campaign file, or its address in a database: the named one (the
    suffix of a file may be left out), else the one in the environment, else the only file in this
    folder. Raises `NoCampaign` if that is none or
    several."""
    name = named or os.environ.get(VARIABLE)
    if name and is_database(name):
        return name
    if name:
        longer = name + SUFFIX
        return longer if not os.path.isfile(name) and os.path.isfile(longer) else name
    from glob import glob  # imported only where no file is named

    here = sorted(glob(f"*{SUFFIX}"))
    if len(here) == 1:
        return here[0]
    if not here:
        raise NoCampaign("There is no campaign in this folder; make one with: combatlog new NAME")
    raise NoCampaign(
        f"Several campaigns are in this folder ({', '.join(here)}); choose one with -c."
    )


def find_campaign_file(named: str | None) -> str:
    """Return the path of the campaign, which has to be a file; raises `Refused` for a database,
    and what `find_campaign_path` raises."""
    path = find_campaign_path(named)
    if is_database(path):
        raise Refused(
            "This command works on campaign files, and the campaign is in a database; make a file"
            " of it with: combatlog copy ADDRESS FILE"
        )
    return path


def name_campaign(place: str) -> str:
    """Return what a campaign is called that has no title: the name of its file, or its name in the
    database."""
    if is_database(place):
        return place.partition("#")[2] or "campaign"
    return os.path.basename(place).removesuffix(SUFFIX)


def page_options(command: F) -> F:
    """Add `--detail`, `--for`, `--lang` and `--odds`, as `detail`, `audience`, `language` and
    `odds`."""
    return detail_option(
        audience_option("players", "Players see no hidden numbers and no notes.")(
            language_option(odds_option(command))
        )
    )


def odds_option(command: F) -> F:
    """Add `--odds`: with the chances of every turn."""
    return click.option(
        "--odds",
        is_flag=True,
        help="With the chances of every turn before its dice fell, and playouts of the fight; that"
        " takes up to a minute for each fight.",
    )(command)


def detail_option(command: F) -> F:
    """Add `--detail`: how much is shown."""
    return click.option(
        "--detail",
        type=click.Choice(["story", "dice", "full"]),
        default="dice",
        show_default=True,
        help="The story alone; with dice in small print; with every event, folded away.",
    )(command)


def audience_option(default: Audience, help: str) -> Callable[[F], F]:
    """Add `--for`: players, who do not see the numbers of those they do not play, or the
    referee."""
    return click.option(
        "--for",
        "audience",
        type=click.Choice(["players", "referee"]),
        default=default,
        show_default=True,
        help=help,
    )


def language_option(command: F) -> F:
    """Add `--lang`: a language of combatlog, or a file of sentences."""
    return click.option(
        "--lang",
        "language",
        default="en",
        metavar="LANGUAGE",
        show_default=True,
        help="A language, or a file of sentences (NAME.toml).",
    )(command)
