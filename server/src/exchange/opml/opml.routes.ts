import * as contract from '@earmark/contract/opml.ts'
import { localApiRoot, temporaryFolder } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { failOn, DuplicateKeyError } from '../../db/engine/database-errors.ts'
import type { FailureOf } from '../../errors.ts'
import type { PeopleDeps } from '../../people/sessions/people-deps.ts'
import type { Api } from '../../http/api.ts'
import { collectStreamedList, streamedList } from '../../http/responses/streamed-list.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { insertJob } from '../../jobs/jobs.queries.ts'
import { exportOpml } from './export-opml.ts'
import { sourceImportJob } from './import-job.ts'
import { type ListedFeed, readOpml } from './read-opml.ts'
import { withoutCredentials } from '../sources/source/source-url.ts'
import * as imports from './source-imports.queries.ts'
import { opmlType } from './write-opml.ts'

export type OpmlDeps = MediaDeps & { readonly jobs: Jobs }

export function registerSourceImports(api: Api, deps: OpmlDeps): void {
  api.route({
    ...contract.importSources,
    handler: async (request, reply) => {
      const { readForm, failure } = request
      const bytes: Uint8Array[] = []
      await readForm.call(request, { same: {}, receive: (_field, body) => readFile(body, bytes, failure) })
      const feeds = await feedsOf(Buffer.concat(bytes), failure)
      const id = await beginImport(deps, viewerOf(request).userId, feeds, failure)
      reply.code(201).header('location', `${localApiRoot(deps.config)}/sources/imports/${id}`)
      return { id, total: feeds.length, done: 0, items: [] }
    },
  })

  api.route({
    ...contract.getSourceImport,
    handler: async (request, reply) => {
      const { connection } = deps.db
      const found = await imports.findImport(connection, request.params.id, viewerOf(request).userId)
      if (!found) throw request.failure('NotFound')
      const view = importView(found.id, await imports.listImportItems(connection, found.id))
      return await collectStreamedList(request, reply, view, temporaryFolder(deps.config))
    },
  })
}

export function registerFollowsExport(api: Api, deps: PeopleDeps): void {
  api.route({
    ...contract.exportFollows,
    handler: async (request, reply) => {
      const text = await exportOpml(deps, viewerOf(request).userId, request.failure)
      reply.type(opmlType).header('content-disposition', 'attachment; filename="earmark.opml"')
      return Buffer.from(text) as unknown as string
    },
  })
}

const itemsAtOnce = 200

function importView(id: number, rows: readonly imports.ImportItemRow[]): contract.SourceImport {
  const done = rows.filter(({ state }) => state !== 'waiting').length
  return streamedList(
    (those: readonly imports.ImportItemRow[]) => ({
      id,
      total: rows.length,
      done,
      items: those.map(itemView),
    }),
    function* () {
      for (let from = 0; from < rows.length; from += itemsAtOnce) yield rows.slice(from, from + itemsAtOnce)
    },
  )
}

const itemView = ({ url, title, state, podcast_id, error }: imports.ImportItemRow) => ({
  url: withoutCredentials(url),
  title,
  state,
  podcastId: podcast_id,
  error,
})

type Failure = FailureOf<'NotAnOpml' | 'FileTooLarge' | 'ImportRunning'>

async function readFile(
  body: AsyncIterable<Uint8Array>,
  bytes: Uint8Array[],
  failure: Failure,
): Promise<void> {
  let left = contract.maxOpmlBytes
  for await (const chunk of body) {
    left -= chunk.length
    if (left < 0) throw failure('FileTooLarge', { field: 'file' })
    bytes.push(chunk)
  }
}

/** @throws AppError NotAnOpml for another document, and for one beyond the limits */
async function feedsOf(bytes: Buffer, failure: Failure): Promise<readonly ListedFeed[]> {
  const feeds = await readOpml(bytes)
  if (feeds === null) throw failure('NotAnOpml', { field: 'file' })
  return feeds
}

async function beginImport(
  { db, clock, jobs }: OpmlDeps,
  userId: string,
  feeds: readonly ListedFeed[],
  failure: Failure,
): Promise<number> {
  const begun = db.connection.transaction().execute(async (connection) => {
    const now = clock()
    const id = await imports.insertImport({ connection, dialect: db.dialect }, userId, feeds, now)
    const payload = { importId: id }
    await insertJob(connection, { kind: sourceImportJob, subject: String(id), payload }, now)
    return id
  })
  const description = 'Another list is being brought in already.'
  const id = await begun.catch(failOn(DuplicateKeyError, () => failure('ImportRunning', { description })))
  jobs.wake(sourceImportJob)
  return id
}
