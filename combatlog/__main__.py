"""`python -m combatlog`."""

from combatlog.cli.main import main

main()
