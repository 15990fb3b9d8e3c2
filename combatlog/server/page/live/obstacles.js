// Why something cannot be done, in the words of the rules.
import { showAnswer, showRefusal } from "./say.js";

/** Returns why the chosen one cannot do what comes first: an attack.
 * @param {Server.Options | null} options */
export function findObstacle(options) {
  const first = options?.turn[0];
  return first?.barred ? first.obstacles?.[0]?.reason ?? "" : "";
}

/** Shows why something is barred; without an obstacle, takes away what stood there.
 * @param {Server.Obstacle | undefined} obstacle */
export function showObstacle(obstacle) {
  if (obstacle) showRefusal({ message: obstacle.reason }, null);
  else showAnswer("");
}
