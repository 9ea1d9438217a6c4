import { randomUUID } from 'node:crypto'

/** A database for one test server: nothing to make for SQLite, one of its own in the cluster for PostgreSQL. */
export interface EmptyDatabase {
  /** Empty for SQLite. */
  readonly url: string
  drop(): Promise<void>
}

export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  if (process.env.EARMARK_TEST_ENGINE !== 'postgres') return { url: '', drop: async () => undefined }
  const clusterUrl = process.env.EARMARK_TEST_DATABASE_URL
  if (!clusterUrl) throw new Error('EARMARK_TEST_DATABASE_URL is not set: is the PostgreSQL cluster running?')
  const name = `earmark_${randomUUID().replaceAll('-', '')}`
  await administer(clusterUrl, `create database ${name}`)
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(clusterUrl, `drop database ${name} with (force)`) }
}

async function administer(clusterUrl: string, statement: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
