"""The games: what can be declared in them, and what follows from it.

A ruleset checks a declaration against the state of the fight and plays it. A play is a generator
that asks for dice and yields outcomes; it has no other effects. `rulesets.core.play` runs it.

Packages:

    core         the ruleset protocol, plays and their dice, the registry
    definitions  games as data: shipped games, homebrew files, rosters, checks
    games        the shipped games, as TOML files
    options      what can be declared now, and why the rest may not
    common       the rules that all families share
    cairn        the rules of the Cairn family
    brighter     the rules of Brighter Worlds
    paraverse    the rules of Paraverse
"""
