// Whether what was declared can be resolved now.

/** Returns what resolves all that is declared; undefined where that is not offered.
 * @param {Server.Turn} turn */
export function findResolve({ rulings }) {
  return rulings.find(isResolve);
}

/** Returns whether the referee could resolve once somebody has declared, and leave nobody out.
 * @param {Server.Turn} turn @param {string} name */
export function isLastToDeclare({ waiting, rulings, left_out: leftOut }, name) {
  const at = rulings.findIndex(isResolve);
  return at >= 0 && (!leftOut[at] || waiting.every((each) => each === name));
}

/** @param {Server.Option} option */
function isResolve({ type, given }) {
  return type === "resolve" && !given.who;
}
