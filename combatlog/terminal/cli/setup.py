"""What comes before play: campaigns, fights and who joins them, and the games there are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import (
    SUFFIX,
    answering_options,
    by_option,
    campaign_option,
    find_campaign_path,
    json_option,
    key_option,
    name_campaign,
    print_json,
)
from combatlog.terminal.views.layout import echo
from events.errors import CombatlogError, Refused
from events.store.opening import is_database

if TYPE_CHECKING:
    from combatlog.app.fight_list import BrokenFight, FightEntry


@click.command("new")
@click.argument("file")
def new_command(file: str) -> None:
    """Create a campaign FILE (its name ends in .combatlog), or one in a database
    (postgresql://USER@HOST/DATABASE#NAME)."""
    from combatlog.app.campaign import create

    if is_database(file):
        create(file).close()
        echo(
            [f"{name_campaign(file)} is ready. Start a fight with: combatlog start TITLE -c PLACE"]
        )
        return
    path = Path(file)
    if path.name in ("", ".."):
        raise Refused("Name the campaign, like: combatlog new harbour")
    if path.suffix != SUFFIX:
        path = path.with_name(path.name + SUFFIX)
    create(path).close()
    echo([f"{path} is ready. Start a fight with: combatlog start TITLE --game GAME"])


@click.group("campaign")
def campaign_command() -> None:
    """Show or change what the campaign as a whole has: its title."""


@campaign_command.command("title")
@click.argument("words", nargs=-1)
@campaign_option
@by_option
@key_option
@json_option
def campaign_title_command(
    words: tuple[str, ...], campaign: str | None, by: str, key: str, as_json: bool
) -> None:
    """Give the campaign a TITLE, or print the one it has. Pages and notes use it; without one they
    have the name of the file. It is recorded in the first fight."""
    from combatlog.app.campaign import open
    from combatlog.app.signing import find_user_key

    path = find_campaign_path(campaign)
    with open(path, by, find_user_key) as opened:
        if words:
            opened.rename(" ".join(words), key)
        if as_json:
            first = next(iter(opened.fights()), None)
            print_json({"title": opened.title, "head": first.events if first else 0})
        elif words:
            echo([f"The campaign is called {opened.title}."])
        else:
            echo(
                [opened.title or f"The campaign has no title; pages call it {name_campaign(path)}."]
            )


@click.command("start")
@click.argument("title", default="")
@click.option(
    "--game",
    default="",
    metavar="GAME",
    help="One that combatlog games lists, or a file of your own, like my-hack.toml.",
)
@click.option(
    "--roster",
    "rosters",
    multiple=True,
    metavar="FILE.toml",
    help="Who joins; may be given several times. A roster may also hold title, game and dice.",
)
@click.option(
    "--dice",
    type=click.Choice(["digital", "typed", "mixed"]),
    help="Who throws the dice: the program, the table, or the table for the players alone.",
)
@campaign_option
@by_option
@json_option
def start_command(
    title: str,
    game: str,
    rosters: tuple[str, ...],
    dice: str | None,
    campaign: str | None,
    by: str,
    as_json: bool,
) -> None:
    """Start a fight called TITLE, and close the dice of the fights that have ended."""
    from combatlog.app.campaign import open, start_fight
    from combatlog.app.known_keys import REVOKED_HERE
    from combatlog.app.signing import find_user_key
    from combatlog.terminal.views.state import render_closed_fights, render_seal, render_state

    with open(find_campaign_path(campaign), by, find_user_key) as opened:
        fight = start_fight(opened, [Path(roster) for roster in rosters], title, game, dice)
        closed = opened.close_ended_fights("the next fight was started")
        seal = render_seal(fight.seal)
        warned = [f"{REVOKED_HERE}."] if opened.has_revoked_key() else []
        if as_json:
            print_json(
                {
                    "fight": fight.id,
                    "number": len(opened.store.fights()),
                    "head": len(fight.history),
                    "seal": str(fight.seal),
                    "words": " ".join(fight.seal.words),
                    "told": [*render_closed_fights(closed), *warned],
                }
            )
            return
        echo([*render_state(fight.state), *seal, *render_closed_fights(closed), *warned])


@click.command("join")
@click.argument("words", nargs=-1, required=True)
@answering_options
def join_command(
    words: tuple[str, ...], campaign: str | None, fight: str, by: str, key: str, as_json: bool
) -> None:
    """Add combatants: a creature (wolf x2), a roster (party.toml), a combatant from an earlier
    fight (ada from 1), or a person with numbers (Ada pc HP 4 armor 1 STR 10 DEX 12 WIL 9
    weapons rifle, knife)."""
    from combatlog.terminal.cli.play import say_line

    say_line(f"join {' '.join(words)}", campaign, fight, by, key, as_json)


@click.command("fights")
@campaign_option
@json_option
def fights_command(campaign: str | None, as_json: bool) -> None:
    """List the fights of the campaign."""
    from combatlog.app.campaign import open
    from combatlog.app.fight_list import BrokenFight, FightEntry, list_fights

    path = find_campaign_path(campaign)
    with open(path) as opened:
        listed = list(list_fights(opened.store))
    _show_fights([one for one in listed if isinstance(one, FightEntry)], as_json)
    broken = [one for one in listed if isinstance(one, BrokenFight)]
    if broken:
        raise _explain_unlisted(path, broken)


def _explain_unlisted(path: str, broken: Sequence[BrokenFight]) -> CombatlogError:
    """Return the error for fights that cannot be listed: that of the first."""
    from events.errors import Damaged

    error = broken[0].error
    numbers = ", ".join(str(one.number) for one in broken)
    which = f"fight {numbers}" if len(broken) == 1 else f"fights {numbers}"
    if isinstance(error, Damaged):
        return Damaged(path, f"{which} cannot be listed: {error.reason}")
    return type(error)(f"{which.capitalize()} cannot be listed: {error}")


def _show_fights(every: Sequence[FightEntry], as_json: bool) -> None:
    if as_json:
        print_json(every)
        return
    if not every:
        echo(["No fight yet; combatlog start TITLE --game GAME starts one."])
        return
    from combatlog.terminal.views.layout import align_table, bold

    rows = [["", "title", "game", "events", "started", "id"]]
    for one in every:
        when = one.started[:16].replace("T", " ")
        rows.append([str(one.number), one.title, one.game, str(one.events), when, one.id])
    head, *lines = align_table(rows, indent="")
    echo([bold(head), *lines])


@click.group("games", invoke_without_command=True)
@json_option
@click.pass_context
def games_command(context: click.Context, as_json: bool) -> None:
    """List the games; `show` shows one, `new` creates one of your own."""
    if context.invoked_subcommand is not None:
        return
    from rulesets.definitions.shipped import GAMES, load_game

    games = [load_game(id) for id in GAMES]
    if as_json:
        print_json([{"id": game.id, "name": game.name, "credit": game.credit} for game in games])
        return
    from combatlog.terminal.views.layout import align_table, bold

    rows = [["id", "name", "scores", "credit"]]
    for game in games:
        rows.append([game.id, game.name, " ".join(game.scores["individual"]), game.credit])
    head, *lines = align_table(rows, indent="")
    echo([bold(head), *lines])


@games_command.command("show")
@click.argument("game")
@json_option
def show_game_command(game: str, as_json: bool) -> None:
    """Show the words, options, weapons, creatures and scars of a game from the list, or of a file
    of your own, which is checked (my-hack.toml)."""
    from rulesets.definitions.shipped import load_game

    definition = load_game(game)
    if as_json:
        print_json(definition)
        return
    from combatlog.terminal.views.help import render_game

    echo(render_game(definition))


@games_command.command("new")
@click.argument("name")
@click.argument("file", default="")
@click.option(
    "--from",
    "base",
    default="",
    metavar="GAME",
    help="The game it is made from; else the first one of the list.",
)
@click.option("--force", is_flag=True, help="Replace the file if it exists (never a campaign).")
def new_game_command(name: str, file: str, base: str, force: bool) -> None:
    """Create a game of your own called NAME, to be edited, in a FILE (else NAME.toml). It plays
    like the game it is made from until you change it."""
    from shlex import quote

    from combatlog.files.safe_write import write_lines
    from rulesets.definitions.homebrew_write import name_game, render_template
    from rulesets.definitions.shipped import GAME_FILE, GAMES, load_game

    id, title = name_game(name)
    file = file or id + GAME_FILE
    if not file.endswith(GAME_FILE):
        file += GAME_FILE
    made_from = load_game(base or GAMES[0])
    write_lines(file, list(render_template(name, made_from, file)), force)
    echo([f"{file} is ready: {title}, made from {made_from.name}. Edit it, then look at it:"])
    click.echo(f"  combatlog games show {quote(file)}")
