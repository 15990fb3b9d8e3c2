"""What the bot answers to commands. Each person has a token of their own, so the table checks whom
they speak for."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from combatlog.client import FightClient, TableError

HELP = (
    "`!state` what the fight waits for · `!can` what you can declare · `!declare LINE`"
    " · `!roll [FACE]`"
)

_NOBODY = "You play nobody here; ask the referee for a token of yours."


class Answers:
    """Answers the commands of a channel. `fight` is the fight as everybody may read it, `own` as
    each person may play it, by their user ids."""

    def __init__(self, fight: FightClient, own: Mapping[int, FightClient]) -> None:
        self._fight, self._own = fight, own

    async def answer(self, message: discord.Message) -> str | None:
        """Return the answer to a message; None if it is no command."""
        if not message.content.startswith("!"):
            return None
        word, _, rest = message.content[1:].partition(" ")
        command = {
            "help": self._help,
            "state": self._state,
            "can": self._can,
            "declare": self._declare,
            "roll": self._roll,
        }.get(word.lower())
        if command is None:
            return None
        try:
            return await command(message, rest.strip())
        except TableError as error:
            return discord.utils.escape_markdown(str(error))

    async def _help(self, message: discord.Message, rest: str) -> str:
        return HELP

    async def _state(self, message: discord.Message, rest: str) -> str:
        turn = await self._fight.read_turn()
        dice = [f"{each.name}: {each.die} ({each.purpose})" for each in turn.awaited]
        declared = [f"{one.name}: {'; '.join(one.declared)}" for one in turn.people if one.declared]
        lines = [
            *([f"Dice: {', '.join(dice)}"] if dice else []),
            *([f"Declared: {', '.join(declared)}"] if declared else []),
            *([f"Has not declared: {', '.join(turn.waiting)}"] if turn.waiting else []),
        ]
        return discord.utils.escape_markdown("\n".join(lines)) or "The fight waits for nobody."

    async def _can(self, message: discord.Message, rest: str) -> str:
        fight = self._find_own(message)
        if fight is None:
            return _NOBODY
        lines = []
        for one in (await fight.read_turn()).people:
            if one.yours:
                found = (await fight.read_options(one.id)).turn
                names = [each.name for each in found if not (each.barred or each.obstacles)]
                lines.append(f"{one.name} ({one.id}): {', '.join(names) or 'nothing now'}")
        return discord.utils.escape_markdown("\n".join(lines)) or "Nobody of yours is in the fight."

    async def _declare(self, message: discord.Message, rest: str) -> str:
        fight = self._find_own(message)
        if fight is None:
            return _NOBODY
        await fight.read_turn()
        recorded = await fight.say(rest, key=_name(message))
        return " ".join(["Noted.", *recorded.told])

    async def _roll(self, message: discord.Message, rest: str) -> str:
        fight = self._find_own(message)
        if fight is None:
            return _NOBODY
        if rest and not (rest.isascii() and rest.isdecimal() and len(rest) < 5):
            return "A face is a number, like `!roll 5`; `!roll` alone lets the die be drawn."
        own = [each for each in (await fight.read_turn()).awaited if each.yours]
        if not own:
            return "No die of yours is awaited."
        recorded = await fight.roll(own[0], int(rest) if rest else None, key=_name(message))
        return " ".join([f"{own[0].name}: {own[0].die}.", *recorded.told])

    def _find_own(self, message: discord.Message) -> FightClient | None:
        """Return the fight as the sender of a message may play it; None if they play nobody."""
        return self._own.get(message.author.id)


def _name(message: discord.Message) -> str:
    """Return the key of a message: Discord may deliver it again."""
    return f"discord {message.id}"
