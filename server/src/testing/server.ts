import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
  requestPath,
} from '@earmark/contract/endpoint.ts'
import type { ErrorList } from '@earmark/contract/errors.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import { buildApp } from '../app.ts'
import { createChanges } from '../changes.ts'
import { type Config, readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { openLocalStorage } from '../domains/media/local-storage.ts'
import { createEmptyDatabase } from './engines.ts'

/** The shipped app on a fresh database of the engine under test, in a folder of its own. */
export interface TestServer extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly deps: Deps
  /** The clock that the server goes by; tests move it. */
  readonly time: { now: number }
  /** The answer of a call that succeeds; fails the test otherwise. */
  call<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<EndpointOutput<E>>
  /** Status and error array of whatever answers at this address below the API root. */
  refusal(url: string, method?: 'GET' | 'POST'): Promise<{ status: number; errors: ErrorList }>
}

export interface TestServerOptions {
  environment?: Record<string, string>
  webFolder?: string
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'earmark-test-'))
  const database = await createEmptyDatabase()
  const config = testConfig(dataDir, database.url, options.environment)
  const db = await openDatabase(config.databaseUrl, dataDir)
  const storage = await openLocalStorage(join(dataDir, 'media'))
  const time = { now: Date.UTC(2026, 0, 1) }
  const log = pino({ level: config.logLevel })
  const deps: Deps = { config, db, storage, changes: createChanges(), clock: () => time.now, log }
  const app = await buildApp(deps, { webFolder: options.webFolder ?? null })
  return {
    app,
    deps,
    time,
    call: (endpoint, input) => call(app, endpoint, input),
    refusal: async (url, method = 'GET') => {
      const response = await app.inject({ method, url: `/api${url}` })
      return { status: response.statusCode, errors: response.json<ErrorList>() }
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await storage.close()
      await db.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function testConfig(dataDir: string, databaseUrl: string, environment: Record<string, string> = {}): Config {
  return readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://localhost:3000',
    RATE_LIMITS: 'false',
    LOG_LEVEL: 'silent',
    ...environment,
  })
}

async function call<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointOutput<E>> {
  const response: LightMyRequestResponse = await app.inject({
    method: endpoint.method,
    url: `/api${requestPath(endpoint, input as object)}`,
    headers: { 'x-deviceid': randomUUID() },
  })
  if (response.statusCode >= 300) {
    throw new Error(`${endpoint.method} ${endpoint.url} answered ${response.statusCode}: ${response.body}`)
  }
  return (response.body === '' ? undefined : response.json()) as EndpointOutput<E>
}
