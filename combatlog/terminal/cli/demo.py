"""`combatlog demo`: an example fight, played before your eyes."""

from __future__ import annotations

import click


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

    from combatlog.app.examples import examples, find_example, played
    from combatlog.terminal.views.layout import echo, table

    if listing:
        rows = [[example.name, example.title, example.game] for example in examples()]
        echo(table(rows, indent=""))
        return
    for line, answer in played(find_example(name)):
        if speed:
            time.sleep(1 / speed)
        if line:
            echo([click.style(f"› {line}", bold=True)])
        for text in answer:
            echo([text], "  ")
