import { setTimeout as sleep } from 'node:timers/promises'
import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import { heldLeaseMs, withHeldRun, type HeldRun } from '../../../jobs/held-run.ts'
import { failureReason, growingPauseMs, type Job, type JobKind } from '../../../jobs/job.ts'
import { askForJob } from '../../../jobs/jobs.queries.ts'
import { maxDocumentBytes, readChaptersJson } from '../reader/documents/chapters-json.ts'
import type { TranscriptFormat } from '@earmark/contract/feeds.ts'
import type { FeedChapter } from '../reader/feed-document.ts'
import { transcriptFormat } from '../reader/documents/transcript-type.ts'
import { decodeText } from '../reader/text/decode-text.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { fetchNamed } from '../source/fetch-named.ts'
import { findSource, type SourceRow } from '../source/sources.queries.ts'
import {
  clearDueDocuments,
  type DueDocuments,
  listDueDocuments,
  putFeedChapters,
  putTranscripts,
  type StatedTranscript,
} from './documents.queries.ts'

export const documentsJob = 'feed documents'

const dayMs = 86_400_000
/** Of one transaction. */
const itemsAtOnce = 20
/** Of transcripts that wait to be written. */
const mostCharacters = 4 * 1024 ** 2
/** Between two requests to a host. */
const pauseMs = 250
/** Of a host that fails; then episodes are without their documents until their items change. */
const mostFailures = 5

/** In the transaction that says so of items. */
export async function queueDocuments(connection: Connection, sourceId: number, now: number): Promise<void> {
  await askForJob(connection, { kind: documentsJob, subject: String(sourceId), payload: { sourceId } }, now)
}

/** Fetches the chapters and transcripts that items name, one item after another, the newest first (0066). */
export function createFeedDocuments(deps: SourceDeps): JobKind {
  return {
    name: documentsJob,
    leaseMs: heldLeaseMs,
    longestWaitMs: dayMs,
    longestSleepMs: 10_000,
    atOnce: 2,
    run: (job, run) => withHeldRun(deps, job, run, (held) => fetchDocuments(deps, job, held)),
    onFailure(error, job) {
      deps.log.info(failureReason(error), 'Documents of a feed could not be fetched; they are tried again.')
      return { retryAt: deps.clock() + growingPauseMs(job.attempts), restMs: 0 }
    },
  }
}

async function fetchDocuments(deps: SourceDeps, job: Job, held: HeldRun): Promise<void> {
  const { connection } = deps.db
  const { sourceId } = job.payload as { readonly sourceId: number }
  const source = await findSource(connection, sourceId)
  if (!source) return
  for (;;) {
    const due = await listDueDocuments(connection, sourceId, itemsAtOnce)
    if (due.length === 0) return
    await fetchSome(deps, source, due, { held, isLastTry: job.attempts >= mostFailures })
  }
}

interface Trying {
  readonly held: HeldRun
  readonly isLastTry: boolean
}

interface FetchedDocuments {
  readonly item: DueDocuments
  readonly chapters: readonly FeedChapter[] | null
  readonly transcripts: readonly StatedTranscript[]
}

/** Written together, as each change voids what is kept of the podcast; also what there was before a failure. */
async function fetchSome(
  deps: SourceDeps,
  source: SourceRow,
  due: readonly DueDocuments[],
  trying: Trying,
): Promise<void> {
  const fetched: FetchedDocuments[] = []
  let length = 0
  try {
    for (const item of due) {
      if (fetched.length > 0) await sleep(pauseMs, undefined, { signal: trying.held.signal })
      const documents = await fetchOne(deps, source, item, trying)
      fetched.push(documents)
      length += documents.transcripts.reduce((sum, { content }) => sum + content.length, 0)
      if (length > mostCharacters) break
    }
  } finally {
    await writeDocuments(deps, source, fetched, trying.held)
  }
}

async function writeDocuments(
  deps: SourceDeps,
  { podcast_id: podcastId }: SourceRow,
  fetched: readonly FetchedDocuments[],
  held: HeldRun,
): Promise<void> {
  if (fetched.length === 0) return
  const changes = [`podcasts/${podcastId}` as const]
  await changeCatalogue(deps, { changes }, async (transaction) => {
    await held.hold(transaction)
    for (const { item, chapters, transcripts } of fetched) {
      if (!(await clearDueDocuments(transaction, item))) continue
      if (chapters !== null) await putFeedChapters(transaction, item.episodeId, chapters)
      await putTranscripts(transaction, item.episodeId, transcripts)
    }
  })
}

async function fetchOne(
  deps: SourceDeps,
  source: SourceRow,
  item: DueDocuments,
  trying: Trying,
): Promise<FetchedDocuments> {
  const { chaptersUrl } = item
  const bytes = chaptersUrl === null ? null : await fetchDocument(deps, chaptersUrl, source, trying)
  const chapters = bytes && readChaptersJson(bytes, chaptersUrl ?? '')
  return { item, chapters, transcripts: await fetchTranscripts(deps, item, source, trying) }
}

/** The first of each format. */
async function fetchTranscripts(
  deps: SourceDeps,
  { transcripts }: DueDocuments,
  source: SourceRow,
  trying: Trying,
): Promise<StatedTranscript[]> {
  const found = new Map<TranscriptFormat, StatedTranscript>()
  for (const { url, language } of transcripts) {
    const bytes = await fetchDocument(deps, url, source, trying)
    const format = bytes && transcriptFormat(bytes)
    if (!format || found.has(format)) continue
    // PostgreSQL has no text with a NUL.
    const content = decodeText(bytes).replaceAll('\0', '')
    found.set(format, { format, language, content })
  }
  return [...found.values()]
}

/** @throws EgressError */
async function fetchDocument(
  deps: SourceDeps,
  url: string,
  source: SourceRow,
  { held: { signal }, isLastTry }: Trying,
): Promise<Uint8Array | null> {
  const file = { url, accept: '*/*', maxBytes: maxDocumentBytes }
  return await fetchNamed(deps, source, file, { signal, isLastTry })
}
