"""`combatlog games`: the games, what each is made of, and games of your own."""

from __future__ import annotations

import click

from combatlog.terminal.cli.options import json_option, print_json


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
    from combatlog.terminal.views.layout import align_table, bold, echo

    rows = [["id", "name", "scores", "credit"]]
    for game in games:
        rows.append([game.id, game.name, " ".join(game.scores["individual"]), game.credit])
    head, *lines = align_table(rows, indent="")
    echo([bold(head), *lines])


@games_command.command("show")
@click.argument("game")
@json_option
def show_command(game: str, as_json: bool) -> None:
    """Show the words, options, weapons, creatures and scars of a game from the list, or of a file
    of your own, which is checked (my-hack.toml)."""
    from rulesets.definitions.shipped import load_game

    definition = load_game(game)
    if as_json:
        print_json(definition)
        return
    from combatlog.terminal.views.help import render_game
    from combatlog.terminal.views.layout import echo

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
def new_command(name: str, file: str, base: str, force: bool) -> None:
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
    click.echo(f"{file} is ready: {title}, made from {made_from.name}. Edit it, then look at it:")
    click.echo(f"  combatlog games show {quote(file)}")
