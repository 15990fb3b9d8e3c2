"""The `combatlog` command: its subcommands, and how it reports errors."""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
from importlib import import_module

import click

from events.errors import CombatlogError

COMMANDS = {
    "new": "setup",
    "campaign": "setup",
    "start": "setup",
    "join": "setup",
    "fights": "setup",
    "games": "setup",
    "declare": "play",
    "resolve": "play",
    "roll": "play",
    "undo": "play",
    "redo": "play",
    "rewind": "play",
    "switch": "play",
    "amend": "correct",
    "strike": "correct",
    "insert": "correct",
    "what-if": "correct",
    "note": "play",
    "salt": "play",
    "key": "key",
    "bind": "key",
    "revoke": "key",
    "run": "play",
    "table": "play",
    "serve": "serve",
    "link": "link",
    "bot": "bot",
    "webhook": "webhook",
    "state": "state",
    "log": "read",
    "said": "said",
    "chronicle": "read",
    "timeline": "read",
    "why": "read",
    "branches": "read",
    "stats": "stats",
    "recap": "recap",
    "odds": "odds",
    "diff": "read",
    "compare": "compare",
    "replay": "replay",
    "audit": "audit",
    "seal": "audit",
    "export": "export",
    "import": "export",
    "publish": "publish",
    "tables": "export",
    "backup": "copies",
    "rescue": "copies",
    "upgrade": "copies",
    "copy": "databases",
    "migrate": "databases",
    "erase": "copies",
    "demo": "simulate",
    "simulate": "simulate",
}
"""The module of this package that holds each subcommand."""


INTERRUPTED = 130
"""The exit code of a command that was interrupted before it began, as shells have it."""

READING = frozenset(
    (
        *("fights", "games", "state", "log", "chronicle", "timeline", "why", "branches", "stats"),
        *(
            "recap",
            "odds",
            "diff",
            "compare",
            "replay",
            "audit",
            "seal",
            "export",
            "tables",
            "publish",
            "backup",
            "migrate",
            "erase",
            "link",
            "said",
            "bot",
            "webhook",
        ),
    )
)
"""The subcommands that record no event."""


@click.command("help")
@click.argument("words", nargs=-1, metavar="[COMMAND]")
@click.pass_context
def help_command(context: click.Context, words: tuple[str, ...]) -> None:
    """Show the commands, or what one of them does."""
    group = context.parent
    assert group is not None, "help is a subcommand"
    if not words:
        click.echo(group.get_help())
        return
    group.command.main([*words, "--help"], prog_name="combatlog", standalone_mode=False)


class LazyGroup(click.Group):
    """A group that imports a subcommand only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name == "help":
            return help_command
        if name not in COMMANDS:
            return None
        module = import_module(f"combatlog.terminal.cli.{COMMANDS[name]}")
        command: click.Command = getattr(module, f"{name.replace('-', '_')}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the subcommand that is named. Where there is none, say how a verb of the prompt is
        said, else what is near."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and self.get_command(ctx, name) is None:
            from combatlog.grammar.registry import VERBS  # imported only for an error
            from events.types.names import suggest

            if any(name in (verb.name, *verb.aliases) for verb in VERBS):
                declare = f"combatlog declare {name}"
                ctx.fail(f"“{name}” is said at the prompt (combatlog table), or with: {declare}")
            near = suggest(name, COMMANDS)
            ctx.fail(f"There is no command “{name}”{near}; combatlog help lists them.")
        return super().resolve_command(ctx, args)


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="combatlog")
@click.pass_context
def cli(context: click.Context) -> None:
    """Record a fight of a tabletop role-playing game, correct mistakes, replay it.

    Begin with: combatlog demo
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(args: list[str] | None = None) -> None:
    """Run the command line and exit with 0 (done), 1 (refused or failed), 2 (wrong usage) or 130
    (Ctrl-C before the command began)."""
    gc.disable()  # most commands end before there is garbage to collect
    atexit.register(gc.freeze)  # or Python looks through every object as it exits
    try:
        code = cli.main(args, prog_name="combatlog", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except CombatlogError as error:
        _leave(str(error), 1)
    except click.ClickException as error:
        _show_usage_error(error)
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt) as error:
        if _is_importing(error.__cause__ or error):  # click has printed the end of the line
            sys.exit(INTERRUPTED)
        _leave("Stopped; everything that was answered is recorded.", 1)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC and error.filename is None:
            _leave(f"Nothing more can be written to standard output: {error.strerror}.", 1)
        if type(error).__module__ == "sqlite3":
            _leave(f"The campaign file is damaged or cannot be read: {error}.", 1)
        if os.environ.get("COMBATLOG_TRACEBACK"):
            raise
        kind = type(error).__name__
        _leave(
            f"Something is wrong inside combatlog ({kind}: {error}); {_describe_done(args)}. Set"
            " COMBATLOG_TRACEBACK=1 to see where.",
            1,
        )


def _is_importing(error: BaseException) -> bool:
    """Return whether an error was raised during an import: the command had only begun."""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_name == "<module>" or code.co_filename.startswith("<frozen importlib"):
            return True
        trace = trace.tb_next
    return False


def _describe_done(args: list[str] | None) -> str:
    """Return what is certain about what a command did before it failed inside."""
    words = sys.argv[1:] if args is None else args
    command = next((word for word in words if not word.startswith("-")), "")
    if command == "publish":
        return "pages that were written stay written, and nothing was recorded in the campaign"
    if command in READING:
        return "nothing was recorded by this command"
    return "what it recorded before that stays recorded (combatlog log shows it)"


def _show_usage_error(error: click.ClickException) -> None:
    from io import StringIO

    from combatlog.terminal.views.layout import echo

    text = StringIO()
    error.show(text)
    echo(text.getvalue().splitlines(), err=True)


def _leave(message: str, code: int) -> None:
    from combatlog.terminal.views.layout import echo

    echo(message.splitlines(), err=True)
    sys.exit(code)
