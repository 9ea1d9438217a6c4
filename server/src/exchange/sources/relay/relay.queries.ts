import type { Connection } from '../../../db/engine/dialect.ts'

/** A sound elsewhere that is passed on. */
export interface RelayedSound {
  readonly itemId: number
  readonly episodeId: number
  readonly podcastId: number
  readonly contentType: string
  readonly originUrl: string
  /** As the origin last said. */
  readonly relayedLength: number | null
  /** When it last had another length than before. */
  readonly changedAt: number | null
  readonly sourceUrl: string
  /** User and password of the source, sealed. */
  readonly secret: string | null
  readonly isOfEditor: 0 | 1
}

/** Of an episode whose sound is not here, or kept here while somebody listens still by the address that it had. Editors hear what is not public, too: the address is told nobody else, as that of media. */
export async function findRelayedSound(
  connection: Connection,
  key: string,
): Promise<RelayedSound | undefined> {
  return await connection
    .selectFrom('recordings')
    .innerJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .innerJoin('source_items', 'source_items.episode_id', 'episodes.id')
    .innerJoin('sources', 'sources.id', 'source_items.source_id')
    .where('recordings.relay_key', '=', key)
    .where((is) =>
      is.or([
        is('recordings.media_id', 'is', null),
        is('recordings.media_id', '=', is.ref('source_items.kept_media_id')),
      ]),
    )
    .select([
      'source_items.id as itemId',
      'episodes.id as episodeId',
      'episodes.podcast_id as podcastId',
      'recordings.relay_type as contentType',
      'source_items.origin_url as originUrl',
      'source_items.relayed_length as relayedLength',
      'recordings.relay_changed_at as changedAt',
      'sources.url as sourceUrl',
      'sources.secret',
      'sources.is_of_editor as isOfEditor',
    ])
    .$narrowType<{ contentType: string; originUrl: string }>()
    .executeTakeFirst()
}

/** @param former the length that it was thought to have @returns false when somebody else has noted one meanwhile */
export async function setRelayedLength(
  connection: Connection,
  itemId: number,
  former: number | null,
  length: number,
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('source_items')
    .set({ relayed_length: length })
    .where('id', '=', itemId)
    .where('relayed_length', 'is not distinct from', former)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function setRelayChanged(connection: Connection, episodeId: number, now: number): Promise<void> {
  await connection
    .updateTable('recordings')
    .set({ relay_changed_at: now })
    .where('episode_id', '=', episodeId)
    .execute()
}
