"""`combatlog bot`: tokens of bots for the live table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import campaign_option, json_option, print_json
from combatlog.terminal.views.layout import echo
from events.errors import Refused

if TYPE_CHECKING:
    from combatlog.server.seats import Seat, Seats


@click.command("bot")
@click.argument("name", required=False)
@click.option(
    "--may",
    multiple=True,
    metavar="SCOPE",
    help="What it may do: read:public, declare:ID, roll:ID (ID of a combatant), referee. Can be"
    " given several times.",
)
@click.option("--remove", is_flag=True, help="Take the token of this bot away.")
@json_option
@campaign_option
def bot_command(
    name: str | None, may: tuple[str, ...], remove: bool, as_json: bool, campaign: str | None
) -> None:
    """Make a token for the bot NAME at the live table of a campaign, or list the bots. The token
    is shown once. While the table of a file is open, make it on the referee's page."""
    from combatlog.terminal.cli.beside_table import hold_seats

    with hold_seats(campaign) as seats:
        bots = [each for each in seats if each.is_bot]
        if name is None:
            if may or remove:
                raise Refused("Name the bot, like: combatlog bot Herald --may read:public")
            _list_bots(bots, as_json)
            return
        if remove:
            _remove(seats, [each for each in bots if name in (each.name, each.id)], name)
            return
        if not may:
            raise Refused("Say what the bot may do, like: --may read:public --may declare:mira")
        if any(each.name == name for each in bots):
            raise Refused(f"There is a bot {name}; take its token away with --remove.")
        seat, token = seats.make_bot(name, may)
    if as_json:
        print_json({"id": seat.id, "name": seat.name, "may": seat.may, "token": token})
        return
    echo([f"The token of {seat.name}, shown this once: {token}"])


def _list_bots(bots: list[Seat], as_json: bool) -> None:
    if as_json:
        print_json([{"id": each.id, "name": each.name, "may": each.may} for each in bots])
    else:
        echo([f"{each.name}  {' '.join(each.may)}" for each in bots] or ["There are no bots."])


def _remove(seats: Seats, bots: list[Seat], name: str) -> None:
    if not bots:
        raise Refused(f"There is no bot {name}; combatlog bot lists them.")
    for each in bots:
        seats.remove(each.id)
    echo([f"{name} is out; its token serves no more."])
