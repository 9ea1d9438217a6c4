import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Trouble } from '../../src/testing/s3-store.ts'

/** What may be wrong with a store, in the order of how bad it is. */

/** It answers that it cannot. */
export const refuse: Trouble = (request, response) => {
  request.resume()
  response.writeHead(503).end()
}

/** It knows nothing of an upload that it has begun. */
export const forget: Trouble = (request, response) => {
  request.resume()
  response.writeHead(404, { 'content-type': 'application/xml' })
  response.end('<?xml version="1.0"?><Error><Code>NoSuchUpload</Code><Message>No.</Message></Error>')
}

/** It takes requests, and is silent. */
export const hang: Trouble = () => undefined

/** It ends the connection at once. */
export const hangUp: Trouble = (request) => void request.socket.destroy()

/** It takes this long to begin. */
export function delay(milliseconds: () => number): Trouble {
  return (_request, _response, next) => void setTimeout(next, milliseconds())
}

/** Its answers with objects end after so many bytes: the connection is cut, or nothing more comes. */
export function stopAfter(bytes: number, how: 'cut' | 'silent'): Trouble {
  return (_request, response, next) => {
    let left = bytes
    const write = response.write.bind(response) as (chunk: Uint8Array) => boolean
    response.write = ((chunk: Uint8Array): boolean => {
      if (left > 0) write(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0 && how === 'cut') setImmediate(() => response.destroy())
      return left > 0
    }) as ServerResponse['write']
    response.end = (() => response) as ServerResponse['end']
    next()
  }
}

/** Only requests like this one meet it. */
export function only(isMeant: (request: IncomingMessage) => boolean, trouble: Trouble): Trouble {
  return (request, response, next) => {
    if (isMeant(request)) trouble(request, response, next)
    else next()
  }
}
