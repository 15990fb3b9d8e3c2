"""Check the digests and the dice of an export, by the page docs/protocol.md alone.

    combatlog export 1 --to jsonl -o fight.jsonl
    python read_export.py fight.jsonl

It needs Python's own library, and nothing of combatlog.
"""

import hashlib
import hmac
import json
import sys


def read_log(lines):
    """Return the header and the rows by seq; stop where a digest does not hang together."""
    header, *rest = lines
    head, rows, before = json.loads(header), {}, bytes(32)
    for line in rest:
        row = json.loads(line)
        before = hash_row(head["fight"], row, split(line), before)
        if before.hex() != row["digest"]:
            raise SystemExit(f"#{row['seq']} does not hang together with the rows before it.")
        rows[row["seq"]] = row
    if len(rows) != head["events"]:
        raise SystemExit(f"{head['events']} events are promised, and {len(rows)} are there.")
    return head, rows


def split(line):
    """Return the JSON of each key of a line as it was stored."""
    found, at, decoder = {}, 1, json.JSONDecoder()
    while line[at - 1] != "}":
        key, at = decoder.raw_decode(line, at)
        end = decoder.raw_decode(line, at + 1)[1]
        found[key], at = line[at + 1 : end], end + 1
    return found


def hash_row(fight, row, texts, before):
    numbers = [row.get(key) for key in ("seq", "parent", "cmd", "cause", "repeats")]
    if "content" in row:
        content = bytes.fromhex(row["content"])
    elif "blind" in row:
        content = compute_hash("content", bytes.fromhex(row["blind"]), texts["event"])
    else:  # format 1
        written = [fight, row["at"], row["by"], texts["event"]]
        head = ["" if each is None else str(each) for each in [*numbers, *map(len, written)]]
        return hashlib.sha256(before + f"{','.join(head)}:{''.join(written)}".encode()).digest()
    said = compute_hash("said", texts["said"]) if "said" in texts else None
    if "saidhash" in row:
        said = bytes.fromhex(row["saidhash"])
    return compute_hash("row", before, fight, *numbers, row["at"], row["by"], content, said)


def pack(tag, *parts):
    data = [
        b"" if part is None else part if isinstance(part, bytes) else str(part).encode()
        for part in (f"combatlog/2/{tag}", *parts)
    ]
    return b"".join(b"%d:%b," % (len(each), each) for each in data)


def compute_hash(tag, *parts):
    return hashlib.sha256(pack(tag, *parts)).digest()


def compute_mac(key, tag, *parts):
    return hmac.digest(key, pack(tag, *parts), "sha256")


def find_secrets(fight, rows):
    """Return the secrets that were opened, and those that follow from them, by anchor and epoch."""
    secrets = {}
    for row in rows.values():
        event = row.get("event", {})
        if event.get("type") == "secret-opened":
            secret = bytes.fromhex(event["secret"])
            for epoch in range(event["epoch"], -1, -1):
                secrets[event["anchor"], epoch] = secret
                secret = compute_hash("epoch", fight, secret)
            if secret.hex() != event["anchor"]:
                raise SystemExit(f"#{row['seq']} opens a secret that does not meet its anchor.")
    return secrets


def check_dice(fight, rows):
    """Compute the drawn dice of format 2 whose secrets are open; return how many they are."""
    secrets = find_secrets(fight, rows)
    anchor, epoch, salts, key, checked = "", 0, [], None, 0
    for seq, row in rows.items():
        event = row.get("event", {})
        match event.get("type"):
            case "fight-started" | "anchored":
                anchor, epoch, key = event.get("anchor", anchor), 0, None
            case "salted":
                salts.append(event["salt"])
            case "closed":
                epoch, key = epoch + 1, None
            case "rolled" if anchor and "draw" in event and "repeats" not in row:
                secret = secrets.get((anchor, epoch))
                if secret is None:
                    continue
                key = key or compute_mac(
                    secret, "dice", fight, bytes.fromhex(anchor), epoch, *salts
                )
                drawn = compute_mac(key, "die", event["by"], event["purpose"], event["draw"], "")
                face = int.from_bytes(drawn[:8], "big") * int(event["die"][1:]) // 2**64 + 1
                if face != event["face"]:
                    raise SystemExit(f"#{seq} shows {event['face']}, and was fixed as {face}.")
                checked += 1
    return checked


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        head, rows = read_log(file.read().splitlines())
    checked = check_dice(head["fight"], rows)
    print(f"{len(rows)} rows hang together; {checked} drawn dice are right.")
