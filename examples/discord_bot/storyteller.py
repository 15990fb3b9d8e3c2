"""The story of a fight in a channel: what is new is posted, what is told otherwise is edited, and
what was taken back is deleted."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import aiohttp
import discord

from combatlog.client import Frame, Story

LONGEST = 1900
"""The most characters of a message; Discord takes 2000."""

PAUSE = 5.0
"""How many seconds to wait where Discord does not take a message."""

log = logging.getLogger("combatlog.discord")


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
