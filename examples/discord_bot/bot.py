"""The bot: sits down at the table, follows a fight, and answers in its channel."""

from __future__ import annotations

import asyncio
import logging
import tomllib
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import discord

from combatlog.client import FightClient, Frame, TableClient, TableError, connect

from .answers import Answers
from .storyteller import LONGEST, Posts, Storyteller

PATIENCE = 5.0
"""How many seconds a message that is being posted may take when the bot leaves."""

log = logging.getLogger("combatlog.discord")


class WrongToken(Exception):
    """The token of the table knows more than players."""


class Settings(NamedTuple):
    """The file of settings. `people` has the tokens of those who may speak, by their user ids;
    `posted` is the file that keeps what was posted."""

    discord_token: str
    channel: int
    address: str
    token: str
    fight: str
    people: dict[int, str]
    posted: Path

    @classmethod
    def read(cls, path: Path) -> Settings:
        """Read the file."""
        with path.open("rb") as file:
            told = tomllib.load(file)
        table, people = told["table"], told.get("people", {})
        return cls(
            told["discord"]["token"],
            int(told["discord"]["channel"]),
            table["address"],
            table["token"],
            str(table.get("fight", "")),
            {int(id): token for id, token in people.items()},
            path.with_suffix(".posted.json"),
        )


class Bot(discord.Client):
    """The bot: follows a fight, and answers commands."""

    def __init__(self, settings: Settings) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none())
        self._settings = settings
        self._opened = AsyncExitStack()
        self._tasks: list[asyncio.Task[None]] = []
        self._answers: Answers | None = None
        self._posts = Posts(settings.posted)
        channel = self.get_partial_messageable(settings.channel)
        self._teller = Storyteller(channel, self._posts)

    async def setup_hook(self) -> None:
        """Sit down at the table, and begin to tell. Raises `WrongToken` for a token that knows
        more than players."""
        settings = self._settings
        table = await self._connect(settings.token)
        if "referee" in (await table.read_seat()).may:
            raise WrongToken("This token sees what players may not; make one with read:public.")
        listed = await table.list_fights()
        name = settings.fight or (str(listed[-1].number) if listed else "1")
        opening = await table.fight(name).read_opening()
        fight = table.fight(opening.id)
        own: dict[int, FightClient] = {}
        for user, token in settings.people.items():
            theirs = await self._connect(token)
            if "referee" in (await theirs.read_seat()).may:
                raise WrongToken("A person's token has the scope referee; make one without it.")
            own[user] = theirs.fight(opening.id)
        self._answers = Answers(fight, own)
        self._posts.begin(opening.id)
        for work in (self._listen(fight), self._teller.post()):
            self._tasks.append(asyncio.create_task(work))

    async def close(self) -> None:
        """Stop telling, and leave."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE), self._teller.busy:
                self._leave()
        self._leave()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._opened.aclose()
        await super().close()

    def _leave(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def _connect(self, token: str) -> TableClient:
        client = connect(self._settings.address, token)
        return await self._opened.enter_async_context(client)

    async def _listen(self, fight: FightClient) -> None:
        try:
            async for news in fight.follow():
                if isinstance(news, Frame):
                    self._teller.take(news)
        except TableError as error:
            log.error("The table tells nothing more: %s", error)
            self._ending = asyncio.create_task(self.close())

    async def on_message(self, message: discord.Message) -> None:
        """Answer a command in the channel."""
        is_here = message.channel.id == self._settings.channel
        if message.author.bot or not is_here or self._answers is None:
            return
        said = await self._answers.answer(message)
        if said is not None:
            await message.reply(said[:LONGEST], mention_author=False)
