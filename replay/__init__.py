"""History: where a fight can go back to, and what its branches are.

Everything here reads rows and returns events for somebody else to append.
"""
