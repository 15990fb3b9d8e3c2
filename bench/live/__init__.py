"""The live table under load: `python -m bench.live`, from a checkout.

campaign   a campaign with many fights, and its seats
process    a server in a process of its own: its memory and CPU time
floor      the least that a server can do: raw asyncio, and a minimal ASGI app
phones     streams that count what they get, and commands
saying     commands at a steady pace
load       many tables, or one with many spectators, at a steady pace
kills      streams whose server is killed and started again
requests   single requests: a phone that slept, previews
pages      the real pages of a table in a browser, with a server of their own
joining    how soon four phones are at a table: `python -m bench.live.joining`
tapping    how soon a tap shows something: `python -m bench.live.tapping`
soak       a table that is used for a long time: `python -m bench.live.soak`
counted    a server whose fights fall asleep soon, and which says how many tasks it has

One `combatlog serve` holds one campaign. A table of many is a fight of it: each fight has its own
log, streams and views, as a campaign of its own would.
"""
