"""Questions that people ask, asked already."""

from __future__ import annotations

VIEWS = {
    "line": """
        SELECT fight_number, seq, round, turn, side, by, type, said FROM events
        WHERE on_line ORDER BY fight_number, seq
    """,
    "undone_events": """
        SELECT fight_number, seq, by, said, undone_how, undone_why FROM events
        WHERE undone ORDER BY fight_number, seq
    """,
    "wounds_open": """
        SELECT f.number AS fight_number, f.title, c.name AS who, c.player, w.label, w.place,
            w.text, w.awaits, w.due, c.standing
        FROM wounds w
        JOIN combatants c ON c.fight_number = w.fight_number AND c.id = w.combatant
        JOIN fights f ON f.number = w.fight_number
        WHERE w.awaits <> '' AND NOT w.healed AND c.standing <> 'dead'
            AND NOT EXISTS (
                SELECT 1 FROM combatants later
                WHERE later.person = c.person AND later.fight_number > c.fight_number
            )
        ORDER BY f.number, c.name
    """,
    "scars": """
        SELECT c.person, c.name AS who, c.player, f.number AS fight_number, f.title, w.label,
            w.text, w.awaits, coalesce(g.name, '') AS given_by
        FROM wounds w
        JOIN combatants c ON c.fight_number = w.fight_number AND c.id = w.combatant
        JOIN fights f ON f.number = w.fight_number
        LEFT JOIN combatants g ON g.fight_number = w.fight_number AND g.id = w.given_by
        WHERE NOT w.brought ORDER BY c.person, f.number, w.number
    """,
    "luck_by_player": """
        SELECT player, fights, dice, luck, luck_spread, luck_score FROM all_players
        ORDER BY luck_score DESC
    """,
    "statistics_by_name": """
        SELECT f.number AS fight_number, f.title, c.name AS who, c.player, c.side, s.attacks,
            s.hits, s.dealt, s.taken, s.absorbed, s.kills, s.saves_passed, s.saves_failed, s.dice,
            s.luck, s.luck_spread
        FROM statistics s
        JOIN combatants c ON c.fight_number = s.fight_number AND c.id = s.combatant
        JOIN fights f ON f.number = s.fight_number
        ORDER BY f.number, c.rowid
    """,
}
"""By name. `wounds_open` are those that still wait for something, of whoever lives, in the last
fight that they were in; `scars` what every person got in which fight."""
