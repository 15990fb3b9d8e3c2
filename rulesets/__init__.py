"""The games: what may be declared, and what becomes of it.

A ruleset checks a declaration against the state of the fight and plays it: a generator that
asks for dice and tells outcomes, and touches nothing else. `rulesets.core.driver` runs it.
"""
