import type { ServerResponse } from 'node:http'

/**
 * Sends the chunks of an answer whose head is written, asking for the next one when the client's connection has
 * taken the last: chunks may be lent. A client that goes away ends the reading at once, and so does one that
 * takes nothing for `idleMs`.
 *
 * @param first what `chunks` gave first
 * @throws what `chunks` throws; the connection is cut then, as the answer cannot be completed
 */
export async function sendChunks(
  response: ServerResponse,
  first: IteratorResult<Uint8Array, void>,
  chunks: AsyncGenerator<Uint8Array, void>,
  idleMs: number,
): Promise<void> {
  // Without a listener of ours, Node destroys a socket that has made no progress for so long.
  response.setTimeout(idleMs)
  let settle: (isTaken: boolean) => void = () => undefined
  response.once('close', () => settle(false))
  const send = (chunk: Uint8Array) =>
    new Promise<boolean>((resolve) => {
      settle = resolve
      response.write(chunk, (error) => resolve(!error))
    })

  try {
    let next = first
    while (!next.done && !response.destroyed && (await send(next.value))) next = await chunks.next()
    if (next.done) response.end()
  } catch (error) {
    response.destroy()
    throw error
  } finally {
    // A chunk is no longer looked at when its write has been called back or its connection has closed.
    await chunks.return()
  }
}
