"""Fights that need no players: random ones (`combatlog simulate`) and examples (`combatlog
demo`)."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from shlex import quote
from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import BAR, SUFFIX, json_option, print_json
from combatlog.terminal.views.layout import align_table, echo

if TYPE_CHECKING:
    from combatlog.app.campaign import Campaign
    from combatlog.app.examples import Example
    from combatlog.simulation.run import Coverage
    from events.types.declarations import DiceMode

_MODES: tuple[DiceMode, ...] = ("digital", "typed", "mixed")


@click.command("simulate")
@click.argument("game")
@click.option("--fights", type=click.IntRange(1), default=100, show_default=True)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed gives the same fights."
)
@click.option(
    "--commands",
    type=click.IntRange(1),
    default=150,
    show_default=True,
    help="Lines entered in a fight.",
)
@click.option("--dice", type=click.Choice(_MODES), help="Else digital and typed alternate.")
@click.option("--keep", metavar="FILE", help="Keep the fights in a new campaign file.")
@click.option(
    "--check", is_flag=True, help="Replay each fight from its dice, and exit 1 if one differs."
)
@json_option
def simulate_command(
    game: str,
    fights: int,
    seed: int,
    commands: int,
    dice: DiceMode | None,
    keep: str | None,
    check: bool,
    as_json: bool,
) -> int:
    """Play random legal fights of a GAME through the whole engine, and show which declarations,
    outcomes, clauses, readings, scars, tags and effects of the rules they used."""
    from combatlog.app.campaign import Campaign, create
    from combatlog.simulation.run import Coverage, play_fight, start_varied_fight
    from events.store.memory import MemoryStore
    from replay.audit.rules import find_differences
    from rulesets.definitions.shipped import load_game

    definition = load_game(game)
    coverage = Coverage(definition)
    differences: list[str] = []
    seeds = range(seed, seed + fights)
    with (
        create(keep) if keep else Campaign(MemoryStore()) as campaign,
        click.progressbar(seeds, label=definition.name, width=BAR, file=sys.stderr) as bar,
    ):
        for number in bar:
            store = campaign.store if keep else MemoryStore()
            mode = _MODES[number % 2 if dice is None else _MODES.index(dice)]
            fight = start_varied_fight(store, definition, number, mode, f"random{number}")
            play_fight(
                fight, Random(number), commands, coverage.count_refusal, doubts=0.03, regrets=0.01
            )
            coverage.count_fight(fight.history)
            if check:
                differing = find_differences(fight.history)
                differences += [f"Fight {number}, #{each.seq}: {each.said}" for each in differing]
    _print_coverage(coverage, as_json)
    for difference in differences:
        echo([difference], err=True)
    return 1 if differences else 0


def _print_coverage(coverage: Coverage, as_json: bool) -> None:
    if as_json:
        print_json([part._asdict() for part in coverage.list_rows()])
        return

    echo(
        [
            f"{coverage.fights} fights, {coverage.events:,} events;"
            f" {coverage.refused:,} declarations were refused.",
            *align_table(
                [[part.kind, part.name, f"{part.times:,}"] for part in coverage.list_rows()]
            ),
        ]
    )
    unreached = [f"{part.kind} {part.name}" for part in coverage.list_unused()]
    never = f"Never made use of: {', '.join(unreached)}."
    echo([never if unreached else "Everything was used."])


@click.command("demo")
@click.argument("name", default="")
@click.option("--list", "listing", is_flag=True, help="List the examples.")
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True),
    metavar="X",
    help="X lines a second; without it, at once.",
)
@click.option("--keep", metavar="FILE", help="Keep the fight in a new campaign file, to try on.")
def demo_command(name: str, listing: bool, speed: float | None, keep: str | None) -> None:
    """Play an example fight (NAME; combatlog demo --list shows them); without --keep it leaves no
    trace."""
    import time

    from combatlog.app.campaign import Campaign, create
    from combatlog.app.examples import find_example, list_examples
    from events.store.memory import MemoryStore

    if listing:
        rows = [[example.name, example.title, example.game] for example in list_examples()]
        echo(align_table(rows, indent=""))
        return
    example = find_example(name)
    path = keep if not keep or keep.endswith(SUFFIX) else keep + SUFFIX
    with create(path, by="the referee") if path else Campaign(MemoryStore(), by="demo") as campaign:
        for line, answer in render_example(example, campaign):
            if speed:
                time.sleep(1 / speed)
            if line:
                echo([click.style(f"› {line}", bold=True)])
            for text in answer:
                echo([text], "  ")
    if path:
        echo([f"{path} holds the fight; go on in it with: combatlog table -c {quote(path)}"])


def render_example(
    example: Example, into: Campaign | None = None
) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines of an example with their answers, in between its comments, and at both ends
    the state of the fight."""
    from combatlog.app.examples import play_example
    from combatlog.terminal.views.results import render_result
    from combatlog.terminal.views.state import render_state

    begun = False
    for text, result, session in play_example(example, into):
        if result is not None:
            yield text, render_result(session, result)
        elif text:
            yield "", ["", text]
        else:
            state = render_state(session.fight.state)
            yield "", ["", *state] if begun else state
            begun = True
