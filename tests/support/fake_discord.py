"""A small Discord for tests: the REST requests for messages, and the gateway with its sessions, in
this process."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import WSMsgType, web

BOT = {"id": "1", "username": "Herald", "discriminator": "0", "avatar": None, "bot": True}

HELLO, DISPATCH, HEARTBEAT, IDENTIFY, RESUME, ACK = 10, 0, 1, 2, 6, 11


class FakeDiscord:
    """Keeps the messages of all channels, and what the gateway has told in its one session."""

    def __init__(self) -> None:
        self.port = 0
        self.messages: dict[int, str] = {}
        """The messages that the bot has posted and not deleted, by id."""
        self.replies: list[str] = []
        """The messages that answer one of somebody."""
        self.sent = ""
        """Everything that the bot has ever sent."""
        self.posts = 0
        self.refuses = 0
        """How many requests are answered with 500 from now on."""
        self.identified = self.resumed = 0
        self._told: list[dict[str, Any]] = []
        self._sockets: list[_Socket] = []
        self._next = 1000
        self._news = asyncio.Event()

    @asynccontextmanager
    async def run(self) -> AsyncIterator[FakeDiscord]:
        """Listen within the context."""
        app = web.Application()
        app.add_routes(
            [
                web.get("/api/users/@me", self._tell_me),
                web.get("/api/oauth2/applications/@me", self._tell_application),
                web.post("/api/channels/{channel}/messages", self._take_message),
                web.patch("/api/channels/{channel}/messages/{id}", self._edit_message),
                web.delete("/api/channels/{channel}/messages/{id}", self._delete_message),
                web.get("/gateway/", self._open_gateway),
            ]
        )
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.port = runner.addresses[0][1]
        try:
            yield self
        finally:
            await runner.cleanup()

    async def say(self, user: int, channel: int, text: str) -> str:
        """Let somebody say something; return the bot's reply, when it comes."""
        before = len(self.replies)
        self.tell_said(user, channel, text)
        await self.until(lambda: len(self.replies) > before)
        return self.replies[-1]

    def tell_said(self, user: int, channel: int, text: str, id: int = 0) -> None:
        """Let the gateway tell that somebody has said something. It keeps it for a bot that is not
        connected."""
        author = {"id": str(user), "username": f"user{user}", "discriminator": "0", "avatar": None}
        message = self._make_message(channel, text, author, id)
        told = {"op": DISPATCH, "t": "MESSAGE_CREATE", "s": len(self._told) + 1, "d": message}
        self._told.append(told)
        for each in self._sockets:
            each.tell(told)

    async def cut_gateway(self) -> None:
        """End the connections of the gateway, as a lost network does."""
        for each in [*self._sockets]:
            await each.cut()

    def wake(self) -> None:
        """Look again at what is waited for."""
        self._news.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds, after each request."""
        while not holds():
            self._news.clear()
            await self._news.wait()

    def _make_message(
        self, channel: int, text: str, author: dict[str, Any], id: int = 0
    ) -> dict[str, Any]:
        self._next += 1
        return {
            "id": str(id or self._next),
            "channel_id": str(channel),
            "guild_id": "7",
            "author": author,
            "content": text,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            **{name: [] for name in ("mentions", "mention_roles", "attachments", "embeds")},
            "pinned": False,
            "type": 0,
        }

    async def _tell_me(self, request: web.Request) -> web.Response:
        return _answer_json(BOT)

    async def _tell_application(self, request: web.Request) -> web.Response:
        application = {"id": "1", "name": "Herald", "icon": None, "description": "", "flags": 0}
        more = {"bot_public": True, "bot_require_code_grant": False, "verify_key": "", "owner": BOT}
        return _answer_json({**application, **more, "team": None})

    async def _take_message(self, request: web.Request) -> web.Response:
        self._refuse_if_told(request)
        sent = await request.json()
        assert sent["allowed_mentions"]["parse"] == []
        self.sent += sent["content"]
        message = self._make_message(int(request.match_info["channel"]), sent["content"], BOT)
        if "message_reference" in sent:
            self.replies.append(sent["content"])
        else:
            self.posts += 1
            self.messages[int(message["id"])] = sent["content"]
        self._news.set()
        return _answer_json(message)

    async def _edit_message(self, request: web.Request) -> web.Response:
        self._refuse_if_told(request)
        sent = await request.json()
        self.sent += sent["content"]
        id = int(request.match_info["id"])
        if id not in self.messages:
            return _answer_json({"code": 10008, "message": "Unknown Message"}, status=404)
        self.messages[id] = sent["content"]
        self._news.set()
        channel = int(request.match_info["channel"])
        return _answer_json(self._make_message(channel, sent["content"], BOT, id))

    async def _delete_message(self, request: web.Request) -> web.Response:
        self._refuse_if_told(request)
        if self.messages.pop(int(request.match_info["id"]), None) is None:
            return _answer_json({"code": 10008, "message": "Unknown Message"}, status=404)
        self._news.set()
        return web.Response(status=204)

    def _refuse_if_told(self, request: web.Request) -> None:
        assert request.headers["authorization"] == "Bot discord-token"
        if self.refuses:
            self.refuses -= 1
            raise web.HTTPNotImplemented

    async def _open_gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        opened = _Socket(socket)
        opened.tell({"op": HELLO, "d": {"heartbeat_interval": 41250}})
        try:
            async for received in socket:
                if received.type is WSMsgType.TEXT:
                    self._answer(opened, json.loads(received.data))
        finally:
            if opened in self._sockets:
                self._sockets.remove(opened)
            await opened.end()
        return socket

    def _answer(self, socket: _Socket, sent: dict[str, Any]) -> None:
        if sent["op"] == HEARTBEAT:
            socket.tell({"op": ACK})
        elif sent["op"] == IDENTIFY:
            self.identified += 1
            ready = {
                "v": 10,
                "user": BOT,
                "guilds": [],
                "session_id": "session",
                "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway/",
                "application": {"id": "1", "flags": 0},
            }
            told = {"op": DISPATCH, "t": "READY", "s": len(self._told) + 1, "d": ready}
            self._told.append(told)
            socket.tell(told)
            self._sockets.append(socket)
        elif sent["op"] == RESUME:
            self.resumed += 1
            for told in self._told[sent["d"]["seq"] :]:
                socket.tell(told)
            socket.tell({"op": DISPATCH, "t": "RESUMED", "s": len(self._told), "d": {}})
            self._sockets.append(socket)
        self._news.set()


def _answer_json(data: object, status: int = 200) -> web.Response:
    """Return JSON as Discord does, without a charset."""
    headers = {"content-type": "application/json"}
    return web.Response(body=json.dumps(data).encode(), status=status, headers=headers)


class _Socket:
    """A connection of the gateway; what it tells is one compressed stream."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket
        self._stream = zlib.compressobj()
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._sending = asyncio.create_task(self._send())

    def tell(self, told: dict[str, Any]) -> None:
        self._queue.put_nowait({"s": None, "t": None, "d": None, **told})

    async def cut(self) -> None:
        transport = self._socket._req.transport if self._socket._req is not None else None
        if transport is not None:
            transport.abort()
        await asyncio.sleep(0)

    async def end(self) -> None:
        self._sending.cancel()
        await asyncio.gather(self._sending, return_exceptions=True)

    async def _send(self) -> None:
        while True:
            text = json.dumps(await self._queue.get()).encode()
            await self._socket.send_bytes(
                self._stream.compress(text) + self._stream.flush(zlib.Z_SYNC_FLUSH)
            )
