import { Kysely, PostgresDialect } from 'kysely'
import { join } from 'node:path'
import { openPool, preparing } from '../../src/db/engine/postgres-pool.ts'
import { postgres } from '../../src/db/engine/postgres.ts'
import type { Tables } from '../../src/db/schema/tables.ts'
import { sqlite, sqliteDialect, sqliteFileName } from '../../src/db/engine/sqlite.ts'
import { migrate } from '../../src/db/migrate.ts'

/** Migrates a database in a process of its own, which is killed after as many statements as LAST_STATEMENT says. */

const { DATABASE_URL: url = '', DATA_DIR: dataDir = '', LAST_STATEMENT: last } = process.env
const dialect =
  url === ''
    ? sqliteDialect(join(dataDir, sqliteFileName))
    : new PostgresDialect({ pool: await openPool(url, preparing) })
let statements = 0
const log = () => {
  statements += 1
  if (statements === Number(last)) process.kill(process.pid, 'SIGKILL')
}
const connection = new Kysely<Tables>({ dialect, log })
await migrate(connection, url === '' ? sqlite : postgres)
await connection.destroy()
