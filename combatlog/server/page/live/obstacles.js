// Why something cannot be done, in the words of the rules.
import { say } from "../stage/labels.js";
import { nameOption } from "./names.js";
import { isFightOver } from "./resolving.js";
import { showAnswer, showRefusal } from "./say.js";

/** Returns why the chosen one cannot do what comes first: an attack. After the end, what can still be done.
 * @param {Server.Options | null} options */
export function findObstacle(options) {
  const first = options?.turn[0];
  const open = options?.turn.filter(({ barred }) => !barred) ?? [];
  if (first?.barred && open.length && isFightOver()) return say("live.over-but", { what: open.map(nameOption).join(", ") });
  return first?.barred ? first.obstacles?.[0]?.reason ?? "" : "";
}

/** Shows why something is barred; without an obstacle, takes away what stood there.
 * @param {Server.Obstacle | undefined} obstacle */
export function showObstacle(obstacle) {
  if (obstacle) showRefusal({ message: obstacle.reason }, null);
  else showAnswer("");
}
