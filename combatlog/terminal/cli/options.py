"""Options that several commands share, and where the campaign file is found."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from glob import glob
from typing import Any, TypeVar, cast

import click
from click.exceptions import Exit

from events.errors import CombatlogError, Damaged, NoCampaign, NotACampaign, Refused, Unreadable

F = TypeVar("F", bound=Callable[..., Any])

VARIABLE = "COMBATLOG_CAMPAIGN"

SUFFIX = ".combatlog"
"""What the name of a campaign file ends in."""


def campaign_option(command: F) -> F:
    """`-c FILE`: the campaign file."""
    return which_campaign_option(diagnose_damage(command))


def which_campaign_option(command: F) -> F:
    """`-c FILE` alone: for a command that does not always look into one."""
    return click.option(
        "-c",
        "--campaign",
        metavar="FILE",
        help=f"The campaign file; else ${VARIABLE}, else the only *.combatlog file here.",
    )(command)


def diagnose_damage(command: F) -> F:
    """A command that, where it trips over what a campaign holds, says whether that is damaged."""

    @wraps(command)
    def run(*args: Any, campaign: str | None, **options: Any) -> Any:
        try:
            return command(*args, campaign=campaign, **options)
        except (Damaged, NotACampaign, Refused, Unreadable) as error:
            raise _diagnose(campaign, error) from None
        except (CombatlogError, click.ClickException, click.Abort, Exit, OSError):
            raise
        except Exception as error:
            raise _diagnose(campaign, error) from error

    return cast(F, run)


def _diagnose(campaign: str | None, error: Exception) -> Exception:
    from combatlog.terminal.cli.rescue import diagnose_error

    return diagnose_error(find_campaign_path(campaign), error)


_WHICH_FIGHT = "A fight's number, id or title (its beginning is enough); else the latest."


def fight_option(command: F, help: str = _WHICH_FIGHT) -> F:
    """`-f FIGHT`: which fight."""
    return click.option("-f", "--fight", default="", metavar="FIGHT", help=help)(command)


def by_option(command: F) -> F:
    """`--by NAME`: who records."""
    return click.option(
        "--by",
        envvar="COMBATLOG_BY",
        default=find_login_name,
        metavar="NAME",
        help="Who records; else $COMBATLOG_BY, else your login name.",
    )(command)


def why_option(command: F) -> F:
    """`--why TEXT`: a reason."""
    return click.option("--why", default="", metavar="TEXT", help="The reason, for the log.")(
        command
    )


def key_option(command: F) -> F:
    """`--key KEY`: an idempotency key."""
    return click.option(
        "--key",
        default="",
        metavar="KEY",
        help="Makes the command idempotent: said again with the same key, it is done once.",
    )(command)


def at_option(command: F) -> F:
    """`--at SEQ`: a past moment."""
    return click.option(
        "--at", type=int, metavar="SEQ", help="As it was at this event, on whichever line."
    )(command)


def check_seq(seq: int | None, last: int) -> None:
    """Raise `Refused` if a fight whose last event is `last` has no event `seq`."""
    if seq is not None and not 1 <= seq <= last:
        raise Refused(f"There is no #{seq}; this fight has #1 to #{last}.")


def json_option(command: F) -> F:
    """`--json`: for programs."""
    return click.option("--json", "as_json", is_flag=True, help="As JSON, for programs.")(command)


def print_json(data: Any) -> None:
    """Print data as indented JSON."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(data)).decode())


def recording_options(command: F) -> F:
    """What every command that records takes: which campaign and fight, who records, a key."""
    return campaign_option(fight_option(by_option(key_option(command))))


def reading_options(command: F) -> F:
    """What every command that reads takes: which campaign and fight, as of when, as JSON."""
    return campaign_option(fight_option(at_option(json_option(command))))


def find_login_name() -> str:
    """The login name, or `referee`."""
    return os.environ.get("USER") or os.environ.get("USERNAME") or "referee"


def find_campaign_path(named: str | None) -> str:
    """The campaign file: named (its ending may be left out), from the environment, or the only
    one in this folder. Raises `NoCampaign` where that is none or several."""
    name = named or os.environ.get(VARIABLE)
    if name:
        longer = name + SUFFIX
        return longer if not os.path.isfile(name) and os.path.isfile(longer) else name
    here = sorted(glob(f"*{SUFFIX}"))
    if len(here) == 1:
        return here[0]
    if not here:
        raise NoCampaign("There is no campaign in this folder; make one with: combatlog new NAME")
    raise NoCampaign(
        f"Several campaigns are in this folder ({', '.join(here)}); choose one with -c."
    )
