import type { CoreDeps } from '../../deps.ts'
import { listFollowedFeeds } from './known-feeds.queries.ts'
import { writeOpml } from './write-opml.ts'

/** What an account follows, for another app. */
export async function exportOpml(
  { db, config }: Pick<CoreDeps, 'db' | 'config'>,
  userId: string,
): Promise<string> {
  const followed = await listFollowedFeeds(db.connection, userId)
  const outlines = followed.map(({ id, name }) => ({
    title: name,
    url: `${config.publicUrl}/feeds/podcasts/${id}.xml`,
    link: `${config.publicUrl}/podcasts/${id}`,
  }))
  return writeOpml('Earmark', outlines)
}
