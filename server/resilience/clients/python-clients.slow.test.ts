import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getEpisode } from '@earmark/contract/episodes.ts'
import { getPodcastFeed } from '@earmark/contract/feed-settings.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import { saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import { getEpisodePosition } from '@earmark/contract/positions.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../src/testing/for-all-tests.ts'
import { makePerson } from '../../src/testing/people.ts'
import { connectApp } from '../../src/testing/podcast-app.ts'
import { makeCreator, makeEpisode, makePodcast, soundOf, storeCover } from '../../src/testing/records.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { skipLoudly } from '../faults/fault-site.ts'

/**
 * Programs of others as Debian has them, run as they are: feedparser and podcastparser read a feed, mygpoclient
 * synchronises. PYTHON_CLIENTS=required has the tests fail where they are not there.
 */

const python = '/usr/bin/python3'
const modules = 'import feedparser, podcastparser, mygpoclient'
const areThere = spawnSync(python, ['-c', modules]).status === 0
const isSkipped = !areThere && process.env.PYTHON_CLIENTS !== 'required'
if (isSkipped)
  skipLoudly('programs in Python', 'python3-feedparser, -podcastparser, -mygpoclient are missing')

const publicUrl = 'http://localhost:3000'
const server = await forAllTests(startTestServer())
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const name = 'Stars & <Stripes> “quoted” 🎧 東京'
const voicer = await makeCreator(server, { nickname: 'Ada "the" Voice' })
const id = await makePodcast(server, {
  name,
  description: 'First & more\nSecond <b>line</b>',
  language: 'de',
  voicerIds: [voicer],
  ...(await storeCover(server, 'teal')),
})
const sound = soundOf(3725.4)
const episodeId = await makeEpisode(server, id, {
  number: 7,
  season: 2,
  episodeType: 'Bonus',
  isExplicit: true,
  name,
  description: 'A walk & more',
  audio: sound,
  publishedAt: '2025-03-04T05:06:07.000Z',
  voicerIds: [voicer],
})
const podcast = await server.call(getPodcast, { params: { id } })
const episode = await server.call(getEpisode, { params: { id, episodeId } })
const feedUrl = `${publicUrl}/feeds/podcasts/${id}.xml`
const episodeUrl = `${publicUrl}${episode.audioUrl}`
const guid = `earmark-episode-${episodeId}@localhost:3000`
const links = {
  podcast: `${publicUrl}/podcasts/${id}`,
  episode: `${publicUrl}/podcasts/${id}/episodes/${episodeId}`,
}
const durationSeconds = Math.round(episode.durationSeconds ?? 0)

async function run(program: string, ...given: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(python, [join(import.meta.dirname, program), ...given])
  return JSON.parse(stdout)
}

describe.skipIf(isSkipped)('a feed has what the API says', () => {
  const reading = isSkipped ? null : run('read-feed.py', `${address}/feeds/podcasts/${id}.xml`)

  it('for feedparser', async () => {
    const { headers } = await makePerson(server, 'Editor')
    const settings = await server.call(getPodcastFeed, { params: { id } }, headers)
    expect(await reading).toMatchObject({
      feedparser: {
        bozo: false,
        feed: {
          title: podcast.name,
          subtitle: podcast.description,
          link: links.podcast,
          language: podcast.language,
          author: podcast.voicers[0]?.nickname,
          image: { href: expect.stringMatching(/\/feeds\/images\/[\w-]+\.jpg$/) },
          itunes_type: settings.type,
          podcast_guid: expect.stringMatching(/^[\da-f-]{36}$/),
          generator: 'Earmark',
        },
        entries: [
          {
            id: guid,
            title: episode.name,
            summary: episode.description,
            link: links.episode,
            published: new Date(episode.publishedAt ?? '').toUTCString(),
            itunes_duration: String(durationSeconds),
            itunes_episode: String(episode.number),
            itunes_season: String(episode.season),
            itunes_episodetype: 'bonus',
            links: [
              { rel: 'alternate', href: links.episode },
              { rel: 'enclosure', href: episodeUrl, length: String(sound.sizeBytes), type: 'audio/mpeg' },
            ],
          },
        ],
      },
    })
  })

  it('for podcastparser', async () => {
    expect(await reading).toMatchObject({
      podcastparser: {
        title: podcast.name,
        description: podcast.description,
        link: links.podcast,
        language: podcast.language,
        explicit: false,
        itunes_author: podcast.voicers[0]?.nickname,
        cover_url: expect.stringMatching(/\/feeds\/images\/[\w-]+\.jpg$/),
        episodes: [
          {
            guid,
            title: episode.name,
            description: episode.description,
            link: links.episode,
            published: Math.floor(Date.parse(episode.publishedAt ?? '') / 1000),
            total_time: durationSeconds,
            number: episode.number,
            season: episode.season,
            type: 'bonus',
            explicit: true,
            enclosures: [{ url: episodeUrl, file_size: sound.sizeBytes, mime_type: 'audio/mpeg' }],
          },
        ],
      },
    })
  })
})

it.skipIf(isSkipped)('mygpoclient signs in, follows and leaves feeds, and has places both ways', async () => {
  const person = await makePerson(server)
  const params = { id: episodeId }
  const body = { positionSeconds: 600, baseVersion: 0 }
  await server.call(saveEpisodePosition, { params, body }, person.headers)
  const { email, password } = await connectApp(server, person)
  const seen = await run('synchronise.py', `${address}/gpodder`, email, password, feedUrl, episodeUrl)
  expect(seen).toEqual({
    refused: true,
    devices: [['phone', 'Phone', 'mobile']],
    before: [],
    updatedUrls: [],
    pulled: [feedUrl, 'https://elsewhere.example.org/feed.xml'],
    left: [feedUrl],
    told: [expect.objectContaining({ podcast: feedUrl, episode: episodeUrl, action: 'play', position: 600 })],
    since: expect.any(Number),
  })
  const place = await server.call(getEpisodePosition, { params }, person.headers)
  expect(place.positionSeconds).toBe(1200)
})
