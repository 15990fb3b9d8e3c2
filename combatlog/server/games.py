"""The games there are, starting a fight, and what the form of joining is made from."""

from __future__ import annotations

from contextlib import suppress

from combatlog.app.campaign import Campaign
from combatlog.server import answers as a, messages as m
from combatlog.server.seats import Seat
from events.errors import Refused, Unreadable
from events.serialization.toml_file import parse_toml
from events.store.envelope import decode_row
from events.types.base import Game
from events.types.declarations import FightStarted
from events.types.sheets import Sheet
from rulesets.common.statements import LARGEST, MOST_ARMOR
from rulesets.core.registry import load_ruleset
from rulesets.definitions.roster import KINDS, parse_roster
from rulesets.definitions.shipped import GAMES, is_file_name, load_shipped_game

_ROSTER = "The roster"
"""What messages call a roster that has no file."""

_KIND_LABELS = {"pc": "player character", "npc": "foe, or anybody else"}

_FLAGS = {"detachment": "detachment", "leader": "leader", "each": "attacks with every weapon"}
"""What somebody can join as, in games that have crowds, with its label."""


def list_fights(campaign: Campaign) -> list[a.ListedFight]:
    """Return the fights of a campaign, in the order they were started."""
    return [
        a.ListedFight(each.id, each.number, each.title, each.game, each.events)
        for each in campaign.fights()
    ]


def list_games(campaign: Campaign) -> list[a.GameView]:
    """Return the shipped games, and the games of one's own that were played in a campaign."""
    return [_view_game(game) for game in _find_games(campaign).values()]


def start_fight(campaign: Campaign, seat: Seat, said: m.StartFight) -> a.ListedFight:
    """Start a fight, and close the dice of those that have ended. Said again under its key, return
    the same fight. Raises `Refused` or `Unreadable`, and then nothing is started."""
    game = _find_games(campaign).get(said.game)
    if game is None:
        raise Refused(f"There is no game “{said.game[:40]}” here; choose one of the list.")
    sheets = read_sheets(said.roster, game) if said.roster.strip() else []
    campaign.by = seat.name
    fight = campaign.start(said.title, game, dice=said.dice, sheets=sheets, key=said.key)
    campaign.close_ended_fights("the next fight was started")
    entry = campaign.find(fight.id)
    return a.ListedFight(entry.id, entry.number, entry.title, entry.game, entry.events)


def read_sheets(roster: str, game: Game) -> list[Sheet]:
    """Return the sheets in the text of a roster. It may name no game file: nothing is read from the
    server's folders. Raises `Refused` or `Unreadable`."""
    with suppress(Refused):
        named = parse_toml(roster).get("game", "")
        if isinstance(named, str) and is_file_name(named):
            raise Unreadable("The roster names a game file; leave that line away.")
    return parse_roster(roster, _ROSTER, game)


def list_people(campaign: Campaign) -> list[a.FormerPeople]:
    """Return who was in each fight of a campaign, the latest fight first, to join another one as
    they were at its end."""
    return [
        a.FormerPeople(
            each.id,
            each.number,
            each.title,
            [
                a.FormerPerson(one.id, one.name, one.kind, one.side, one.player)
                for one in campaign.fight(each.id).state.combatants.values()
                if one.standing != "dead"
            ],
        )
        for each in reversed([*campaign.fights()])
    ]


def _find_games(campaign: Campaign) -> dict[str, Game]:
    """Return the games that a fight can be started with, by id."""
    games = {id: load_shipped_game(id) for id in GAMES}
    for id in campaign.store.fights():
        started = decode_row(next(campaign.store.rows(id, 0, 1))).event
        if isinstance(started, FightStarted):
            games.setdefault(started.game.id, started.game)
    return games


def _view_game(game: Game) -> a.GameView:
    """Return what screens need to know of a game before its fight begins."""
    lexicon = load_ruleset(game.rules).lexicon(game)
    described = [row for _, rows in load_ruleset(game.rules).describe(game) for row in rows]
    notes = {name: note for name, note in described if name in lexicon.creatures}
    kinds = [a.Named(kind, _KIND_LABELS.get(kind, game.words.get(kind, kind))) for kind in KINDS]
    creatures = [a.Named(name, notes.get(name, "")) for name in lexicon.creatures]
    return a.GameView(game.id, game.name, game.credit, kinds, list_fields(game), creatures)


def list_fields(game: Game) -> list[a.FormField]:
    """Return the fields of the form of joining, in the game's order. Their names are those of a
    line, `join NAME KIND FIELD VALUE …`."""
    lexicon = load_ruleset(game.rules).lexicon(game)
    numbers = [
        _make_field(game, name, at < lexicon.needed) for at, name in enumerate(lexicon.fields)
    ]
    craft = [scale for scale in game.scores if scale != "individual"]
    of_craft = [
        _make_field(game, score, False, scale)
        for scale in craft
        for score in game.scores[scale]
        if score not in lexicon.fields
    ]
    flags = [*craft, *(_FLAGS if "crowds" in lexicon.has else ())]
    return [
        *numbers,
        *of_craft,
        _make_field(game, "armor", False),
        a.FormField("weapons", "weapons", "weapons", False),
        a.FormField("player", "player", "text", False),
        a.FormField("side", "side", "text", False),
        *(a.FormField(flag, _FLAGS.get(flag, flag), "switch", False) for flag in flags),
    ]


def _make_field(game: Game, name: str, needed: bool, scale: str = "") -> a.FormField:
    """Return the field of a number or a die, or of the area."""
    if name == "area":
        return a.FormField(name, name, "text", needed)
    lexicon = load_ruleset(game.rules).lexicon(game)
    if name in lexicon.dice:
        return a.FormField(name, name, "die", needed, scale, choices=[*lexicon.dice[name]])
    most = MOST_ARMOR if name == "armor" else LARGEST
    least, most = lexicon.ranges.get(name, (0, most))
    return a.FormField(name, name, "number", needed, scale, least, most)
