import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { indexNewCreators } from '../../db/search/index-records.queries.ts'
import { renewMediaKeys } from '../../media/media.queries.ts'
import { listScopesCounting } from '../creators/creator-details.queries.ts'
import { prepareTokens, reindexRecords, textsOf } from '../creators/linked-records.ts'
import {
  findRecordMedia,
  type RecordRef,
  scopeOf,
  touchEpisodes,
  touchRecord,
} from '../editing/records.queries.ts'
import { markFirstPublic } from '../podcasts/episode-edits.queries.ts'
import * as publishing from './publishing.queries.ts'

type PublishingDeps = Pick<MediaDeps, 'config' | 'db' | 'changes' | 'clock'>

type MayBeMissing = FailureOf<'NotFound'>

/** @param publishAt epoch milliseconds; null or a past time is now */
export async function publishRecord(
  deps: PublishingDeps,
  record: RecordRef,
  publishAt: number | null,
  failure: MayBeMissing,
): Promise<void> {
  await changePublishing(deps, record, async (transaction) => {
    await requireIn(transaction, record, failure)
    const now = deps.clock()
    if (publishAt === null || publishAt <= now)
      return (await publishing.makePublic(transaction, record, now)) ? 'published' : null
    await publishing.schedule(transaction, record, publishAt)
    return null
  })
}

/** Media get new addresses, of a podcast with its episodes'. */
export async function unpublishRecord(
  deps: PublishingDeps,
  record: RecordRef,
  failure: MayBeMissing,
): Promise<void> {
  await changePublishing(deps, record, async (transaction) => {
    await requireIn(transaction, record, failure)
    if (await publishing.hide(transaction, record)) {
      // Forms name the addresses of media.
      await touchRecord(transaction, record, deps.clock())
      if (record.kind === 'podcast') await touchEpisodes(transaction, record.id, deps.clock())
      return 'hidden'
    }
    await publishing.schedule(transaction, record, null)
    return null
  })
}

/** Publishes a scheduled record, unless another node has, or an editor has changed it meanwhile. */
export async function publishDueRecord(deps: PublishingDeps, record: RecordRef): Promise<void> {
  await changePublishing(deps, record, async (transaction) =>
    (await publishing.makeDuePublic(transaction, record, deps.clock())) ? 'published' : null,
  )
}

/** @param change tells what the record has become; null when whether it is public has not changed */
async function changePublishing(
  deps: PublishingDeps,
  record: RecordRef,
  change: (transaction: Connection) => Promise<'published' | 'hidden' | null>,
): Promise<void> {
  const { dialect } = deps.db
  const { kind, id } = record
  const indexed = { kind, ids: [id] }
  const prepared = await prepareTokens(textsOf(deps.db.connection, [indexed]))
  await changeCatalogue(deps, { changes: [scopeOf(record)] }, async (transaction, alsoChanged) => {
    const became = await change(transaction)
    if (became === null) return
    alsoChanged(...(await listScopesCounting(transaction, record)))
    await reindexRecords(transaction, dialect, indexed, prepared, indexNewCreators)
    if (became === 'hidden') {
      const media = await publishing.listMediaOf(transaction, record)
      const former = await renewMediaKeys({ connection: transaction, dialect }, media)
      alsoChanged(...former.map((key) => `media/${key}` as const))
    } else if (kind === 'podcast') {
      await publishing.listPodcast(transaction, id)
      await markFirstPublic(transaction, id, deps.clock())
    } else if (kind === 'episode') await markFirstPublic(transaction, record.podcastId, deps.clock(), id)
  })
}

async function requireIn(transaction: Connection, record: RecordRef, failure: MayBeMissing): Promise<void> {
  if (!(await findRecordMedia(transaction, record))) throw failure('NotFound')
}
