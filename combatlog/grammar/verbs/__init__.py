"""The verbs: a specification for each, in modules of verbs that belong together.

attack        an attack, with its weapons, modifiers and risks
actions       move, do, special, aid, treat, retreat, disengage, manoeuvre
rounds        go, next, roll
history       undo, redo, rewind, branches, switch, call
corrections   amend, strike, insert, what-if
saves         save, morale
harm          damage outside an attack
rest          time, rest, camp, recover, pack, takeover
join          combatants that join: creatures, people, roster files
numbers       set, skill
conditions    condition, clear
places        area, place, engage, crew
people        kill, revive, remove, return, rename, hand
weapons       arm, disarm
fight         dice, salt, close, bind, revoke, note, end
views         state, log, timeline, chronicle, why, diff, stats, help, quit

Each module ends with `VERBS`, its verbs in the order in which completion and help show them;
`combatlog.grammar.registry` collects them.
"""
