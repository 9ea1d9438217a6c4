/**
 * The yardstick of saved positions: a bare Fastify that writes each one into SQLite by a commit of its own, in DATA_DIR,
 * without sessions. Listens on PORT.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const require = createRequire(new URL('../../server/package.json', import.meta.url))
const { default: Fastify } = (await import(require.resolve('fastify'))) as typeof import('fastify')

const database = new DatabaseSync(join(process.env.DATA_DIR as string, 'yardstick.sqlite'))
database.exec('pragma journal_mode = wal')
database.exec('pragma synchronous = full')
database.exec(
  'create table positions (path text primary key, seconds real not null, version integer not null)',
)
const save = database.prepare(
  `insert into positions values (?, ?, 1)
   on conflict do update set seconds = excluded.seconds, version = version + 1 returning seconds, version`,
)

const app = Fastify()
app.get('/', () => ({}))
app.put('/api/positions/me/audio-books/:id', ({ url, body }) => {
  const saved = save.get(url, (body as { positionSeconds: number }).positionSeconds)
  return { positionSeconds: saved?.['seconds'], version: saved?.['version'] }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
