"""The Discord bot of the examples, against a fake Discord and a real table."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from combatlog.client import Story
from combatlog.server.app import make_app
from combatlog.server.calls import Server
from combatlog.server.feed import Frame
from examples.discord_bot.bot import Bot, Settings, WrongToken
from examples.discord_bot.storyteller import write_message
from tests.combatlog.server.tables import FIGHT, TestTable
from tests.support.fake_discord import FakeDiscord
from tests.support.relay import Relay, serve_app

ROOT = Path(__file__).parents[2]

CHANNEL, ANNA, GUS = 500, 61, 62

ANNAS = ("read:public", "declare:ada", "roll:ada")
"""The scopes of Anna's token."""


class Channel:
    """A fight at a table, and the channel that it is told in."""

    def __init__(self, table: TestTable, discord: FakeDiscord, relay: Relay, posted: Path) -> None:
        self.table, self.discord, self.relay, self._posted = table, discord, relay, posted

    async def make_token(self, *may: str) -> str:
        """Return the token of a new bot of the table."""
        bot = await self.table.make_bot("Anna", *may)
        return bot.headers["authorization"].split()[1]

    @asynccontextmanager
    async def run_bot(self, *may: str, anna: Sequence[str] = ANNAS) -> AsyncIterator[Bot]:
        """Run the bot within the context. Anna may speak for Ada."""
        token = await self.make_token(*(may or ("read:public",)))
        spoken = await self.make_token(*anna)
        address = f"http://127.0.0.1:{self.relay.port}"
        people = {ANNA: spoken}
        bot = Bot(Settings("discord-token", CHANNEL, address, token, "", people, self._posted))
        before = self.discord.identified
        running = asyncio.create_task(bot.start("discord-token"))
        running.add_done_callback(lambda _: self.discord.wake())
        try:
            await self.discord.until(lambda: self.discord.identified > before or running.done())
            if running.done():
                await running
            yield bot
        finally:
            await bot.close()
            with suppress(asyncio.CancelledError, WrongToken):
                await running

    async def read_story(self) -> str:
        """Return the story as players read it."""
        anna = await self.table.make_bot("Reader", "read:public")
        frame = (await anna.get(f"{FIGHT}/frame")).json
        story = Story()
        story.take(
            Frame(
                **{name: frame[name] for name in Frame.__struct_fields__ if name != "story"}
                | {"story": type("Tail", (), frame["story"])}
            )
        )
        return write_message(story.beats)

    async def until_told(self) -> None:
        """Wait until the channel has the story, and nothing else."""
        story = await self.read_story()
        await self.discord.until(lambda: "\n".join(self.discord.messages.values()) == story)


def in_channel(
    test: Callable[[Channel], Awaitable[None]],
) -> Callable[[pytest.MonkeyPatch, Path], None]:
    """Run a test at a table with a channel."""

    def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        import yarl
        from discord.gateway import DiscordWebSocket
        from discord.http import Route

        async def talk() -> None:
            async with asyncio.timeout(20):
                table = await TestTable().begin()
                app = make_app(Server(table.table, table.seats))
                async with (
                    FakeDiscord().run() as discord,
                    serve_app(app) as port,
                    Relay(port).run() as relay,
                ):
                    base = f"127.0.0.1:{discord.port}"
                    monkeypatch.setattr(Route, "BASE", f"http://{base}/api")
                    gateway = yarl.URL(f"ws://{base}/gateway/")
                    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
                    try:
                        await test(Channel(table, discord, relay, tmp_path / "posted.json"))
                    finally:
                        table.table.close()

        monkeypatch.setattr("examples.discord_bot.bot.PATIENCE", 0.05)
        monkeypatch.setattr("examples.discord_bot.storyteller.PAUSE", 0.05)
        monkeypatch.setattr("combatlog.client.stream.LEAST", 0.01)
        asyncio.run(talk())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


@pytest.mark.slow
@in_channel
async def test_a_fight_is_told_and_played_in_a_channel(channel: Channel) -> None:
    """The story is posted as it goes; a person declares and rolls for whom they play; who plays
    nobody is told so."""
    discord, table = channel.discord, channel.table
    async with channel.run_bot():
        await channel.until_told()
        assert "nothing" not in await discord.say(ANNA, CHANNEL, "!help")
        assert "Ada (ada):" in await discord.say(ANNA, CHANNEL, "!can")
        said = await discord.say(ANNA, CHANNEL, "!declare attack ada wolf sword")
        assert said.startswith("Noted.")
        assert "Declared: Ada:" in await discord.say(GUS, CHANNEL, "!state")
        said = await discord.say(ANNA, CHANNEL, "!declare attack ben wolf axe")
        assert said == "This bot lacks the scope declare:ben; the referee makes its token with it."
        assert "You play nobody here" in await discord.say(GUS, CHANNEL, "!roll 3")
        await table.say(table.referee, "go")
        assert "Dice: Ada: d8" in await discord.say(GUS, CHANNEL, "!state")
        assert (await discord.say(ANNA, CHANNEL, "!roll 9")).count("\n") == 0
        assert (await discord.say(ANNA, CHANNEL, "!roll 5")).startswith("Ada: d8.")
        assert "No die" in await discord.say(ANNA, CHANNEL, "!roll 5")
        await channel.until_told()
        assert "Ada" in "".join(discord.messages.values())


@in_channel
async def test_what_is_undone_or_corrected_is_told_otherwise(channel: Channel) -> None:
    """Messages are edited or deleted, so that the channel is the story."""
    table = channel.table
    async with channel.run_bot():
        await table.say(table.referee, "attack ada wolf sword; go")
        await table.say(table.referee, "5")
        await channel.until_told()
        told = [*channel.discord.messages.values()]
        await table.say(table.referee, "undo")
        await channel.until_told()
        assert [*channel.discord.messages.values()] != told
        await table.say(table.referee, "redo")
        await channel.until_told()


@pytest.mark.slow
@in_channel
async def test_nothing_hidden_is_posted(channel: Channel) -> None:
    """Not the wolf's numbers, nor notes; and a token that knows them is refused at the start."""
    table = channel.table
    async with channel.run_bot():
        await table.say(table.referee, "note quagmire")
        await table.say(table.referee, "set wolf HP 4111: it had 4111 all along")
        await table.say(table.referee, "harm wolf 4: a rock")
        await channel.until_told()
        await channel.discord.say(ANNA, CHANNEL, "!state")
        for line in ("why wolf HP", "attack wolf ada", "set wolf HP 3", "odds a ada wolf"):
            await channel.discord.say(ANNA, CHANNEL, f"!declare {line}")
    assert not [each for each in ("quagmire", "4111", "4107") if each in channel.discord.sent]
    with pytest.raises(WrongToken, match="read:public"):
        async with channel.run_bot("referee"):
            raise AssertionError("it started")


@pytest.mark.slow
@in_channel
async def test_a_lost_gateway_is_resumed(channel: Channel) -> None:
    """What was said meanwhile is answered, and what is delivered twice is recorded once."""
    discord, table = channel.discord, channel.table
    async with channel.run_bot():
        assert await discord.say(ANNA, CHANNEL, "!help")
        await discord.cut_gateway()
        discord.tell_said(ANNA, CHANNEL, "!declare attack ada wolf sword", id=77)
        await discord.until(lambda: len(discord.replies) == 2)
        assert (discord.identified, discord.resumed) == (1, 1)
        last = table.last
        discord.tell_said(ANNA, CHANNEL, "!declare attack ada wolf sword", id=77)
        await discord.until(lambda: len(discord.replies) == 3)
        assert (table.last, discord.replies[1:]) == (last, ["Noted."] * 2)


@pytest.mark.slow
@in_channel
async def test_a_lost_table_and_a_slow_discord_lose_nothing(channel: Channel) -> None:
    """The bot goes on where it was, and posts what is there by then."""
    discord, table = channel.discord, channel.table
    async with channel.run_bot():
        await channel.until_told()
        channel.relay.is_down = True
        channel.relay.cut()
        discord.refuses = 2
        await table.say(table.referee, "attack ada wolf sword; go")
        await table.say(table.referee, "5")
        channel.relay.is_down = False
        await channel.until_told()
        discord.messages.pop(next(iter(discord.messages)))  # somebody deletes it by hand
        await table.say(table.referee, "undo")
        await table.say(table.referee, "harm ben 1: a rock")
        await discord.until(lambda: "Ben" in "".join(discord.messages.values()))


@pytest.mark.slow
@in_channel
async def test_a_bot_that_starts_again_posts_nothing_twice(channel: Channel) -> None:
    """It edits what was told otherwise meanwhile."""
    discord, table = channel.discord, channel.table
    async with channel.run_bot():
        await table.say(table.referee, "attack ada wolf sword; go")
        await table.say(table.referee, "5")
        await channel.until_told()
    posts = discord.posts
    async with channel.run_bot():
        await discord.say(ANNA, CHANNEL, "!help")
        await channel.until_told()
        assert discord.posts == posts
    await table.say(table.referee, "undo")
    async with channel.run_bot():
        await channel.until_told()
    assert discord.posts == posts


@pytest.mark.slow
def test_the_bot_is_run_by_the_name_of_its_folder() -> None:
    """As its README says; without a file of settings, it says that it needs one."""
    command = [sys.executable, "-m", "discord_bot"]
    done = subprocess.run(command, cwd=ROOT / "examples", capture_output=True, text=True)
    assert "Name the file of settings" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_settings_of_the_example_are_read() -> None:
    """As they stand, without people."""
    settings = Settings.read(ROOT / "examples/discord_bot/settings.toml")
    assert (settings.fight, settings.people, settings.channel) == ("", {}, 123456789012345678)


def test_a_message_holds_no_markdown_and_is_never_too_long() -> None:
    """Names may be anything."""
    assert write_message(["**Ada** hit", ""]) == "\\*\\*Ada\\*\\* hit\n·"
    assert len(write_message(["x" * 5000])) == 1900


@in_channel
async def test_no_person_speaks_in_the_channel_as_referee(channel: Channel) -> None:
    """What their token is told would stand there for everybody to read."""
    with pytest.raises(WrongToken, match="person"):
        async with channel.run_bot(anna=("referee",)):
            raise AssertionError("it started")


@pytest.mark.slow
@in_channel
async def test_a_refusal_is_no_markdown(channel: Channel) -> None:
    """It may repeat what somebody wrote."""
    async with channel.run_bot():
        said = await channel.discord.say(ANNA, CHANNEL, "!declare attack ada wolf **x**")
        assert "“\\*\\*x\\*\\*”" in said
