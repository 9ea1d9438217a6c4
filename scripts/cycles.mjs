/**
 * The cycles of a graph, one for each knot of mutually reachable places: the shortest way round from its first.
 * @param {Map<string, Set<string>>} edges
 * @returns {string[][]}
 */
export function findCycles(edges) {
  const seen = new Set()
  /** @type {string[][]} */
  const cycles = []
  for (const place of [...edges.keys()].sort()) {
    if (seen.has(place)) continue
    const cycle = shortestWayRound(edges, place)
    if (!cycle) continue
    cycles.push(cycle)
    for (const other of cycle) seen.add(other)
  }
  return cycles
}

/**
 * @param {Map<string, Set<string>>} edges
 * @param {string} start
 */
function shortestWayRound(edges, start) {
  const reached = new Set()
  let ways = [[start]]
  while (ways.length > 0) {
    /** @type {string[][]} */
    const longer = []
    for (const way of ways) {
      for (const next of edges.get(way.at(-1) ?? '') ?? []) {
        if (next === start) return way
        if (reached.has(next)) continue
        reached.add(next)
        longer.push([...way, next])
      }
    }
    ways = longer
  }
  return undefined
}
