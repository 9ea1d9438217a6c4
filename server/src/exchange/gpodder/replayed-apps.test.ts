import { followPodcast, listFollows } from '@earmark/contract/follows.ts'
import { saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import { getEpisodePosition } from '@earmark/contract/positions.ts'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { connectApp, type PodcastApp } from '../../testing/podcast-app.ts'
import { makeEpisode, makePodcast, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

/** Whole synchronisations as AntennaPod and Kasts make them: their calls, their order, what they keep of the answers. */

const server = await forAllTests(startTestServer())
const podcastId = await makePodcast(server, { name: 'Lighthouse' })
const feed = `http://localhost:3000/feeds/podcasts/${podcastId}.xml`
let numbers = 0
const newEpisode = async () =>
  await makeEpisode(server, podcastId, { name: 'E', number: (numbers += 1), audio: soundOf(3600) })
const guidOf = (id: number) => `earmark-episode-${id}@localhost:3000`

type Dialect = 'gpodder' | 'nextcloud'

const paths = {
  gpodder: {
    subscriptions: '/api/2/subscriptions/{user}/pixel-7.json',
    changes: '/api/2/subscriptions/{user}/pixel-7.json',
    actions: '/api/2/episodes/{user}.json',
    plays: '/api/2/episodes/{user}.json',
  },
  nextcloud: {
    subscriptions: '/index.php/apps/gpoddersync/subscriptions',
    changes: '/index.php/apps/gpoddersync/subscription_change/create',
    actions: '/index.php/apps/gpoddersync/episode_action',
    plays: '/index.php/apps/gpoddersync/episode_action/create',
  },
} as const

const bulk = 30
/** Of the pattern that the app reads times by; anything behind it is refused. */
const appTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

class AntennaPod {
  readonly app: PodcastApp
  readonly dialect: Dialect
  readonly places = new Map<number, number>()
  feeds: string[] = []
  #queue: { id: number; position: number; at: number }[] = []
  #queuedFeeds: string[] = []
  #since = { subscriptions: 0, actions: 0 }

  constructor(app: PodcastApp, dialect: Dialect) {
    this.app = app
    this.dialect = dialect
  }

  listen(id: number, position: number): void {
    this.places.set(id, position)
    this.#queue.push({ id, position, at: server.time.now })
  }

  subscribe(url: string): void {
    this.feeds.push(url)
    this.#queuedFeeds.push(url)
  }

  async synchronise(): Promise<void> {
    if (this.dialect === 'gpodder') {
      const login = await this.app.ask('POST', '/api/2/auth/{user}/login.json', '', {
        'content-type': 'plain/text',
      })
      expect(login.status).toBe(200)
      const device = { caption: 'AntennaPod', type: 'mobile' }
      expect((await this.app.ask('POST', '/api/2/devices/{user}/pixel-7.json', device)).status).toBe(200)
    }
    await this.#synchroniseFeeds()
    await this.#synchroniseActions()
  }

  async #synchroniseFeeds(): Promise<void> {
    const { subscriptions, changes } = paths[this.dialect]
    const { status, json } = await this.app.ask('GET', `${subscriptions}?since=${this.#since.subscriptions}`)
    expect(status).toBe(200)
    this.feeds.push(...json.add.filter((url) => !this.feeds.includes(url)))
    this.feeds = this.feeds.filter((url) => !json.remove.includes(url))
    let next = json.timestamp
    if (this.#queuedFeeds.length > 0) {
      const sent = await this.app.ask('POST', changes, { add: this.#queuedFeeds, remove: [] })
      expect(sent.status).toBe(200)
      next = this.dialect === 'nextcloud' ? this.#now() : sent.json.timestamp
      this.#queuedFeeds = []
    }
    this.#since.subscriptions = next
  }

  async #synchroniseActions(): Promise<void> {
    const { actions, plays } = paths[this.dialect]
    const { status, json } = await this.app.ask('GET', `${actions}?since=${this.#since.actions}`)
    expect(status).toBe(200)
    for (const { guid, position, ...action } of json.actions) {
      const { timestamp } = action as unknown as { timestamp: string }
      expect(timestamp).toMatch(appTime)
      const id = Number(/^earmark-episode-(\d+)@/.exec(guid)?.[1])
      const queued = this.#queue.findLast((one) => one.id === id)
      if (!queued || queued.at <= Date.parse(`${timestamp}Z`)) this.places.set(id, position)
    }
    let next = json.timestamp
    for (let start = 0; start < this.#queue.length; start += bulk) {
      const some = this.#queue.slice(start, start + bulk).map((one) => this.#written(one))
      const sent = await this.app.ask('POST', plays, some, {
        'content-type': 'application/json; charset=utf-8',
      })
      expect(sent.status).toBe(200)
      next = this.dialect === 'nextcloud' ? this.#now() : sent.json.timestamp
    }
    this.#queue = []
    this.#since.actions = next
  }

  #now = () => Math.floor(server.time.now / 1000)

  #written({ id, position, at }: { id: number; position: number; at: number }) {
    const timestamp = new Date(at).toISOString().slice(0, 19)
    const episode = `http://localhost:3000/media/unknown-${id}.mp3`
    const place = { started: 0, position, total: 3600 }
    return {
      podcast: feed,
      episode,
      guid: guidOf(id),
      action: 'play',
      timestamp,
      ...place,
      device: 'pixel-7',
    }
  }
}

const placeOf = async (person: Person, id: number) =>
  (await server.call(getEpisodePosition, { params: { id } }, person.headers)).positionSeconds

const pass = (seconds: number) => {
  server.time.now += seconds * 1000
}

it.each<Dialect>(['gpodder', 'nextcloud'])(
  'keeps two AntennaPods and a browser in step, by %s',
  async (dialect) => {
    const person = await makePerson(server)
    const phone = new AntennaPod(await connectApp(server, person, 'Pixel'), dialect)
    const tablet = new AntennaPod(await connectApp(server, person, 'Tab'), dialect)
    phone.subscribe(feed)
    const ids = []
    for (let count = 0; count < 40; count += 1) ids.push(await newEpisode())
    const [first = 0, second = 0] = ids
    for (const [place, id] of ids.entries()) phone.listen(id, 100 + place)
    await phone.synchronise()
    pass(60)
    await tablet.synchronise()
    expect(tablet.feeds).toEqual([feed])
    expect(await server.call(listFollows, {}, person.headers)).toMatchObject([{ podcast: { id: podcastId } }])
    expect([...tablet.places].toSorted(([a], [b]) => a - b)).toEqual(
      ids.map((id, place) => [id, 100 + place]),
    )
    pass(60)
    // Back to an earlier place, by somebody who knows the present one.
    await tablet.synchronise()
    pass(60)
    tablet.listen(first, 30)
    await tablet.synchronise()
    expect(await placeOf(person, first)).toBe(30)
    // A phone that was offline meanwhile has not heard of it, and is behind in another.
    const body = { positionSeconds: 900, baseVersion: 1 }
    await server.call(saveEpisodePosition, { params: { id: second }, body }, person.headers)
    phone.listen(second, 300)
    pass(60)
    await phone.synchronise()
    expect(await placeOf(person, second)).toBe(900)
    pass(60)
    for (const app of [phone, tablet, phone, tablet]) {
      await app.synchronise()
      pass(60)
    }
    for (const { places } of [phone, tablet])
      expect([places.get(first), places.get(second)]).toEqual([30, 900])
  },
)

it('answers what Kasts asks: the devices first, and every action by its feed', async () => {
  const person = await makePerson(server)
  const app = await connectApp(server, person)
  const id = await newEpisode()
  await server.call(followPodcast, { params: { id: podcastId }, body: null }, person.headers)
  const body = { positionSeconds: 55, baseVersion: 0 }
  await server.call(saveEpisodePosition, { params: { id }, body }, person.headers)
  expect((await app.ask('GET', '/api/2/devices/{user}.json')).json).toEqual([])
  const device = { caption: 'Kasts', type: 'desktop' }
  expect((await app.ask('POST', '/api/2/devices/{user}/kasts-1.json', device)).status).toBe(200)
  const { json: feeds } = await app.ask('GET', '/api/2/subscriptions/{user}/kasts-1.json?since=0')
  expect(feeds).toMatchObject({ add: [feed], remove: [] })
  const { json } = await app.ask('GET', '/api/2/episodes/{user}.json?since=0&aggregated=true&device=kasts-1')
  expect(json.actions).toMatchObject([{ podcast: feed, guid: guidOf(id), position: 55, total: 3600 }])
  const other = await app.ask(
    'GET',
    `/api/2/episodes/{user}.json?since=0&podcast=${encodeURIComponent('https://a.example/')}`,
  )
  expect(other.json.actions).toEqual([])
})
