"""`python -m bench --against FOLDER`: the table of this tree against another one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from bench import PARTS
from bench.against import compare_part


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(PARTS))
@click.option(
    "--against",
    required=True,
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    help="The other tree, such as a checkout of the last release.",
)
@click.option("--times", default=7, show_default=True, help="How often each tree is measured.")
@click.option("--cpu", is_flag=True, help="Count CPU time, which other programs disturb less.")
def main(parts: Sequence[str], against: Path, times: int, cpu: bool) -> None:
    """Measure PARTS (default: all) of this tree and of another one in turns.

    A ratio is the median over pairs of runs, this tree / the other. A figure is marked as worse
    if it is worse by more than 5 %.
    """
    click.echo("| what | other tree | this tree | ratio |\n|---|---|---|---|")
    this = Path(__file__).parents[1]
    for part in parts or PARTS:
        for line in compare_part(part, against, this, times, "cpu" if cpu else "wall"):
            click.echo(str(line))


main()
