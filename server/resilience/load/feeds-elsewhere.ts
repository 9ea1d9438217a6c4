import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rss } from '../../src/testing/made-up-feeds.ts'
import { answers, file } from '../../src/testing/made-up-internet/answers.ts'
import { waveFile } from '../../src/testing/wave-file.ts'

/** Hosts of feeds on the loopback, each at an address of its own; of each feed an episode is new at every third request. */
export interface FeedsElsewhere extends AsyncDisposable {
  readonly urls: readonly string[]
}

const mostHosts = 100
const itemsAtFirst = 20
const soundBytes = 1024 ** 2

export async function startFeedsElsewhere(count: number): Promise<FeedsElsewhere> {
  const asked = new Map<string, number>()
  const sound = file(waveFile(soundBytes), 'audio/wav')
  const answer: RequestListener = ({ url: path = '', method = '', headers }, response) => {
    const request = { path, method, headers, now: Date.now() }
    if (path.endsWith('.wav')) return sound(request, response)
    const times = (asked.get(path) ?? 0) + 1
    asked.set(path, times)
    const items = itemsAtFirst + Math.floor(times / 3)
    const etag = `"${items}"`
    if (headers['if-none-match'] === etag) return answers(304)(request, response)
    answers(200, feedOf(`http://${headers.host}${path}`, items), { etag })(request, response)
  }
  const servers: Server[] = []
  let port = 0
  for (let host = 1; host <= Math.min(count, mostHosts); host += 1) {
    const server = createServer(answer).listen(port, `127.0.4.${host}`)
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
    servers.push(server)
  }
  const urlOf = (number: number) => `http://127.0.4.${(number % servers.length) + 1}:${port}/${number}`
  return {
    urls: Array.from({ length: count }, (_, number) => urlOf(number)),
    async [Symbol.asyncDispose]() {
      const ended = servers.map((server) => once(server, 'close'))
      for (const server of servers) server.close().closeAllConnections()
      await Promise.all(ended)
    },
  }
}

function feedOf(url: string, count: number): string {
  const items = Array.from({ length: count }, (_, index) => count - index).map((number) => ({
    title: `Walk ${number}`,
    publishedAt: Date.UTC(2025, 0, 1) + number * 3_600_000,
    url: `${url}/${number}.wav`,
    bytes: soundBytes,
  }))
  return rss({ title: `Walks of ${new URL(url).host}${new URL(url).pathname}`, items })
}
