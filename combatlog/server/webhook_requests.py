"""Requests about webhooks: listing, adding and removing them."""

from __future__ import annotations

from combatlog.server import answers as a, messages as m
from combatlog.server.calls import Call, Server
from combatlog.server.deliveries import read_heads
from combatlog.server.webhooks import Webhook, Webhooks
from events.errors import Refused


async def list_webhooks(server: Server, call: Call) -> list[a.WebhookView]:
    """Return the webhooks."""
    hooks = _find(server)
    await server.table.run(hooks.refresh)
    return [view_webhook(each) for each in hooks]


async def add_webhook(server: Server, call: Call) -> a.NewWebhook:
    """Add a webhook; return its secret, too."""
    sent: m.AddWebhook = call.sent
    heads = await server.table.use(call.sitting, read_heads)
    hooks = _find(server)
    made = await server.table.run(lambda: hooks.add(sent.url, heads))
    return a.NewWebhook(view_webhook(made), made.secret)


async def remove_webhook(server: Server, call: Call) -> None:
    """Remove a webhook."""
    hooks = _find(server)
    await server.table.run(lambda: hooks.remove(call.path["webhook"]))
    server.table.hub.ring()


def view_webhook(hook: Webhook) -> a.WebhookView:
    """Return a webhook without its secret and the path of its address."""
    return a.WebhookView(hook.id, hook.place, len(hook.pending), hook.fault)


def _find(server: Server) -> Webhooks:
    if server.webhooks is None:
        raise Refused("This table tells no webhooks.")
    return server.webhooks
