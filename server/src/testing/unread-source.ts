import { insertSource } from '../exchange/sources/source/sources.queries.ts'
import type { TestServer } from './server.ts'

/** A source of a feed that nobody has asked for. */
export async function makeUnreadSource(
  { deps: { db, clock } }: TestServer,
  podcastId: number,
  url: string,
): Promise<number> {
  const now = clock()
  const id = await insertSource(db.connection, {
    podcast_id: podcastId,
    made_by: null,
    is_of_editor: 1,
    url,
    url_key: url.replace('http://', ''),
    secret: null,
    host: new URL(url).host,
    guid: null,
    image_url: null,
    archive_url: null,
    keep: 'none',
    keep_count: null,
    lease: '',
    leased_until: now,
    created_at: now,
  })
  return id as number
}
