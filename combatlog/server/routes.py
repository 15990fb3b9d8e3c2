"""Every request of the API: its method and path, the types of what is sent and answered, and who
may send it. The app and the OpenAPI document are both made from this table."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from combatlog.server import answers as a
from combatlog.server import correction_requests as corrections
from combatlog.server import fight_requests as fights
from combatlog.server import messages as m
from combatlog.server import proposal_requests as proposals
from combatlog.server import said_requests as said
from combatlog.server import seat_requests as seats
from combatlog.server import view_requests as views
from combatlog.server import webhook_requests as webhooks
from combatlog.server.calls import Call as Call
from combatlog.server.calls import Route as Route
from combatlog.server.calls import Server as Server
from combatlog.server.feed import Frame

_FIGHT = "/api/fights/{fight}"

ROUTES: tuple[Route, ...] = (
    Route(
        "POST",
        "/api/knock",
        "anybody",
        "Sit down at the table.",
        seats.knock,
        m.Knock,
        a.SeatView,
        bot="any",
    ),
    Route(
        "GET",
        "/api/seat",
        "seated",
        "Read your seat.",
        seats.read_own_seat,
        None,
        a.SeatView,
        bot="any",
    ),
    Route("POST", "/api/leave", "seated", "Give your seat up.", seats.leave, bot="any"),
    Route(
        "GET",
        "/api/table",
        "admitted",
        "Read the table.",
        seats.read_table,
        None,
        a.TableView,
        bot="read:public",
    ),
    Route(
        "POST",
        "/api/door",
        "referee",
        "Open the door, with a new code, or close it.",
        seats.move_door,
        m.MoveDoor,
        a.Door,
    ),
    Route(
        "GET", "/api/door.svg", "referee", "Draw the link as QR code.", seats.draw_door, None, bytes
    ),
    Route(
        "POST",
        "/api/votes",
        "referee",
        "Choose who votes on proposals.",
        seats.choose_votes,
        m.ChooseVotes,
        a.VotesView,
    ),
    Route(
        "POST",
        "/api/seats/{seat}",
        "referee",
        "Admit somebody, or change their seat.",
        seats.admit,
        m.Admit,
        a.SeatView,
    ),
    Route(
        "POST",
        "/api/seats/{seat}/hand-over",
        "referee",
        "Make somebody the referee in your place.",
        seats.hand_over,
        m.HandTable,
    ),
    Route(
        "POST",
        "/api/referees",
        "referee",
        "Make a link for another referee.",
        seats.invite_referee,
        None,
        a.Invitation,
    ),
    Route(
        "POST", "/api/bots", "referee", "Make a bot's token.", seats.make_bot, m.MakeBot, a.NewBot
    ),
    Route(
        "GET",
        "/api/webhooks",
        "referee",
        "List the webhooks.",
        webhooks.list_webhooks,
        None,
        list[a.WebhookView],
    ),
    Route(
        "POST",
        "/api/webhooks",
        "referee",
        "Add an address that is told when a fight has ended.",
        webhooks.add_webhook,
        m.AddWebhook,
        a.NewWebhook,
    ),
    Route(
        "DELETE",
        "/api/webhooks/{webhook}",
        "referee",
        "Remove a webhook.",
        webhooks.remove_webhook,
    ),
    Route("DELETE", "/api/seats/{seat}", "referee", "Take a seat away.", seats.remove),
    Route(
        "GET",
        "/api/said",
        "admitted",
        "Read all that you have said; as the referee, that anybody has.",
        said.read_said,
        None,
        a.Said,
        ("name",),
    ),
    Route(
        "GET",
        "/api/games",
        "referee",
        "List the games, with the form of joining.",
        fights.list_games,
        None,
        list[a.GameView],
        bot="referee",
    ),
    Route(
        "GET",
        "/api/people",
        "referee",
        "List who was in the fights of the campaign.",
        fights.list_people,
        None,
        list[a.FormerPeople],
        bot="referee",
    ),
    Route(
        "GET",
        "/api/fights",
        "admitted",
        "List the fights of the campaign.",
        fights.list_fights,
        None,
        list[a.ListedFight],
        bot="read:public",
    ),
    Route(
        "POST",
        "/api/fights",
        "referee",
        "Start a fight.",
        fights.start_fight,
        m.StartFight,
        a.ListedFight,
        bot="referee",
    ),
    Route(
        "GET",
        _FIGHT,
        "admitted",
        "Read how a fight begins.",
        fights.read_opening,
        None,
        a.Opening,
        bot="read:public",
    ),
    Route(
        "GET",
        f"{_FIGHT}/frame",
        "admitted",
        "Read what is new after an event.",
        fights.read_frame,
        None,
        Frame,
        ("after",),
        bot="read:public",
    ),
    Route(
        "GET",
        f"{_FIGHT}/turn",
        "admitted",
        "Read what the fight waits for.",
        fights.read_present_turn,
        None,
        a.Turn,
        bot="read:public",
    ),
    Route(
        "GET",
        f"{_FIGHT}/options/{{combatant}}",
        "admitted",
        "Read what can be declared for a combatant.",
        fights.read_choices,
        None,
        a.Options,
        bot="declare",
    ),
    Route(
        "POST",
        f"{_FIGHT}/commands",
        "admitted",
        "Say a command.",
        fights.say,
        m.SaidCommand,
        a.Recording,
        bot="declare or roll",
    ),
    Route(
        "POST",
        f"{_FIGHT}/late",
        "admitted",
        "Read the correction that brings in a command which came too late.",
        fights.write_late,
        m.SaidCommand,
        a.LateCommand,
    ),
    Route(
        "GET",
        f"{_FIGHT}/completions",
        "admitted",
        "Complete a line as it is typed.",
        views.complete,
        None,
        list[a.Completion],
        ("line",),
        bot="declare",
    ),
    Route(
        "GET",
        f"{_FIGHT}/numbers",
        "admitted",
        "Read a fight in numbers.",
        views.read_numbers,
        None,
        a.Numbers,
        bot="read:public",
    ),
    Route(
        "GET",
        f"{_FIGHT}/recap",
        "admitted",
        "Read who fell and what would have saved them.",
        views.read_recap,
        None,
        dict[str, Any],
        bot="read:public",
    ),
    Route(
        "GET",
        f"{_FIGHT}/odds",
        "admitted",
        "Read the odds of what is declared, or of a line.",
        views.read_odds,
        None,
        dict[str, Any],
        ("line",),
        bot="read:public",
    ),
    Route(
        "POST",
        f"{_FIGHT}/odds",
        "admitted",
        "Read the odds of declarations before they are made.",
        views.read_odds_ahead,
        m.AskOdds,
        dict[str, Any],
    ),
    Route(
        "GET",
        f"{_FIGHT}/why",
        "referee",
        "Read why a value of a combatant is what it is.",
        views.read_why,
        None,
        list[a.ValueReason],
        ("who", "field"),
    ),
    Route(
        "POST",
        f"{_FIGHT}/preview",
        "admitted",
        "Read what a correction would change.",
        corrections.preview,
        m.AskPreview,
        a.Preview,
        bot="referee",
    ),
    Route(
        "POST",
        f"{_FIGHT}/corrections",
        "referee",
        "Apply a correction as it was shown.",
        corrections.correct,
        m.SayCorrection,
        a.Recording,
        bot="referee",
    ),
    Route(
        "POST",
        f"{_FIGHT}/proposals",
        "admitted",
        "Propose an undo, a redo or a correction.",
        proposals.propose,
        m.Propose,
        a.Proposal,
        bot="referee",
    ),
    Route(
        "POST",
        "/api/proposals/{proposal}",
        "admitted",
        "Vote on a proposal, or ask it again.",
        proposals.answer,
        m.AnswerProposal,
        a.Proposal,
        bot="referee",
    ),
)
"""Every request, in the order of the document. The stream of a fight stands in the app alone."""


@cache
def find_decoder(type: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder of what is sent as this type."""
    return msgspec.json.Decoder(type)
