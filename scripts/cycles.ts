/** For each knot of mutually reachable nodes, the shortest cycle of its first. */
export function findCycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const seen = new Set<string>()
  const cycles: string[][] = []
  for (const node of [...edges.keys()].sort()) {
    if (seen.has(node)) continue
    const cycle = shortestCycle(edges, node)
    if (!cycle) continue
    cycles.push(cycle)
    for (const other of cycle) seen.add(other)
  }
  return cycles
}

/** Breadth-first search. */
function shortestCycle(edges: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | undefined {
  const reached = new Set<string>()
  const paths = [[start]]
  for (const path of paths) {
    for (const next of edges.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return path
      if (reached.has(next)) continue
      reached.add(next)
      paths.push([...path, next])
    }
  }
  return undefined
}
