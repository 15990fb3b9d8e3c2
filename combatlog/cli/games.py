"""`combatlog games`: the games there are, and what each is made of."""

from __future__ import annotations

import click

from combatlog.cli.options import json_option


@click.group("games", invoke_without_command=True)
@json_option
@click.pass_context
def games_command(context: click.Context, as_json: bool) -> None:
    """List the games; `combatlog games show GAME` shows one."""
    if context.invoked_subcommand is not None:
        return
    from rulesets.registry import GAMES, load_game

    games = [load_game(id) for id in GAMES]
    if as_json:
        from combatlog.cli.read import print_json

        print_json([{"id": game.id, "name": game.name, "credit": game.credit} for game in games])
        return
    from rich.console import Console
    from rich.table import Table

    shown = Table("id", "name", "scores", "credit", box=None)
    for game in games:
        shown.add_row(game.id, game.name, " ".join(game.scores["individual"]), game.credit)
    Console().print(shown)


@games_command.command("show")
@click.argument("game")
@json_option
def show_command(game: str, as_json: bool) -> None:
    """Show a game's words, options, weapons, creatures and scars."""
    from rulesets.registry import load_game

    shown = load_game(game)
    if as_json:
        from combatlog.cli.read import print_json

        print_json(shown)
        return
    from combatlog.screen.game import lines
    from combatlog.screen.text import echo

    echo(lines(shown))
