import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { deleteMedia } from '../../media/media.queries.ts'
import { tryRemoveUnusedFiles } from '../../media/storage/unused-files.ts'
import { listScopesCounting } from '../creators/creator-details.queries.ts'
import { removeFromIndex } from '../../db/search/search.queries.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import {
  deleteEpisodes,
  deleteRecord,
  findRecordMedia,
  listEpisodeMedia,
  type RecordRef,
  scopeOf,
} from './records.queries.ts'
import { mediaIdsOf } from './replace-record.ts'

/** Of one statement. */
const mediaAtOnce = 500

/**
 * Deletes a record with its media, a podcast with its episodes and theirs; what people have of it goes by foreign
 * key. Bytes that nothing refers to any more go after the commit.
 */
export async function removeRecord(
  deps: MediaDeps,
  record: RecordRef,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  const { kind, id } = record
  const deleted = await changeCatalogue(
    deps,
    { changes: [scopeOf(record)] },
    async (transaction, alsoChanged) => {
      const own = await findRecordMedia(transaction, record)
      if (!own) throw failure('NotFound')
      alsoChanged(...(await listScopesCounting(transaction, record)))
      const episodes = kind === 'podcast' ? await listEpisodeMedia(transaction, id) : []
      if (kind === 'podcast') await deleteEpisodes(transaction, id)
      await deleteRecord(transaction, record)
      const media = [own, ...episodes].flatMap(mediaIdsOf)
      const dropped: { key: string; sha256: string }[] = []
      for (let start = 0; start < media.length; start += mediaAtOnce) {
        dropped.push(...(await deleteMedia(transaction, media.slice(start, start + mediaAtOnce))))
      }
      alsoChanged(...dropped.map(({ key }) => `media/${key}` as const))
      if (kind !== 'episode') await removeFromIndex(transaction, deps.db.dialect, kind, id)
      return dropped
    },
  )
  await tryRemoveUnusedFiles(
    deps,
    deleted.map(({ sha256 }) => sha256),
  )
}
