"""Rebuild the state of a fight from an export, by the page docs/protocol.md alone.

    combatlog export 1 --to jsonl -o fight.jsonl
    python rebuild_state.py fight.jsonl

It needs Python's own library, and nothing of combatlog. The state is that of `combatlog state
--json`, without the game.
"""

import json
import sys
from copy import deepcopy

from read_export import read_log

COUNTED = {"move": "moves"} | dict.fromkeys(
    ("attack", "aid", "retreat", "special", "act", "treat", "disengage", "manoeuvre"), "acted"
)
TEXTS = ("side", "player", "origin", "area", "noun", "plural", "how", "successor")
NUMBERS = ("armor", "shield", "moves", "acted")
FLAGS = ("leader", "each", "fresh", "heir")
LISTS = ("weapons", "effects", "conditions", "wounds", "used", "engaged", "shaken", "spent")
OBJECTS = ("choices", "skills", "crew", "last")


def create_combatant(sheet):
    """Return a combatant as it joins: the sheet, and what is not on it as it is at first."""
    one = {"kind": "npc", "scale": "individual", "standing": "in"}
    for names, empty in ((TEXTS, ""), (NUMBERS, 0), (FLAGS, False), (LISTS, []), (OBJECTS, {})):
        one |= {name: deepcopy(empty) for name in names}
    one |= deepcopy(sheet)
    one["maxima"] = {**sheet["scores"], **sheet.get("maxima", {})}
    return one


def rebuild(rows, head):
    """Return the state at an event, as `combatlog state --json` gives it."""
    state = {
        "seq": head,
        "title": "",
        "dice": "digital",
        "sealed": "",
        "ended": False,
        "round": 0,
        "order": [],
        "late": [],
        "turn": 0,
        "turns": 0,
        "acting": "",
        "alone": "",
        "clock": 0,
        "rolled": False,
        "combatants": {},
        "sides": {},
        "players": [],
        "pending": [],
        "playing": 0,
        "awaited": [],
        "shaken": {},
        "spent": {},
        "phase": "",
        "areas": {},
    }
    for seq in find_line(rows, head):
        event = rows[seq]["event"]
        change_round(state, seq, event, event["type"])
        if who := event.get("who"):
            if isinstance(who, str):
                change_one(state, state["combatants"][who], event, event["type"])
        else:
            change_several(state, event, event["type"])
    return state


def find_line(rows, seq):
    """Return the seqs from the first event to this one, by the parents."""
    line = []
    while seq:
        line.append(seq)
        seq = rows[seq]["parent"]
    return line[::-1]


def change_round(state, seq, event, type):
    """Apply what an event changes in rounds, turns and declarations."""
    pending, one = state["pending"], state["combatants"].get(event.get("by", ""))
    match type:
        case "fight-started":
            state.update(
                title=event["title"],
                dice=event.get("dice", "digital"),
                sealed=event.get("sealed", ""),
            )
        case "choose-dice":
            state["dice"] = event["dice"]
        case "sealed":
            state["sealed"] = event["sealed"]
        case "end-fight":
            state["ended"] = True
        case "area":
            state["areas"][event["name"]] = event
        case _ if type in COUNTED:
            gone = find_replaced(state, one, event) if event.get("instead") else []
            state["pending"] = [each for each in pending if each not in gone]
            state["pending"].append({"seq": seq, "action": event, "overruled": []})
        case "overruled" if pending and seq == pending[-1]["seq"] + 1 + len(
            pending[-1]["overruled"]
        ):
            named = f"{event['clause']} {event['bar']}" if event.get("bar") else event["problem"]
            pending[-1]["overruled"].append(named)
        case "lapsed" if not state["acting"]:
            state["pending"] = [each for each in pending if each["action"]["by"] != event["who"]]
        case "round-began":
            state.update(
                round=event["number"],
                order=list(event["order"]),
                late=list(event.get("late", [])),
                turn=0,
                rolled=False,
            )
            for each in state["combatants"].values():
                each.update(moves=0, acted=0, used=[], fresh=False)
        case "round-ended":
            state.update(pending=[], phase="")
        case "turn-began":
            state.update(
                turns=state["turns"] + 1, acting=event["side"], alone=event.get("alone", "")
            )
        case "turn-ended":
            finish(state, find_done(state, event), state["round"])
            state.update(acting="", alone="")
            if state["round"] and not event.get("alone"):
                state["turn"] += 1
        case "phase-began":
            state.update(turns=state["turns"] + 1, phase=event["phase"])
        case "phase-ended":
            finish(state, [each for each in pending if each["seq"] in event.get("done", [])], True)
            state["phase"] = ""
        case "clock-advanced":
            state["clock"] = event["now"]
        case "awaited":
            state.update(playing=event["input"], awaited=list(event["asks"]))
        case "rolled":
            if state["round"] and event["purpose"] != "opening":
                state["rolled"] = True
            same = ("root", "by", "purpose", "die", "nth")
            state["awaited"] = [
                each
                for each in state["awaited"]
                if any(each.get(key, 1) != event.get(key, 1) for key in same)
            ]
            if not state["awaited"]:
                state["playing"] = 0


def find_replaced(state, one, action):
    """Return the declarations that an action with `instead` replaces."""
    waiting = [each for each in state["pending"] if each["action"]["by"] == action["by"]]
    if state["phase"]:
        return waiting
    moves = [each for each in waiting if each["action"]["type"] == "move"]
    if action["type"] == "move":
        return moves[-1:] or waiting
    actions, arms = [each for each in waiting if each not in moves], find_arms(action)
    if action["type"] == "manoeuvre" and not arms:
        return [each for each in actions if not find_arms(each["action"])]
    if arms and one["each"]:
        return [each for each in actions if find_arms(each["action"]) & arms] or actions
    return actions or moves[1:]


def find_arms(action):
    if action["type"] == "attack":
        return set(action.get("weapons", []))
    return {action["weapon"]} if action["type"] == "manoeuvre" and action.get("weapon") else set()


def find_done(state, event):
    """Return the declarations that a turn carried out."""
    pending, people = state["pending"], state["combatants"]
    if event.get("done"):
        return [each for each in pending if each["seq"] in event["done"]]
    if event.get("alone"):
        return [each for each in pending if each["action"]["by"] == event["alone"]][-1:]
    order, turn = state["order"], state["turn"]
    if turn >= len(order):
        return [each for each in pending if people[each["action"]["by"]]["side"] == event["side"]]
    return [each for each in pending if acts(order, turn, people[each["action"]["by"]], state)]


def acts(order, turn, one, state):
    """Return whether somebody acts in a turn; of a side's two turns, the late act in the second."""
    if order[turn] != one["side"] or order.count(one["side"]) == 1:
        return order[turn] == one["side"]
    return (one["side"] in order[:turn]) == (one["id"] in state["late"])


def finish(state, done, is_counted):
    for each in done if is_counted else ():
        one, action = state["combatants"][each["action"]["by"]], each["action"]
        one[COUNTED[action["type"]]] += 1
        if action["type"] == "attack":
            one["used"] = one["used"] + action.get("weapons", [])
    state["pending"] = [each for each in state["pending"] if each not in done]


def change_several(state, event, type):
    """Apply an event that is about a side, or about no one combatant in `who`."""
    people = state["combatants"]
    match type:
        case "join":
            one = create_combatant(event["sheet"])
            one["fresh"] = state["rolled"] and state["round"] > 0
            people[one["id"]] = one
            if one["kind"] != "npc":
                count_as_players(state, one["side"])
            take_side(state, one, one["side"])
        case "control-passed":
            heir = people[event["now"]]
            if not event.get("played"):
                heir["fresh"] = state["rolled"] and state["round"] > 0
            heir.update(player=event["player"], kind="pc", heir=True)
            people[event["was"]]["successor"] = heir["id"]
        case "attack-rolled":
            last = people[event["by"]]["last"]
            before = last.get(event["weapon"], {})
            targets = before["targets"] if before.get("turn") == state["turns"] else []
            last[event["weapon"]] = {"turn": state["turns"], "targets": [*targets, event["target"]]}
        case "morale-shaken":
            state["shaken"].setdefault(event["side"], []).append(event["ground"])
        case "morale-tested":
            state["shaken"].pop(event["side"], None)
            state["spent"].setdefault(event["side"], []).extend(event["grounds"])


def take_side(state, one, side):
    is_new, order, turn = side not in state["sides"], state["order"], state["turn"]
    one["side"] = side
    members = state["sides"].setdefault(side, [])
    if one["id"] not in members:
        members.append(one["id"])
    state["late"] = [id for id in state["late"] if id != one["id"]]
    if is_new and state["round"]:
        order.append(side)
    elif side in order[:turn] and side in order[turn:]:
        state["late"].append(one["id"])


def count_as_players(state, side):
    if side not in state["players"]:
        state["players"].append(side)


def change_one(state, one, event, type):
    """Apply an event about one combatant."""
    people = state["combatants"]
    match type:
        case "score-changed":
            one["scores"][event["score"]] = event["now"]
        case "maximum-changed":
            one["maxima"][event["score"]] = event["now"]
        case "set-score":
            scores, maxima, name = one["scores"], one["maxima"], event["score"]
            if "maximum" in event:
                maxima[name] = event["maximum"]
                scores[name] = min(scores[name], event["maximum"])
            if "now" in event:
                scores[name] = event["now"]
                maxima[name] = max(maxima[name], event["now"])
        case "wound-taken":
            one["wounds"].append(dict(event["wound"]))
        case "wound-tended" | "wound-closed":
            treat(one, event, "tended" if type == "wound-tended" else "healed")
        case "condition-began" | "add-condition":
            found = {"name": event["condition"]}
            kept = (
                ("bars", "source", "about", "due")
                if type == "condition-began"
                else ("bars", "about")
            )
            found |= {key: event[key] for key in kept if key in event}
            one["conditions"].append(found | ({"since": state["turns"]} if state["turns"] else {}))
        case "condition-ended":
            one["conditions"] = [
                each
                for each in one["conditions"]
                if (each["name"], each.get("source", ""), each.get("about", ""))
                != (event["condition"], event.get("source", ""), event.get("about", ""))
            ]
        case "end-condition":
            about = event.get("about", "")
            one["conditions"] = [
                each
                for each in one["conditions"]
                if each["name"] != event["condition"] or about not in ("", each.get("about", ""))
            ]
        case "died":
            one.update(standing="dead", how=event["of"])
        case "kill":
            one.update(standing="dead", how=event.get("why") or "killed")
        case "left":
            one.update(standing="gone", how=event["how"])
        case "remove":
            one.update(standing="gone", how=event.get("why") or "left")
        case "revive" | "return":
            one.update(standing="in", how="", successor="")
        case "moved":
            one["last"] = {}
            if event.get("to") in state["areas"]:
                one["area"] = event["to"]
        case "place":
            one["area"] = event["area"]
        case "crew":
            one["crew"] = {id: post for id, post in one["crew"].items() if id != event["member"]}
            if not event.get("ashore"):
                one["crew"][event["member"]] = event.get("post", "")
        case "engagement-began" | "engagement-ended" | "engage":
            if type != "engagement-began":
                for id in one["engaged"]:
                    people[id]["engaged"].remove(one["id"])
                one["engaged"] = []
            for id in event.get("opponents", []) if type != "engagement-ended" else ():
                for here, there in ((one, people[id]), (people[id], one)):
                    if there["id"] not in here["engaged"]:
                        here["engaged"].append(there["id"])
        case "rename":
            one.update(name=event["name"], noun="", plural="")
        case "hand-over":
            one["player"] = event.get("player", "")
            if event.get("side") and event["side"] != one["side"]:
                take_side(state, one, event["side"])
        case "arm":
            name = event["weapon"]["name"]
            one["weapons"] = [each for each in one["weapons"] if each["name"] != name]
            one["weapons"].append(event["weapon"])
        case "disarm":
            one["weapons"] = [each for each in one["weapons"] if each["name"] != event["weapon"]]
        case "set-skill":
            one["skills"][event["skill"]] = event["now"]
        case "set-trait":
            set_trait(state, one, event["trait"], event["value"])
        case "morale-shaken":
            one["shaken"].append(event["ground"])
        case "morale-tested":
            one["shaken"], one["spent"] = [], one["spent"] + event["grounds"]


def treat(one, event, how):
    """Tend or heal a wound; a healed scar stays, unless the event says that it is gone."""
    if event.get("healed"):
        one["wounds"] = [each for each in one["wounds"] if each["label"] != event["wound"]]
        return
    for wound in one["wounds"]:
        if wound["label"] == event["wound"]:
            text = wound.get("text", "")
            if text.startswith(("tended (", "healed (")):
                text = text.partition("(")[2].removesuffix(")")
            wound["text"] = f"{how} ({text})" if text else how
            wound.pop("due", None)
            wound.pop("awaits", None)
            if event.get("awaits"):
                wound["awaits"] = event["awaits"]


def set_trait(state, one, trait, value):
    if trait in ("armor", "shield"):
        one[trait] = int(value)
    elif trait == "side":
        take_side(state, one, value)
    elif trait in ("leader", "each"):
        one[trait] = value == "yes"
    elif trait in ("kind", "scale"):
        one[trait] = value
        if value == "pc" and not state["players"]:
            count_as_players(state, one["side"])
    else:
        one["choices"] = {**one["choices"], trait: value}


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        head, rows = read_log(file.read().splitlines())
    print(json.dumps(rebuild(rows, max(rows)), ensure_ascii=False, indent=2))
