/** The yardstick of uploads: pipes a body into a file in DATA_DIR, syncs it, answers. Listens on PORT. */
import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

createServer((request, response) => {
  void receive(request).then(() => response.end('{}'))
}).listen(Number(process.env.PORT), '127.0.0.1')

async function receive(request: IncomingMessage): Promise<void> {
  if (request.method !== 'POST') return
  const path = join(process.env.DATA_DIR as string, randomUUID())
  await pipeline(request, createWriteStream(path, { flush: true }))
  await rm(path)
}
