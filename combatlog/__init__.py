"""combatlog: an event-sourced combat log for tabletop role-playing games.

    import combatlog

    with combatlog.create("harbour.combatlog", by="Mia") as campaign:
        fight = campaign.start("Bridge ambush", game="golden-idol")
        session = combatlog.Session(campaign, fight)
        session.say("join wolf")

Campaign, Fight, Session    what programs work with; `create` and `open` make campaigns
Result, Step                what a session returns
FightState, Combatant       the state of a fight, as projections compute it
Sheet, Weapon, Game …       what combatants and games are made of; `load_game`, `read_roster`
declarations                what people say: Attack, Move, Resolve, SetScore …
outcomes                    what the rules make of it: DamageDealt, WoundTaken, Died …
CombatlogError              the base of every error; each says in one sentence what to do

The names in `__all__` are stable: they change only with a new minor version, and the changelog
says so. Each is imported when it is first used, so importing the package costs nothing.
"""

from __future__ import annotations

__version__ = "0.3.0"

_homes: dict[str, str] = {}
"""The module of each public name, once it has been read from `__init__.pyi`."""


def _read_homes() -> dict[str, str]:
    """Return the module that defines each public name."""
    if not _homes:
        import ast
        from pathlib import Path

        stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8"))
        for node in stub.body:
            if isinstance(node, ast.ImportFrom) and node.module:
                _homes.update(dict.fromkeys((each.name for each in node.names), node.module))
    return _homes


def __getattr__(name: str) -> object:
    if name == "__all__":
        return sorted([*_read_homes(), "__version__"])
    if name.startswith("_") or name not in _read_homes():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_homes[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*_read_homes(), "__version__"])
