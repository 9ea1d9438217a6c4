import { once } from 'node:events'
import { createReadStream, statSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Files as they lie, with ranges, beside an empty page; nothing of Earmark. */
export async function servePlainFiles() {
  const files = new Map<string, { file: string; contentType: string }>()
  const server = createServer(({ url = '', headers }, response) => {
    const known = files.get(url)
    if (known) sendFile(response, known.file, known.contentType, headers.range)
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>Plain files</title><button>Listen</button>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** @returns its path */
    add(file: string, contentType: string): string {
      const path = `/${files.size}`
      files.set(path, { file, contentType })
      return path
    },
    async stop(): Promise<void> {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function sendFile(response: ServerResponse, file: string, contentType: string, range?: string): void {
  const { size } = statSync(file)
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  const start = Number(from ?? 0)
  const end = to ? Math.min(Number(to), size - 1) : size - 1
  response.writeHead(range ? 206 : 200, {
    'content-type': contentType,
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  createReadStream(file, { start, end }).pipe(response)
}
