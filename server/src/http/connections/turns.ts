import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** Of requests that begin one after another; an answer that is ready takes less than one. */
const turnMs = 10

/**
 * Bounds what of one turn of the event loop requests may take to begin: where hundreds arrive at once, the later ones
 * begin in the next turns, in their order, and timers, the database's answers and sounds have theirs between.
 */
export function inTurns(handle: RequestListener): RequestListener {
  let turnBeganAt: number | null = null
  let waiting = 0
  const hasTime = () => {
    if (turnBeganAt !== null) return performance.now() - turnBeganAt < turnMs
    turnBeganAt = performance.now()
    setTimeout(endTurn, 0)
    return true
  }
  const endTurn = () => {
    turnBeganAt = null
  }
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    if (!hasTime()) return void setImmediate(begin, request, response)
    waiting -= 1
    if (!response.destroyed && !request.socket.destroyed) handle(request, response)
  }
  return (request, response) => {
    // A pipelined request waits for the answers before it, and has a limit of its own.
    const isPipelined = response.socket === null
    if (isPipelined || (waiting === 0 && hasTime())) return handle(request, response)
    waiting += 1
    setImmediate(begin, request, response)
  }
}
