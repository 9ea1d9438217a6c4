import { getEditedEpisode } from '@earmark/contract/edited-records.ts'
import { updateEpisode } from '@earmark/contract/episode-edits.ts'
import { getPodcast } from '@earmark/contract/podcasts.ts'
import * as contract from '@earmark/contract/sources.ts'
import { parseRssFeed } from 'feedsmith'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { pictureFile } from '../../../testing/forms.ts'
import { rss } from '../../../testing/made-up-feeds.ts'
import {
  type Answer,
  answers,
  feed,
  notFound,
  startInternet,
} from '../../../testing/made-up-internet/internet.ts'
import { signedInAlways } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'
import { imagesJob } from './images-job.ts'

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const day = 24 * 3600 * 1000
const first = Date.UTC(2025, 0, 1)

async function picture(color: string): Promise<Answer> {
  const bytes = new Uint8Array(await (await pictureFile(color)).arrayBuffer())
  return answers(200, bytes, { 'content-type': 'image/png' })
}
const [red, green, blue] = [await picture('#a02020'), await picture('#20a020'), await picture('#2020a0')]

const headers = signedInAlways(server, 'Editor')

let hosts = 0
/** A source of walks, each with a picture or none, whose podcast has `/cover.png`. */
async function picturedSource(images: readonly (string | null)[], site: Readonly<Record<string, Answer>>) {
  hosts += 1
  const host = `pictured${hosts}.example`
  const pictures = new Map(Object.entries({ '/cover.png': red, ...site }))
  const serve = (those: readonly (string | null)[], answer: Readonly<Record<string, Answer>> = {}) => {
    for (const [path, one] of Object.entries(answer)) pictures.set(path, one)
    const items = those.map((image, index) => ({
      title: `Walk ${index + 1}`,
      publishedAt: first + index * day,
      more: image === null ? '' : `<itunes:image href="http://${host}${image}"/>`,
    }))
    const more = `<itunes:image href="http://${host}/cover.png"/>`
    internet.host(host, { '/feed': feed(rss({ items, more })), ...Object.fromEntries(pictures) })
  }
  serve(images)
  const body = { url: `http://${host}/feed` }
  const { podcastId } = await server.call(contract.addSource, { body }, await headers())
  const fedTag = async () => (await server.app.inject(`/feeds/podcasts/${podcastId}.xml`)).headers.etag
  const tagBefore = await fedTag()
  await server.deps.jobs.runDue(imagesJob)
  const read = async () => await server.call(getPodcast, { params: { id: podcastId } })
  return {
    podcastId,
    /** Whether its pictures have changed anything that is kept of the podcast. */
    isChanged: async () => (await fedTag()) !== tagBefore,
    read,
    /** Whether each episode has a cover of its own, with the dominating channel of its colour. */
    covers: async () =>
      (await read()).episodes.map(({ coverInherited, coverColor }) =>
        coverInherited ? null : channelOf(coverColor),
      ),
    asked: (path: string) => internet.requestsOf(host).filter((one) => one.path === path).length,
    async change(those: readonly (string | null)[], answer?: Readonly<Record<string, Answer>>) {
      serve(those, answer)
      server.time.now += 2 * day
      await server.deps.sourceChecks.runDue()
      await server.deps.jobs.runDue(imagesJob)
    },
  }
}

function channelOf(color: string | null): string {
  const parts =
    /^#(..)(..)(..)$/
      .exec(color ?? '')
      ?.slice(1)
      .map((part) => Number.parseInt(part, 16)) ?? []
  return ['red', 'green', 'blue'][parts.indexOf(Math.max(...parts))] ?? 'none'
}

describe('a picture of an item', () => {
  test('is the cover of its episode, fetched once for all that name it, and told in the feed', async () => {
    const site = { '/a.png': green, '/b.png': blue }
    const source = await picturedSource(['/a.png', null, '/b.png', '/a.png'], site)
    expect(await source.covers()).toEqual(['green', null, 'blue', 'green'])
    expect([source.asked('/a.png'), source.asked('/b.png')]).toEqual([1, 1])
    expect(await source.isChanged()).toBe(true)
    const { body } = await server.app.inject(`/feeds/podcasts/${source.podcastId}.xml`)
    const images = parseRssFeed(body).items?.map(({ itunes }) => itunes?.image !== undefined)
    expect(images).toEqual([true, true, false, true])
  })

  test('is none where it is the podcast’s, by its address or by its bytes', async () => {
    const source = await picturedSource(['/cover.png', '/same.png'], { '/same.png': red })
    expect(await source.covers()).toEqual([null, null])
    expect(source.asked('/cover.png')).toBe(1)
    expect(await source.isChanged()).toBe(false)
  })

  test.each<[string, Answer]>([
    ['is not there', notFound],
    ['is a page', answers(200, '<html></html>', { 'content-type': 'text/html' })],
    ['is cut off', answers(200, new Uint8Array([0x89, 0x50, 0x4e, 0x47]), { 'content-type': 'image/png' })],
  ])('that %s is none, and asked for once', async (_what, answer) => {
    const source = await picturedSource(['/a.png'], { '/a.png': answer })
    expect(await source.covers()).toEqual([null])
    await server.deps.jobs.runDue(imagesJob)
    expect(source.asked('/a.png')).toBe(1)
  })

  test('comes later where its host fails for a while', async () => {
    const source = await picturedSource(['/a.png', '/b.png'], { '/a.png': answers(503), '/b.png': blue })
    expect(await source.covers()).toEqual([null, 'blue'])
    server.time.now += day / 24
    internet.host(`pictured${hosts}.example`, { '/a.png': green })
    await server.deps.jobs.runDue(imagesJob)
    expect(await source.covers()).toEqual(['green', 'blue'])
  })

  test('gives way to another one, and goes where the feed has none any more', async () => {
    const source = await picturedSource(['/a.png', '/a.png', '/a.png'], { '/a.png': green, '/b.png': blue })
    const former = (await source.read()).episodes.map(({ coverImageUrl }) => coverImageUrl as string)
    await source.change(['/a.png', '/b.png', null])
    expect(await source.covers()).toEqual(['green', 'blue', null])
    expect(source.asked('/a.png')).toBe(1)
    const statuses = await Promise.all(former.map((url) => server.app.inject({ method: 'HEAD', url })))
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 404, 404])
  })

  test('does not take the place of an editor’s', async () => {
    const source = await picturedSource(['/a.png', null], { '/a.png': green, '/b.png': blue })
    for (const { id } of (await source.read()).episodes) {
      const params = { id: source.podcastId, episodeId: id }
      const { name, number, updatedAt } = await server.call(getEditedEpisode, { params }, await headers())
      const own = { Id: id, Name: name, Number: number, UpdatedAt: updatedAt }
      const form = { ...own, CoverImage: await pictureFile('#a02020') }
      expect((await server.attempt(updateEpisode, { params, form }, await headers())).status).toBe(200)
    }
    await source.change(['/b.png', '/b.png'])
    expect(await source.covers()).toEqual(['red', 'red'])
  })
})
