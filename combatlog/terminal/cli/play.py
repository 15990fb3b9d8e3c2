"""Recording a fight: one command each, a whole script, or the prompt."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from combatlog.terminal.cli.options import (
    answering_options,
    by_option,
    campaign_option,
    fight_option,
    find_campaign_path,
    print_json,
    why_option,
)
from combatlog.terminal.views.layout import echo
from events.errors import CombatlogError, Refused, Unreadable

if TYPE_CHECKING:
    from combatlog.app.results import Result
    from combatlog.app.session import Doubts, Session
    from combatlog.grammar.commands import Command


@contextmanager
def open_session(
    campaign: str | None, fight: str, by: str, doubts: Doubts = "refused"
) -> Iterator[Session]:
    """Open a session of the fight. `doubts`: see `Session`."""
    from combatlog.app.campaign import open
    from combatlog.app.session import Session
    from combatlog.app.signing import find_user_key

    with open(find_campaign_path(campaign), by, find_user_key) as opened:
        yield Session(opened, opened.fight(fight), doubts)


def say_line(
    line: str, campaign: str | None, fight: str, by: str, key: str = "", as_json: bool = False
) -> None:
    """Enter one line and print the answer. Raises the error if it is refused."""
    with open_session(campaign, fight, by) as at:
        result = at.say(line, key)
        _print_result(at, result, as_json)
        if result.refused is not None:
            raise result.refused


def execute(
    command: Command, campaign: str | None, fight: str, by: str, key: str, as_json: bool
) -> None:
    """Execute one command and print the answer."""
    with open_session(campaign, fight, by) as at:
        _print_result(at, at.do(command, key), as_json)


def _print_result(at: Session, result: Result, as_json: bool) -> None:
    if as_json:
        from combatlog.app.answer_json import encode_result

        print_json(encode_result(at, result))
        return
    from combatlog.terminal.views.results import render_result

    echo(render_result(at, result))


@click.command("declare", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True)
@answering_options
def declare_command(
    words: tuple[str, ...], campaign: str | None, fight: str, by: str, key: str, as_json: bool
) -> None:
    """Declare something in the table's words (attack ada rhino rifle), or as JSON."""
    say_line(" ".join(words), campaign, fight, by, key, as_json)


@click.command("resolve")
@click.argument("side", default="")
@answering_options
def resolve_command(
    side: str, campaign: str | None, fight: str, by: str, key: str, as_json: bool
) -> None:
    """Resolve what a side has declared; by default the side whose turn it is."""
    say_line(f"go {side}", campaign, fight, by, key, as_json)


@click.command("roll")
@click.argument("words", nargs=-1)
@answering_options
def roll_command(
    words: tuple[str, ...], campaign: str | None, fight: str, by: str, key: str, as_json: bool
) -> None:
    """Type the awaited dice ([WHO] [DIE] FACE…); without a face one is drawn, `all` draws all."""
    say_line(f"roll {' '.join(words)}", campaign, fight, by, key, as_json)


@click.command("undo")
@click.argument("times", type=click.IntRange(1), default=1)
@click.option("--die", "dice", is_flag=True, help="Undo the last die only, or as many as given.")
@answering_options
@why_option
def undo_command(
    times: int,
    dice: bool,
    campaign: str | None,
    fight: str,
    by: str,
    why: str,
    key: str,
    as_json: bool,
) -> None:
    """Undo the last command with all dice rolled for it, or as many as given."""
    from combatlog.grammar.commands import Undo

    execute(Undo(times, why, dice), campaign, fight, by, key, as_json)


@click.command("redo")
@click.argument("times", type=click.IntRange(1), default=1)
@click.option("--die", "dice", is_flag=True, help="Redo one die at a time.")
@answering_options
@why_option
def redo_command(
    times: int,
    dice: bool,
    campaign: str | None,
    fight: str,
    by: str,
    why: str,
    key: str,
    as_json: bool,
) -> None:
    """Redo what was undone, as long as nothing new has been recorded."""
    from combatlog.grammar.commands import Redo

    execute(Redo(times, why, dice), campaign, fight, by, key, as_json)


@click.command("rewind")
@click.argument("seq", type=int)
@answering_options
@why_option
def rewind_command(
    seq: int, campaign: str | None, fight: str, by: str, why: str, key: str, as_json: bool
) -> None:
    """Go back to the end of the command of event SEQ."""
    from combatlog.grammar.commands import Rewind

    execute(Rewind(seq, why), campaign, fight, by, key, as_json)


@click.command("switch")
@click.argument("branch")
@answering_options
@why_option
def switch_command(
    branch: str, campaign: str | None, fight: str, by: str, why: str, key: str, as_json: bool
) -> None:
    """Go to the end of a branch (combatlog branches lists them)."""
    from combatlog.grammar.commands import Switch

    execute(Switch(branch, why), campaign, fight, by, key, as_json)


@click.command("note")
@click.argument("words", nargs=-1, required=True)
@answering_options
def note_command(
    words: tuple[str, ...], campaign: str | None, fight: str, by: str, key: str, as_json: bool
) -> None:
    """Write a note beside the fight; an undo leaves it."""
    say_line(f"note {' '.join(words)}", campaign, fight, by, key, as_json)


@click.command("salt")
@click.argument("words", nargs=-1, required=True)
@answering_options
def salt_command(
    words: tuple[str, ...], campaign: str | None, fight: str, by: str, key: str, as_json: bool
) -> None:
    """Add words of a player to the secret of the dice, before the first die falls, so that the
    owner of the file cannot have known the dice beforehand."""
    say_line(f"salt {' '.join(words)}", campaign, fight, by, key, as_json)


@click.command("run")
@click.argument("script", default="-")
@answering_options
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
def run_command(
    script: str,
    campaign: str | None,
    fight: str,
    by: str,
    key: str,
    quiet: bool,
    as_json: bool,
) -> None:
    """Enter every line of a SCRIPT file (`-`: standard input): the table's words, or JSON. Stops at
    the first line that is refused; the lines before it stay recorded. With --json each line is
    answered by one line."""
    from combatlog.terminal.prompt.prompt import save_when_idle
    from combatlog.terminal.views.results import render_result

    with open_session(campaign, fight, by) as at:
        for number, line in _read_lines(script):
            try:
                result = at.say(line, f"{key}, line {number}" if key else "")
                lines = _encode_line(at, result) if as_json else render_result(at, result)
            except CombatlogError as error:
                error.args = (f"{_name_script(script)}, line {number}: {error}",)
                raise
            if not quiet:
                echo(lines)
            sys.stdout.flush()
            if result.refused is not None:
                result.refused.args = (f"{_name_script(script)}, line {number}: {result.refused}",)
                raise result.refused
            if result.leave:
                break
            if script == "-":
                save_when_idle(at)
        if at.correcting is not None:
            raise Refused(
                f"{_name_script(script)} is at its end, and {at.correcting.describe_wait()}."
            )


def _encode_line(at: Session, result: Result) -> list[str]:
    """Return a result as JSON on one line; nothing for a blank line."""
    import msgspec

    from combatlog.app.answer_json import encode_result

    if result.kind == "nothing":
        return []
    return [msgspec.json.encode(encode_result(at, result)).decode()]


def _read_lines(script: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a script as they come, with their numbers from 1."""
    try:
        with click.open_file(script, encoding="utf-8") as file:
            yield from enumerate(file, start=1)
    except OSError as error:
        raise Unreadable(f"There is no script {script}, or it cannot be read.") from error
    except UnicodeDecodeError:
        raise Unreadable(f"{_name_script(script)} is not text in UTF-8.") from None


def _name_script(script: str) -> str:
    return "standard input" if script == "-" else script


@click.command("table")
@campaign_option
@fight_option
@by_option
def table_command(campaign: str | None, fight: str, by: str) -> None:
    """Open the prompt that a referee uses during play."""
    import gc

    from combatlog.terminal.prompt.prompt import run_prompt

    gc.enable()  # a session lasts for hours

    doubts: Doubts = "asked" if sys.stdin.isatty() else "refused"
    with open_session(campaign, fight, by, doubts) as at:
        run_prompt(at)
