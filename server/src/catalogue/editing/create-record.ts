import type { NewCredit } from '@earmark/contract/credit-edits.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { ChangedScope } from '../../db/engine/scopes.ts'
import { filesOf } from '../../media/media.queries.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import {
  type CoverIds,
  insertRecordCover,
  type RecordMedia,
} from '../../media/upload/record-media.queries.ts'
import { listScopesCounting } from '../creators/creator-details.queries.ts'
import { insertCredits, replaceCredits } from '../creators/credits.queries.ts'
import { prepareTokens, reindexRecords } from '../creators/linked-records.ts'
import type { NewAudio } from './chosen-tracks.ts'
import { joinTracks, storeTracks } from './join-tracks.ts'
import type { NewPublishing } from './record-rows.queries.ts'
import type { RecordingSound } from './recording-files.queries.ts'
import type { RecordKind } from './records.queries.ts'

export interface RecordInput extends RecordMedia {
  readonly name: string
  readonly description: string | null
  /** A draft is not public until it is published. */
  readonly draft?: boolean | undefined
  /** The files of an audio book or an episode, in their order. */
  readonly audio?: readonly NewAudio[]
  /** The readers or voicers, in their order; none when absent. */
  readonly creatorIds?: readonly number[]
  /** All credits, in their order, each once; absent where there are readers or voicers alone. */
  readonly credits?: readonly NewCredit[]
}

interface NewRecord extends CoverIds, NewPublishing {
  readonly name: string
  readonly description: string | null
  readonly sound: RecordingSound
}

interface Creation<Shown> {
  readonly kind: RecordKind
  readonly scope: ChangedScope
  /** @returns the id of the new record */
  readonly insert: (connection: Connection, record: NewRecord, now: number) => Promise<number>
  /** Writes what else belongs to it. @returns what else has changed by that */
  readonly complete?: (connection: Connection, id: number) => Promise<readonly ChangedScope[]>
  /** The record as it is answered. */
  readonly find: (connection: Connection, id: number) => Promise<Shown | undefined>
}

/** Adds a record with its media, credits and search entry, in one transaction. */
export async function createRecord<Shown>(
  deps: MediaDeps,
  { name, description, draft = false, audio = [], creatorIds = [], credits, ...covers }: RecordInput,
  { kind, scope, insert, complete, find }: Creation<Shown>,
): Promise<Shown> {
  const texts = { name, description }
  const prepared = await prepareTokens([texts])
  await using joined = await joinTracks(deps, audio)
  const files = filesOf(covers.cover, covers.preview, joined.media, ...audio)
  const change = { changes: [scope], files }
  return await changeCatalogue(deps, change, async (transaction, alsoChanged) => {
    const now = deps.clock()
    const publishing = { is_public: draft ? 0 : 1, published_at: draft ? null : now } as const
    const cover = await insertRecordCover(transaction, covers, now)
    const sound = await storeTracks(transaction, audio, joined)
    const id = await insert(transaction, { ...texts, ...cover, sound, ...publishing }, now)
    if (kind !== 'episode') alsoChanged(`${kind}s/${id}`)
    if (credits) await replaceCredits(transaction, { kind, id }, credits)
    else await insertCredits(transaction, { kind, id }, creatorIds)
    if (credits || creatorIds.length > 0)
      alsoChanged(...(await listScopesCounting(transaction, { kind, id })))
    alsoChanged(...((await complete?.(transaction, id)) ?? []))
    await reindexRecords(transaction, deps.db.dialect, { kind, ids: [id] }, prepared)
    return (await find(transaction, id)) as Shown
  })
}
