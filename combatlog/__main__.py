"""`python -m combatlog`."""

from combatlog.terminal.cli.main import main

main()
