import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { ChangedScope } from '../../db/engine/scopes.ts'
import type { NewMedia } from '../../media/media.queries.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import {
  type CoverIds,
  insertOptionalMedia,
  insertRecordCover,
  type RecordMedia,
} from '../../media/upload/record-media.queries.ts'
import { listScopesCounting } from '../creators/creator-details.queries.ts'
import { insertCredits } from '../creators/credits.queries.ts'
import { prepareTokens, reindexRecords } from '../creators/linked-records.ts'
import type { NewPublishing } from './record-rows.queries.ts'
import type { RecordKind } from './records.queries.ts'

export interface RecordInput extends RecordMedia {
  readonly name: string
  readonly description: string | null
  /** A draft is not public until it is published. */
  readonly draft?: boolean | undefined
  /** Of audio books and episodes. */
  readonly audio?: NewMedia | null
  /** The readers or voicers, in their order; none when absent. */
  readonly creatorIds?: readonly number[]
}

interface NewRecord extends CoverIds, NewPublishing {
  readonly name: string
  readonly description: string | null
  readonly audio_media_id: number | null
}

interface Creation<Shown> {
  readonly kind: RecordKind
  readonly scope: ChangedScope
  /** @returns the id of the new record */
  readonly insert: (connection: Connection, record: NewRecord, now: number) => Promise<number>
  /** The record as it is answered. */
  readonly find: (connection: Connection, id: number) => Promise<Shown | undefined>
}

/** Adds a record with its media, credits and search entry, in one transaction. */
export async function createRecord<Shown>(
  deps: MediaDeps,
  { name, description, draft = false, audio = null, creatorIds = [], ...covers }: RecordInput,
  { kind, scope, insert, find }: Creation<Shown>,
): Promise<Shown> {
  const texts = { name, description }
  const prepared = await prepareTokens(kind === 'episode' ? [] : [texts])
  const change = { changes: [scope], files: [covers.cover, covers.preview, audio] }
  return await changeCatalogue(deps, change, async (transaction, alsoChanged) => {
    const now = deps.clock()
    const publishing = { is_public: draft ? 0 : 1, published_at: draft ? null : now } as const
    const cover = await insertRecordCover(transaction, covers, now)
    const audio_media_id = await insertOptionalMedia(transaction, audio)
    const id = await insert(transaction, { ...texts, ...cover, audio_media_id, ...publishing }, now)
    if (kind !== 'episode') alsoChanged(`${kind}s/${id}`)
    await insertCredits(transaction, { kind, id }, creatorIds)
    alsoChanged(...(await listScopesCounting(transaction, { kind, id })))
    if (kind !== 'episode') await reindexRecords(transaction, deps.db.dialect, { kind, ids: [id] }, prepared)
    return (await find(transaction, id)) as Shown
  })
}
