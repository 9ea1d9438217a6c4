/** The yardstick of the relay: Node's own client piped into Node's own server. Takes an origin's port, prints its own. */
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const port = Number(process.argv[2])
const agent = new Agent({ keepAlive: true })
const server = createServer(({ url: path, method, headers: { range } }, response) => {
  const headers = range === undefined ? {} : { range }
  request({ host: '127.0.0.1', port, path, method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.on('error', () => response.destroy()).pipe(response)
    if (response.destroyed) answer.destroy()
    response.once('close', () => answer.destroy())
  }).end()
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
