import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, cp, mkdir, writeFile } from 'node:fs/promises'
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
import type { DestinationStream } from 'pino'
import { buildApp, type Deps } from '../app.ts'
import { createChanges } from '../db/changes/changes.ts'
import { type Config, readConfig } from '../config/config.ts'
import { openDatabase } from '../db/database.ts'
import { createMailJobs, openMailTransport } from '../people/mail/mail-jobs.ts'
import type { FileOperations } from '../media/storage/files/incoming.ts'
import { withLibraryFiles } from '../media/library/with-library-files.ts'
import { openStorage } from '../media/storage/open-storage.ts'
import { openTokenKeys } from '../people/sessions/token-keys.ts'
import { createLinkedReindexing } from '../catalogue/creators/reindex-linked.ts'
import { createAppSubscriptions } from '../exchange/gpodder/app-subscription-job.ts'
import { createWaitingPlaces } from '../exchange/gpodder/waiting-places-job.ts'
import { createFeedAdder } from '../exchange/opml/add-feed.ts'
import { createSourceImports } from '../exchange/opml/import-job.ts'
import { createImportJobs } from '../exchange/import/runs/import-jobs.ts'
import { createHousekeeping } from '../operations/housekeeping.ts'
import { createSourceJobs } from '../exchange/sources/source-jobs.ts'
import { openSources } from '../exchange/sources/open-sources.ts'
import { anyFailure } from '../errors.ts'
import { createJobs } from '../jobs/jobs.ts'
import { openLog } from '../log/log.ts'
import { madeUpCertificate, type MadeUpInternet } from './made-up-internet/internet.ts'
import { createMigratedDatabase, type TestDatabase } from './engines.ts'
import { fileURLToPath } from 'node:url'
import { pages } from '../http/web-app/pages.ts'

/** The shipped app on a fresh database of the engine under test, in a folder of its own. */
export interface TestServer extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly deps: Deps
  /** The clock that the server goes by; tests move it. */
  readonly time: { now: number }
  /** The answer of a call that succeeds; fails the test otherwise. */
  call<E extends Endpoint>(
    endpoint: E,
    input: EndpointInput<E>,
    headers?: Headers,
  ): Promise<EndpointOutput<E>>
  /** Status, codes and headers of whatever is answered; for calls that are to fail, with any body. */
  attempt(endpoint: Endpoint, input?: AnyInput, headers?: Headers): Promise<Attempt>
  /** Status and error array of whatever answers at this address below the API root. */
  refusal(url: string, method?: 'GET' | 'POST'): Promise<{ status: number; errors: ErrorList }>
}

export type Headers = Readonly<Record<string, string>>

export type TestForm = Readonly<Record<string, string | number | boolean | object | null | undefined>>

interface AnyInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly querystring?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** Sent as `multipart/form-data`; what is undefined or null is left out. */
  readonly form?: TestForm | FormData
}

export interface Attempt {
  readonly status: number
  readonly codes: readonly string[]
  readonly errors: ErrorList
  readonly body: string
  readonly headers: LightMyRequestResponse['headers']
}

export interface TestServerOptions {
  /** Settings; with those of an S3 store, media are there. */
  environment?: Readonly<Record<string, string>>
  /** How files are stored, for tests of when that fails or takes its time. */
  files?: FileOperations
  webFolder?: string
  /** A library that is there already, and goes with the server. */
  place?: { readonly dataDir: string; readonly database: TestDatabase }
  /** What requests to somewhere else reach; nothing otherwise but what the settings allow. */
  internet?: Pick<MadeUpInternet, 'network'>
  /** Where the log goes; the standard output otherwise. */
  log?: DestinationStream
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.place?.dataDir ?? (await mkdtemp(join(tmpdir(), 'earmark-test-')))
  const database = options.place?.database ?? (await createMigratedDatabase(dataDir))
  const config = testConfig(dataDir, database.url, options.environment)
  const db = await openDatabase(config.databaseUrl, dataDir)
  const time = { now: Date.UTC(2026, 0, 1) }
  const log = openLog(config.logLevel, options.log)
  const storage = withLibraryFiles(await openStorage(config, log, options.files), { db, config })
  const tokenKeys = await openTokenKeys(config.tokenSecret, dataDir)
  const catalogueDeps = { config, db, storage, changes: createChanges(), clock: () => time.now, log }
  const { internet } = options
  const sources = openSources(
    { ...catalogueDeps, tokenKeys },
    { ...(internet && { network: internet.network, ca: madeUpCertificate }), pace: { hostPauseMs: 0 } },
  )
  const addFeed = createFeedAdder({ ...catalogueDeps, tokenKeys, ...sources }, anyFailure)
  const jobs = createJobs(catalogueDeps, [
    createMailJobs(catalogueDeps, openMailTransport(config, log)),
    createHousekeeping(catalogueDeps),
    createLinkedReindexing(catalogueDeps),
    ...createImportJobs(catalogueDeps),
    createSourceImports(catalogueDeps, addFeed),
    ...createSourceJobs({ ...catalogueDeps, tokenKeys, ...sources }, anyFailure),
    createAppSubscriptions(catalogueDeps, addFeed, anyFailure),
    createWaitingPlaces(catalogueDeps, anyFailure),
  ])
  const deps: Deps = { ...catalogueDeps, jobs, tokenKeys, ...sources }
  const app = await buildApp(deps, { webFolder: options.webFolder ?? null })
  return {
    app,
    deps,
    time,
    call: (endpoint, input, headers) => call(app, endpoint, input, headers),
    attempt: (endpoint, input, headers) => attempt(app, endpoint, input, headers),
    refusal: async (url, method = 'GET') => {
      const response = await app.inject({ method, url: `/api${url}` })
      return { status: response.statusCode, errors: response.json<ErrorList>() }
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      await jobs.stop()
      await sources.close()
      await storage.close()
      await db.close()
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function testConfig(
  dataDir: string,
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Config {
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
  headers: Headers = { 'x-deviceid': randomUUID() },
): Promise<EndpointOutput<E>> {
  const { status, body } = await attempt(app, endpoint, input as AnyInput, headers)
  if (status >= 300) throw new Error(`${endpoint.method} ${endpoint.url} answered ${status}: ${body}`)
  return (body === '' ? undefined : JSON.parse(body)) as EndpointOutput<E>
}

async function attempt(
  app: FastifyInstance,
  endpoint: Endpoint,
  input: AnyInput = {},
  headers: Headers = { 'x-deviceid': randomUUID() },
): Promise<Attempt> {
  const { remoteAddress, ...sent } = headers
  const { payload, type } = await payloadOf(input)
  const response = await app.inject({
    method: endpoint.method,
    url: `/api${requestPath(endpoint, input)}`,
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...sent },
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
    ...(payload === undefined ? {} : { payload }),
  })
  const errors = response.statusCode >= 400 ? response.json<ErrorList>() : []
  return {
    status: response.statusCode,
    codes: errors.map(({ code }) => code),
    errors,
    body: response.body,
    headers: response.headers,
  }
}

async function payloadOf({ body, form }: AnyInput): Promise<{ payload?: object; type?: string }> {
  if (form === undefined) return body === undefined ? {} : { payload: body as object }
  const encoded = new Response(form instanceof FormData ? form : formDataOf(form))
  const type = encoded.headers.get('content-type') as string
  return { payload: Buffer.from(await encoded.arrayBuffer()), type }
}

function formDataOf(form: TestForm): FormData {
  const data = new FormData()
  for (const [name, part] of Object.entries(form)) {
    const files = [part].flat().filter((one) => one instanceof Blob)
    for (const file of files) data.append(name, file, 'file')
    if (files.length === 0) for (const text of textsOf(part)) data.append(name, text)
  }
  return data
}

/** A list of texts repeats its field, a list of objects is JSON. */
function textsOf(part: TestForm[string]): string[] {
  if (Array.isArray(part)) {
    const list: readonly unknown[] = part
    return list.some((one) => typeof one === 'object') ? [JSON.stringify(list)] : list.map(String)
  }
  return typeof part === 'object' || part === undefined ? [] : [String(part)]
}

/** The parts of a built web app that the server reads, with its real public files. */
export async function makeWebFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'earmark-web-'))
  await cp(fileURLToPath(new URL('../../../web/public', import.meta.url)), path, { recursive: true })
  await mkdir(join(path, '.vite'))
  await mkdir(join(path, 'assets'))
  await writeFile(join(path, 'assets', 'entry-abc.js'), 'export {}')
  await writeFile(join(path, 'index.html'), '<head><!--earmark:head--></head><!--earmark:first-data-->')
  const routes = pages.map(({ routeFile }) => [routeFile, ['assets/a.js']])
  await writeFile(join(path, '.vite', 'routes.json'), JSON.stringify(Object.fromEntries(routes)))
  return { path, [Symbol.asyncDispose]: async () => await rm(path, { recursive: true }) }
}
