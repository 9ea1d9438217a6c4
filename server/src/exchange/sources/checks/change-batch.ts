import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import { storedHashes, type DeletedMedia } from '../../../media/media.queries.ts'
import { tryRemoveUnusedFiles } from '../../../media/storage/unused-files.ts'
import { episodesAtOnce } from '../writing/feed-slices.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { endOfFailure, settleCheck } from './end-of-check.ts'
import { type ChangePart, episodesOf, type FeedChange, newFilesOf, writePart } from './feed-change.ts'

/**
 * Writes parts in as few transactions as their episodes allow, one of them at a time. Of a change that cannot be
 * written no later part is: its last one says that the whole feed is there.
 */
export async function writeParts(deps: SourceDeps, parts: readonly ChangePart[]): Promise<void> {
  const failed = new Set<FeedChange>()
  for (const all of batches(parts)) {
    const batch = all.filter(({ change }) => !failed.has(change))
    try {
      await writeBatch(deps, batch)
    } catch (error) {
      deps.log.warn({ err: error }, 'writing what feeds brought')
      for (const part of batch)
        if (!failed.has(part.change) && !(await writeAlone(deps, part))) failed.add(part.change)
    }
  }
}

function batches(parts: readonly ChangePart[]): ChangePart[][] {
  const all: ChangePart[][] = []
  let episodes = Number.POSITIVE_INFINITY
  for (const part of parts) {
    episodes += episodesOf(part)
    if (episodes > episodesAtOnce) {
      all.push([])
      episodes = episodesOf(part)
    }
    all.at(-1)?.push(part)
  }
  return all
}

async function writeBatch(deps: SourceDeps, parts: readonly ChangePart[]): Promise<void> {
  if (parts.length === 0) return
  const scopes = [...new Set(parts.map(({ change }) => `podcasts/${change.row.podcast_id}` as const))]
  const files = parts.flatMap(newFilesOf)
  const dropped = await changeCatalogue(deps, { changes: scopes, files }, async (connection, alsoChanged) => {
    const media: DeletedMedia[] = []
    for (const part of parts) media.push(...((await writePart(deps, connection, part, alsoChanged)) ?? []))
    return media
  })
  await tryRemoveUnusedFiles(deps, storedHashes(dropped))
}

/** What cannot be written is tried again as late as what cannot be read. @returns whether it was written */
async function writeAlone(deps: SourceDeps, part: ChangePart): Promise<boolean> {
  try {
    await writeBatch(deps, [part])
    return true
  } catch (error) {
    const { row } = part.change
    deps.log.warn({ err: error, sourceId: row.id }, 'writing what a feed brought')
    const failure = {
      kind: 'failed',
      reason: 'What the feed brought could not be stored.',
      status: null,
      retryAfterMs: null,
    } as const
    const end = endOfFailure(deps.clock(), row, failure)
    // The lease ends by itself where the database is still away.
    await settleCheck(deps, row, end).catch(() => undefined)
    return false
  }
}
