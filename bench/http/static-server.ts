/** The yardstick: @fastify/static on one folder. Prints its port. */
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

const app = Fastify()
await app.register(fastifyStatic, { root: process.argv[2] as string })
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
console.log(typeof address === 'object' ? address?.port : '')
