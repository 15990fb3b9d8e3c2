"""`--rounds SPAN`: the rounds that an analysis is about."""

from __future__ import annotations

import re

import click

from projections.queries.rounds import AFTER, WHOLE, Rounds


class RoundsType(click.ParamType[Rounds]):
    """A span of rounds as it is typed: `3`, `2-4`, `2-`, `after`."""

    name = "rounds"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Rounds:
        """Return the span of a text."""
        if isinstance(value, Rounds):
            return value
        if value == "after":
            return Rounds(AFTER)
        found = re.fullmatch(r"([0-9]{1,6})(?:(-)([0-9]{1,6})?)?", str(value))
        if found is None:
            self.fail(
                f"“{value}” is no span of rounds; write it like 3, 2-4, 2- or after.", param, ctx
            )
        first = int(found[1])
        if not found[2]:
            return Rounds(first, first)
        last = int(found[3]) if found[3] else None
        if last is not None and last < first:
            self.fail(f"“{value}” ends before it begins.", param, ctx)
        return Rounds(first, last)


rounds_option = click.option(
    "--rounds",
    type=RoundsType(),
    default=WHOLE,
    metavar="SPAN",
    help="Only these rounds: 3, 2-4, 2- (to the end), after (what came after the fight). Round 0 is"
    " before the first.",
)
