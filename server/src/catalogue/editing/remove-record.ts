import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { deleteMedia, storedHashes } from '../../media/media.queries.ts'
import { tryRemoveUnusedFiles } from '../../media/storage/unused-files.ts'
import { listEpisodesOf } from '../creators/linked-records.queries.ts'
import { listScopesCounting } from '../creators/creator-details.queries.ts'
import { removeFromIndex } from '../../db/search/index-records.queries.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import {
  deleteEpisodes,
  deleteRecord,
  findRecordMedia,
  listEpisodeMedia,
  listMediaIds,
  type RecordRef,
  scopeOf,
} from './records.queries.ts'

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
      const media = await listMediaIds(transaction, [own, ...episodes])
      if (kind === 'podcast') {
        await removeFromIndex(transaction, deps.db.dialect, 'episode', await listEpisodesOf(transaction, id))
        await deleteEpisodes(transaction, id)
      }
      await deleteRecord(transaction, record)
      const dropped = await deleteMedia(transaction, media)
      alsoChanged(...dropped.map(({ key }) => `media/${key}` as const))
      await removeFromIndex(transaction, deps.db.dialect, kind, id)
      return dropped
    },
  )
  await tryRemoveUnusedFiles(deps, storedHashes(deleted))
}
