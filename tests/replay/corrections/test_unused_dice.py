"""The dice that a correction no longer needs, and those left unused before it."""

from __future__ import annotations

import click

from combatlog.terminal.views import log
from combatlog.terminal.views.steps import list_steps
from events.types.declarations import Attack
from events.types.log_events import Spared
from replay.corrections.recorded_dice import find_freed_dice
from tests.support.corrected_fights import PLAIN, find_seq, record_correction, start_ambush
from tests.support.given import Given


def spared(on: Given) -> str:
    """Return the last line of the log, which lists the dice that the last correction left
    unused."""
    (*_, line) = log.render_log(log.describe_log(on.fight.history))
    return " ".join(click.unstyle(line).split()[1:])


def test_what_lay_spared_before_is_only_counted() -> None:
    """Dice that were unused before are only counted, in the log and in the steps of a replay."""
    on = start_ambush()
    record_correction(on.fight, "strike", find_seq(on.fight, Attack, by="brakk"), "he slept")
    assert "no longer needed: Brakk d6 2 (damage)" == spared(on)
    record_correction(on.fight, "strike", find_seq(on.fight, Attack), "she slept")
    assert "no longer needed: Ada d8 5 (damage); also kept: 1 die" == spared(on)
    (line,) = [
        line for step in list_steps(on.fight.history) for line in step.lines if "kept" in line
    ]
    assert "No longer needed: Ada d8 5 (damage); also kept: 1 die." == line


def test_a_correction_that_frees_no_die_counts_those_still_kept() -> None:
    """A correction that frees no die only counts those kept."""
    on = start_ambush()
    record_correction(on.fight, "strike", find_seq(on.fight, Attack, by="brakk"), "he slept")
    record_correction(on.fight, "amend", find_seq(on.fight, Attack), "as it was", PLAIN)
    assert "still kept: 1 die" == spared(on)


def test_a_die_that_served_again_is_freed_again() -> None:
    """A die that was unused, then used, is listed when it is freed again."""
    on = start_ambush()
    struck = find_seq(on.fight, Attack)
    for change, said in (("strike", ()), ("amend", (PLAIN,)), ("strike", ())):
        record_correction(on.fight, change, struck, "she slept, or not", *said)  # type: ignore[arg-type]
    assert "no longer needed: Ada d8 5 (damage)" == spared(on)


def test_what_is_freed_is_told_of_a_course_as_well() -> None:
    """The freed dice of a plan are known before it is recorded."""
    on = start_ambush()
    record_correction(on.fight, "strike", find_seq(on.fight, Attack, by="brakk"), "he slept")
    last = on.fight.history[len(on.fight.history)].event
    assert isinstance(last, Spared)
    assert ([], 1) == find_freed_dice(on.fight.history, last.dice, on.fight.history.position())
