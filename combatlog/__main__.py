"""`python -m combatlog`, and the `combatlog` command."""

import sys


def run() -> None:
    """Run the command line. Ctrl-C while it is imported leaves with 130 and without a word."""
    try:
        from combatlog.terminal.cli.main import main
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        sys.exit(130)
    main()


if __name__ == "__main__":
    run()
