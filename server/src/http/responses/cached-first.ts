import type { IncomingMessage, RequestListener } from 'node:http'
import type { ResponseCache } from './response-cache.ts'
import { respond } from './send-response.ts'

/**
 * Sends open responses of the cache in front of the framework, whose way to them costs as much as all the rest of them. It
 * has each request that one of its hooks has something to say of.
 */
export function cachedFirst(
  handle: RequestListener,
  responseCache: ResponseCache,
  isStopping: () => boolean,
): RequestListener {
  return (request, response) => {
    // Node assigns the socket to one response after the other: without it the request is pipelined.
    const isNext = response.socket !== null && !isStopping()
    const cached = isNext && isPlain(request) ? responseCache.find(request.url ?? '') : undefined
    const open = cached?.open
    if (!open) return handle(request, response)
    const begin = () => open(request)
    const fail = () => handle(request, response)
    respond({ request, response, begin, fail }, cached)
  }
}

/** Without a body, and for a response that may come from a cache. */
function isPlain(request: IncomingMessage): boolean {
  const { method, httpVersion, headers } = request
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    namesItsHost(request) &&
    headers['cache-control'] === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  )
}

/** Once; before HTTP/1.1 it need not (RFC 9112, 3.2). The parser drops repetitions from `headers`. */
export function namesItsHost({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersion !== '1.1'
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts === 1
}
