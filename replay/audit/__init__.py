"""The audit: what anybody can check of a log without trusting whoever kept it.

Untouched (`chain`, `seal`), fair dice (`fairness`), right rules (`rules`), who did what
(`deeds`), and all of it together (`report`).
"""
