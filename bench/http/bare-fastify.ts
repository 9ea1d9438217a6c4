/**
 * The yardstick of the catalogue rows: a bare Fastify that answers bytes from memory, those of the addresses in
 * ADDRESSES (a JSON list), under /0, /1, …, each as 304 to clients that send its entity tag.
 */
import { createRequire } from 'node:module'

const require = createRequire(new URL('../../server/package.json', import.meta.url))
const { default: Fastify } = (await import(require.resolve('fastify'))) as typeof import('fastify')

const addresses = JSON.parse(process.env.ADDRESSES ?? '[]') as string[]
const app = Fastify()
for (const [index, address] of addresses.entries()) {
  const answer = await fetch(address)
  const body = Buffer.from(await answer.arrayBuffer())
  const type = answer.headers.get('content-type') as string
  const etag = answer.headers.get('etag') as string
  app.get(`/${index}`, (request, reply) => {
    reply.header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.header('content-type', type).send(body)
  })
}
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
