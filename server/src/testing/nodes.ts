import type { FastifyInstance } from 'fastify'
import { vi } from 'vitest'
import type { Deps } from '../app.ts'
import type { TestServer } from './server.ts'

export interface TestNode extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly deps: Deps
}

/**
 * Another node on a test server's database, or the same one started anew: with connections and modules of its own,
 * so that what one process keeps in memory is not known to the other. They share clock, configuration and keys.
 */
export async function startNode(server: TestServer): Promise<TestNode> {
  vi.resetModules()
  const { openDatabase } = await import('../db/database.ts')
  const { buildApp } = await import('../app.ts')
  const { databaseUrl, dataDir } = server.deps.config
  const db = await openDatabase(databaseUrl, dataDir)
  const deps: Deps = { ...server.deps, db }
  const app = await buildApp(deps, { webFolder: null })
  return {
    app,
    deps,
    async [Symbol.asyncDispose]() {
      await app.close()
      await db.close()
    },
  }
}
