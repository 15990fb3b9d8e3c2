"""The audit: what anybody can check of a log without trusting whoever kept it.

Untouched (`chain`, `seal`), fair dice (`dice`, `chance`), right rules (`replay.audit.rules`), who did
what (`deeds`), and all of it together (`report`).
"""
