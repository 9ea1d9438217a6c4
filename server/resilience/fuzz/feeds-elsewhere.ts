import { getPodcast } from '@earmark/contract/podcasts.ts'
import { addSourceAtLast } from '../../src/testing/added-source.ts'
import { rss } from '../../src/testing/made-up-feeds.ts'
import { feed, file, type MadeUpInternet } from '../../src/testing/made-up-internet/internet.ts'
import { makePerson } from '../../src/testing/people.ts'
import type { TestServer } from '../../src/testing/server.ts'

/** A host on which every address is a feed, and one on which every address is a sound. */

const feedHost = 'feeds.example'

export const feedElsewhere = (name: number | string) => `http://${feedHost}/${name}`

export function publishFeeds(internet: MadeUpInternet): void {
  internet.host(feedHost, ({ path }) => {
    const title = encodeURIComponent(path)
    return feed(rss({ title, items: [{ title: 'Walk', guid: `${title} walk`, publishedAt: 1 }] }))
  })
  internet.host('sounds.example', () => file(Buffer.alloc(1_000, 7)))
}

/** @returns the file of a sound that is passed on */
export async function addRelayedSound(server: TestServer): Promise<string> {
  const { headers } = await makePerson(server, 'Editor')
  const { podcastId: id } = await addSourceAtLast(server, feedElsewhere('relayed'), headers)
  const { episodes } = await server.call(getPodcast, { params: { id } })
  return String(episodes[0]?.audioUrl).replace('/relay/', '')
}
