"""`combatlog key`, `combatlog bind` and `combatlog revoke`."""

from __future__ import annotations

from pathlib import Path

import click

from combatlog.terminal.cli.options import answering_options, why_option
from combatlog.terminal.views.layout import echo
from events.errors import Refused


@click.command("key")
@click.argument("file", default="")
@click.option("--show", is_flag=True, help="Show the key that is there, and make none.")
def key_command(file: str, show: bool) -> None:
    """Make your key, which signs what you record: FILE (else $COMBATLOG_KEY, else a file in your
    configuration folder) that only you can read. A key that is there is never overwritten."""
    from combatlog.app.signing import VARIABLE, find_key_path, load_key, make_key

    path = Path(file) if file else find_key_path()
    if path is None:
        raise Refused(f"${VARIABLE} is empty, so no key is used; name a file: combatlog key FILE")
    key = load_key(path) if show else make_key(path)
    if not show:
        echo(
            [f"Your key is in {path}. Give it to nobody, and keep a copy where you keep passwords."]
        )
    echo([f"public  {key.public}", f"id      {key.id}"])
    if not show:
        echo(["It signs in every fight you start; in another, bind it with: combatlog bind"])


@click.command("bind")
@click.argument("file", default="")
@answering_options
def bind_command(
    file: str, campaign: str | None, fight: str, by: str, key: str, as_json: bool
) -> None:
    """Let your key, or the one in FILE, speak for you in a fight: from then on it signs what you
    record, and nobody else can record under your name."""
    from combatlog.terminal.cli.play import say_line

    say_line(f"bind {file}", campaign, fight, by, key, as_json)


@click.command("revoke")
@click.argument("words", nargs=-1, required=True, metavar="WHO|KEY")
@answering_options
@why_option
def revoke_command(
    words: tuple[str, ...],
    campaign: str | None,
    fight: str,
    by: str,
    why: str,
    key: str,
    as_json: bool,
) -> None:
    """Revoke the key of a person, or the key with this id: a reason (--why) is needed. Its owner
    may, and whoever started the fight; a key of the latter anybody may. The key speaks for nobody
    from then on, and an undo does not bring it back."""
    if not why.strip():
        said = " ".join(words)
        raise Refused(
            f'Say why, for the log, like: combatlog revoke {said} --why "the laptop is lost"'
        )
    from combatlog.grammar.commands import RevokeKey
    from combatlog.terminal.cli.play import execute

    execute(RevokeKey(" ".join(words), why), campaign, fight, by, key, as_json)
