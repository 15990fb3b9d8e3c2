"""A Discord bot that tells a fight of the live table in a channel, and lets people play from there.

    python -m discord_bot discord_bot/my-settings.toml

README.md says how to set it up.
"""

from __future__ import annotations

import sys
from pathlib import Path

from combatlog.client import TableError

from .bot import Bot, Settings, WrongToken


def main() -> None:
    """Run the bot until Ctrl-C."""
    if len(sys.argv) != 2:
        raise SystemExit(
            "Name the file of settings, as in: python -m discord_bot discord_bot/my-settings.toml"
        )
    settings = Settings.read(Path(sys.argv[1]))
    try:
        Bot(settings).run(settings.discord_token)
    except (WrongToken, TableError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
