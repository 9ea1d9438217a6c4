import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { insertImport, putFolder } from '../../src/exchange/import/imports.queries.ts'
import { apiAccess } from '../../src/http/guard/access.ts'
import { makePerson, makeUser, type Person } from '../../src/testing/people.ts'
import {
  makeAudioBook,
  makeCollection,
  makeCreator,
  makeEpisode,
  makePodcast,
  makeSeries,
  storeCover,
} from '../../src/testing/records.ts'
import { startTestServer, type TestServer, makeWebFolder } from '../../src/testing/server.ts'
import { makeUnreadSource } from '../../src/testing/unread-source.ts'

/** The shipped app on a port of its own, with one record of each kind that requests may be about. */
export interface AttackSite extends AsyncDisposable {
  readonly server: TestServer
  readonly port: number
  /** Holds nothing but `data` (DATA_DIR) and `web`, the built web app. */
  readonly root: string
  /** Who may do everything. */
  readonly admin: Person
  /** Whose own account requests are about. */
  readonly owner: Person
  /** What stands for the parameter of a path, or the field of a body, that is not attacked itself. */
  readonly samples: Readonly<Record<string, Sample>>
}

/** Made anew each time where the same twice would be refused. */
export type Sample = string | number | (() => string | number)

export async function openAttackSite(): Promise<AttackSite> {
  const root = await mkdtemp(join(tmpdir(), 'earmark-attacks-'))
  const webFolder = join(root, 'web')
  await rename((await makeWebFolder()).path, webFolder)
  await mkdir(join(root, 'data'))
  const environment = { DATA_DIR: join(root, 'data') }
  const server = await startTestServer({ webFolder, environment })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.app.server.address() as AddressInfo
  const admin = await makePerson(server, 'Admin')
  return {
    server,
    port,
    root,
    admin,
    owner: await makePerson(server),
    samples: { ...(await makeSamples(server)), me: admin.account.id },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await rm(root, { recursive: true })
    },
  }
}

/** By the names that parameters and fields have; of an `id`, by the last name before it in the path. */
async function makeSamples(server: TestServer): Promise<Record<string, Sample>> {
  const creatorId = await makeCreator(server, { nickname: 'Sample' })
  const seriesId = await makeSeries(server, 'Sample')
  const bookId = await makeAudioBook(server, { name: 'Sample', ...(await storeCover(server, 'teal')) })
  const podcastId = await makePodcast(server, { name: 'Sample' })
  const episodeId = await makeEpisode(server, podcastId, { number: 1, name: 'Sample' })
  const user = await makeUser(server)
  const address = () => `${randomUUID()}@example.org`
  let episodes = 1
  return {
    users: user.id,
    creators: creatorId,
    'audio-books': bookId,
    podcasts: podcastId,
    episodes: episodeId,
    series: seriesId,
    collections: await makeCollection(server, 'Sample', [{ podcastId }]),
    imports: await makeImport(server),
    uploads: randomUUID,
    devices: randomUUID,
    'place-offers': 999_999,
    sources: await makeUnreadSource(server, podcastId, 'http://127.0.0.1/feed'),
    // An address of the own network: nobody is asked.
    url: () => `http://127.0.0.1/${randomUUID()}`,
    keep: 'none',
    state: 'paused',
    token: randomUUID,
    episodeId,
    bookId: 999_999,
    field: 'title',
    creatorId,
    readerId: creatorId,
    into: creatorId,
    entryId: 999_999,
    audioBookId: bookId,
    ids: bookId,
    kind: 'AudioBook',
    seriesId,
    podcastId,
    role: 'Editor',
    podcastEpisodeId: episodeId,
    userId: user.id,
    email: address,
    newEmail: address,
    userName: address,
    name: 'Sample',
    nickname: 'Sample',
    password: 'Quiet-reading-1',
    number: () => (episodes += 1),
    positionSeconds: 1,
    currentIndex: 0,
    baseVersion: 0,
    baseUpdatedAt: '2026-01-01T00:00:00.000Z',
  }
}

/** Of a folder that no setting names: it waits for ever. */
async function makeImport({ deps: { db, clock } }: TestServer): Promise<number> {
  return await db.connection.transaction().execute(async (transaction) => {
    const folderId = await putFolder(transaction, 'Sample')
    const look = { folderId, path: null, batch: null, options: { userId: null } }
    return await insertImport(transaction, look, clock())
  })
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Every call of the API, about records that need not be there. */
export const apiCalls = Object.keys(apiAccess)
  .filter((call) => !call.includes('docs'))
  .map((call) => {
    const [method, path] = call.split(' ') as [Method, string]
    return { method, url: `/api${path.replace(/:\w+/g, '1')}`, access: apiAccess[call] }
  })
