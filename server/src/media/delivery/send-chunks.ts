import type { ServerResponse } from 'node:http'

/**
 * Sends lent chunks at the pace of the client, until it goes away or takes nothing for `idleMs`.
 *
 * @throws what `chunks` throws; the connection is cut then
 */
export async function sendChunks(
  response: ServerResponse,
  first: IteratorResult<Uint8Array, void>,
  chunks: AsyncGenerator<Uint8Array, void>,
  idleMs: number,
): Promise<void> {
  // Node destroys a socket without progress for that long when it has no `timeout` listener.
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
    await chunks.return()
  }
}
