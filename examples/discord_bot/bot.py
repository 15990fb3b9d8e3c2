"""A Discord bot that tells a fight of the live table in a channel, and lets people play from there.

    python bot.py my-settings.toml

README.md beside it says how to set it up.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import tomllib
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import aiohttp
import discord

from combatlog.client import FightClient, Frame, Story, TableClient, TableError, connect

LONGEST = 1900
"""The most characters of a message; Discord takes 2000."""

PAUSE = 5.0
"""How many seconds to wait where Discord does not take a message."""

HELP = (
    "`!state` what the fight waits for · `!can` what you can declare · `!declare LINE`"
    " · `!roll [FACE]`"
)

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


class Posts:
    """The messages that tell a fight: each tells some beats in a row. They are kept in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.fight = ""
        self.messages: list[dict[str, Any]] = []
        if path.exists():
            kept = json.loads(path.read_text("utf-8"))
            self.fight, self.messages = kept["fight"], kept["messages"]

    def begin(self, fight: str) -> None:
        """Go on with a fight; another one begins with no messages."""
        if fight != self.fight:
            self.fight, self.messages = fight, []

    @property
    def told(self) -> int:
        """How many beats are posted."""
        return self.messages[-1]["at"] + self.messages[-1]["beats"] if self.messages else 0

    def keep(self) -> None:
        """Write the file."""
        kept = {"fight": self.fight, "messages": self.messages}
        self._path.write_text(json.dumps(kept), "utf-8")


class Storyteller:
    """Keeps a channel as the story is: posts what is new, edits what is told otherwise now, and
    deletes what was taken back."""

    def __init__(self, channel: discord.PartialMessageable, posts: Posts) -> None:
        self._channel, self._posts = channel, posts
        self.story = Story()
        self.changed = asyncio.Event()
        self.busy = asyncio.Lock()
        """Held until what was posted is also kept."""

    def take(self, frame: Frame) -> None:
        """Take in what is new."""
        self.story.take(frame)
        self.changed.set()

    async def post(self) -> None:
        """Post for ever. What changes while Discord is slow or away is posted as it is then."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            try:
                async with self.busy:
                    await self._mend()
                    await self._go_on()
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.warning("Discord took no message: %s", error)
                self.changed.set()
                await asyncio.sleep(PAUSE)

    async def _mend(self) -> None:
        """Edit and delete messages whose beats are told otherwise."""
        for message in reversed([*self._posts.messages]):
            beats = self.story.beats[message["at"] :][: message["beats"]]
            text = write_message(beats)
            if text == message["text"]:
                continue
            post = self._channel.get_partial_message(message["id"])
            try:
                if beats:
                    await post.edit(content=text)
                    message.update(beats=len(beats), text=text)
                else:
                    await post.delete()
                    self._posts.messages.remove(message)
            except discord.NotFound:  # somebody has deleted it; it is not told again
                message.update(beats=len(beats), text=text)
                if not beats:
                    self._posts.messages.remove(message)
            self._posts.keep()

    async def _go_on(self) -> None:
        """Post the beats that no message tells yet, as many in one as it holds."""
        while self._posts.told < len(self.story.beats):
            at, beats = self._posts.told, 1
            while (
                at + beats < len(self.story.beats)
                and len(write_message(self.story.beats[at : at + beats + 1])) < LONGEST
            ):
                beats += 1
            text = write_message(self.story.beats[at : at + beats])
            sent = await self._channel.send(text, suppress_embeds=True)
            self._posts.messages.append({"id": sent.id, "at": at, "beats": beats, "text": text})
            self._posts.keep()


def write_message(beats: list[str]) -> str:
    """Return beats as a message. Nothing in them is Markdown, and none is empty."""
    whole = discord.utils.escape_markdown("\n".join(beat or "·" for beat in beats))
    return whole if len(whole) <= LONGEST else f"{whole[: LONGEST - 1]}…"


class Bot(discord.Client):
    """The bot: follows a fight, and answers commands."""

    def __init__(self, settings: Settings) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, message_content=True)
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none())
        self._settings = settings
        self._opened = AsyncExitStack()
        self._tasks: list[asyncio.Task[None]] = []
        self._fights: dict[int, FightClient] = {}
        self._fight: FightClient | None = None
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
        self._fight = table.fight(opening.id)
        for user, token in settings.people.items():
            theirs = await self._connect(token)
            if "referee" in (await theirs.read_seat()).may:
                raise WrongToken("A person's token has the scope referee; make one without it.")
            self._fights[user] = theirs.fight(opening.id)
        self._posts.begin(opening.id)
        for work in (self._listen(), self._teller.post()):
            self._tasks.append(asyncio.create_task(work))

    async def close(self) -> None:
        """Stop telling, and leave."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PAUSE), self._teller.busy:
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

    async def _listen(self) -> None:
        assert self._fight is not None, "it follows a fight"
        try:
            async for news in self._fight.follow():
                if isinstance(news, Frame):
                    self._teller.take(news)
        except TableError as error:
            log.error("The table tells nothing more: %s", error)
            self._ending = asyncio.create_task(self.close())

    async def on_message(self, message: discord.Message) -> None:
        """Answer a command in the channel."""
        is_here = message.channel.id == self._settings.channel
        if message.author.bot or not is_here or not message.content.startswith("!"):
            return
        word, _, rest = message.content[1:].partition(" ")
        command = {
            "help": self._help,
            "state": self._state,
            "can": self._can,
            "declare": self._declare,
            "roll": self._roll,
        }.get(word.lower())
        if command is None:
            return
        try:
            said = await command(message, rest.strip())
        except TableError as error:
            said = discord.utils.escape_markdown(str(error))
        await message.reply(said[:LONGEST], mention_author=False)

    async def _help(self, message: discord.Message, rest: str) -> str:
        return HELP

    async def _state(self, message: discord.Message, rest: str) -> str:
        assert self._fight is not None, "it follows a fight"
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
        return self._fights.get(message.author.id)


_NOBODY = "You play nobody here; ask the referee for a token of yours."


def _name(message: discord.Message) -> str:
    """Return the key of a message: Discord may deliver it again."""
    return f"discord {message.id}"


def main() -> None:
    """Run the bot until Ctrl-C."""
    if len(sys.argv) != 2:
        raise SystemExit("Name the file of settings: python bot.py my-settings.toml")
    settings = Settings.read(Path(sys.argv[1]))
    try:
        Bot(settings).run(settings.discord_token)
    except (WrongToken, TableError) as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
