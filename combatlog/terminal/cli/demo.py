"""`combatlog demo`: an example fight, played on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from combatlog.app.campaign import Campaign
    from combatlog.app.examples import Example


@click.command("demo")
@click.argument("name", default="")
@click.option("--list", "listing", is_flag=True, help="List the examples.")
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True),
    metavar="X",
    help="X lines a second; without it, at once.",
)
def demo_command(name: str, listing: bool, speed: float | None) -> None:
    """Play an example fight (NAME; combatlog demo --list shows them) without leaving a trace."""
    import time

    from combatlog.app.examples import find_example, list_examples
    from combatlog.terminal.views.layout import echo, table

    if listing:
        rows = [[example.name, example.title, example.game] for example in list_examples()]
        echo(table(rows, indent=""))
        return
    for line, answer in render_example(find_example(name)):
        if speed:
            time.sleep(1 / speed)
        if line:
            echo([click.style(f"› {line}", bold=True)])
        for text in answer:
            echo([text], "  ")


def render_example(
    example: Example, into: Campaign | None = None
) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of an example with their answers, in between its comments, and at both ends
    the state of the fight."""
    from combatlog.app.examples import play_example
    from combatlog.terminal.views.results import render_result
    from combatlog.terminal.views.state import full

    begun = False
    for text, result, session in play_example(example, into):
        if result is not None:
            yield text, render_result(session, result)
        elif text:
            yield "", ["", text]
        else:
            state = full(session.fight.state)
            yield "", ["", *state] if begun else state
            begun = True
