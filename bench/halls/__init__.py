"""Many tables over several servers of one PostgreSQL database: `python -m bench.halls`.

tables     campaigns with a fight each in a database, and their seats
crowd      streams of one server, in a process of their own
commands   commands said at both servers at a steady pace
arrivals   when each event had come to the phones of each server

Each server is a `combatlog serve` of the whole database. The streams of a table are spread over
both of them, and its commands are said at one, so all that is said has to come to the other.
"""
