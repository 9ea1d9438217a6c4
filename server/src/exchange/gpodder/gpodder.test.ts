import { deleteAccount } from '@earmark/contract/auth.ts'
import { listPlaceOffers, removeDevice, removePlaceOffer } from '@earmark/contract/devices.ts'
import { followPodcast, listFollows, unfollowPodcast } from '@earmark/contract/follows.ts'
import { saveEpisodePosition } from '@earmark/contract/position-edits.ts'
import { getEpisodePosition, listEpisodePositions } from '@earmark/contract/positions.ts'
import { expect, it } from 'vitest'
import { insertMedia } from '../../media/media.queries.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, password, type Person } from '../../testing/people.ts'
import { askGpodder, connectApp, type PodcastApp } from '../../testing/podcast-app.ts'
import { makeAudioBook, makeEpisode, makePodcast, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

const server = await forAllTests(startTestServer())
const podcastId = await makePodcast(server, { name: 'Lighthouse' })
await server.deps.db.connection
  .updateTable('podcasts')
  .set({ feed_url: 'https://old.example.org/feed' })
  .where('id', '=', podcastId)
  .execute()
let numbers = 0
const newEpisode = async () =>
  await makeEpisode(server, podcastId, {
    name: 'Episode',
    number: (numbers += 1),
    audio: soundOf(3600),
  })
const feed = `http://localhost:3000/feeds/podcasts/${podcastId}.xml`
const actionsPath = '/api/2/episodes/{user}.json'
const subscriptionsPath = '/api/2/subscriptions/{user}/phone.json'

async function sounds(episodeId: number): Promise<string> {
  const { key } = await server.deps.db.connection
    .selectFrom('recordings')
    .innerJoin('media', 'media.id', 'recordings.media_id')
    .where('episode_id', '=', episodeId)
    .select('media.key')
    .executeTakeFirstOrThrow()
  return `http://localhost:3000/media/${key}.mp3`
}

const play = async (episodeId: number, position: number, more: object = {}) => ({
  podcast: feed,
  episode: await sounds(episodeId),
  guid: `earmark-episode-${episodeId}@localhost:3000`,
  action: 'play',
  timestamp: '2026-01-01T00:00:00',
  started: 0,
  position,
  total: 3600,
  ...more,
})

const placeOf = async (person: Person, id: number) =>
  await server.call(getEpisodePosition, { params: { id } }, person.headers)
const saveInBrowser = async (person: Person, id: number, positionSeconds: number, baseVersion: number) =>
  await server.call(
    saveEpisodePosition,
    { params: { id }, body: { positionSeconds, baseVersion } },
    person.headers,
  )

/** Of 600 and 400 seconds. */
async function makeBookOfTwo(): Promise<number> {
  const bookId = await makeAudioBook(server, { name: 'Persuasion' })
  const { connection } = server.deps.db
  const { id } = await connection
    .selectFrom('recordings')
    .where('audio_book_id', '=', bookId)
    .select('id')
    .executeTakeFirstOrThrow()
  const parts = [await insertMedia(connection, soundOf(600)), await insertMedia(connection, soundOf(400))]
  const lengths = [600_000, 400_000]
  await connection
    .insertInto('recording_files')
    .values(
      parts.map(({ id: media_id }, ordinal) => ({
        recording_id: id,
        ordinal,
        media_id,
        duration_ms: lengths[ordinal] as number,
        title: null,
        file_name: null,
      })),
    )
    .execute()
  return bookId
}

/** The places that an app is told, and its next `since`. */
async function hear(app: PodcastApp, since?: number) {
  const { status, json } = await app.ask(
    'GET',
    since === undefined ? actionsPath : `${actionsPath}?since=${since}`,
  )
  expect(status).toBe(200)
  return json as { actions: { guid: string; position: number }[]; timestamp: number }
}

it('signs apps in by a password of their own, and by the cookie that it answers', async () => {
  const person = await makePerson(server)
  const app = await connectApp(server, person)
  const login = await app.ask('POST', '/api/2/auth/{user}/login.json', '', { 'content-type': 'plain/text' })
  expect(login).toMatchObject({ status: 200, text: '' })
  const cookie = String(login.headers['set-cookie'])
  expect(cookie).toMatch(/^sessionid=[^;]+; Path=\/gpodder; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
  const path = actionsPath.replace('{user}', app.email)
  const [value = ''] = cookie.split(';')
  expect(await askGpodder(server, 'GET', path, undefined, { cookie: value })).toMatchObject({ status: 200 })
  expect(await askGpodder(server, 'GET', path)).toMatchObject({
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="Earmark"' },
    json: [{ code: 'Unauthorized' }],
  })
  await app.ask('POST', '/api/2/auth/{user}/logout.json', '')
  expect(await askGpodder(server, 'GET', path, undefined, { cookie: value })).toMatchObject({ status: 401 })
  const again = await app.ask('POST', '/api/2/auth/{user}/login.json', '')
  const [other = ''] = String(again.headers['set-cookie']).split(';')
  expect(await askGpodder(server, 'GET', path, undefined, { cookie: other })).toMatchObject({ status: 200 })
  await server.call(removeDevice, { params: { id: app.deviceId } }, person.headers)
  expect(await askGpodder(server, 'GET', path, undefined, { cookie: other })).toMatchObject({ status: 401 })
  expect(await app.ask('GET', actionsPath)).toMatchObject({ status: 401 })
})

it('answers neither pages nor other people’s addresses', async () => {
  const app = await connectApp(server, await makePerson(server))
  const other = await makePerson(server)
  const headers = { origin: 'http://localhost:3000' }
  expect(await app.ask('GET', actionsPath, undefined, headers)).toMatchObject({ status: 403 })
  expect(await app.ask('GET', actionsPath, undefined, { 'sec-fetch-site': 'same-origin' })).toMatchObject({
    status: 403,
  })
  expect(await app.ask('GET', actionsPath, undefined, { 'sec-fetch-site': 'none' })).toMatchObject({
    status: 200,
  })
  expect(await app.ask('GET', `/api/2/episodes/${other.account.email}.json`)).toMatchObject({
    status: 403,
    json: [{ code: 'Forbidden' }],
  })
})

it('refuses a network address after ten wrong passwords, for five minutes', async () => {
  const app = await connectApp(server, await makePerson(server))
  const remoteAddress = '203.0.113.9'
  const wrong = {
    authorization: `Basic ${Buffer.from(`${app.email}:wrong`).toString('base64')}`,
    remoteAddress,
  }
  const statuses = []
  for (let turn = 0; turn < 11; turn += 1)
    statuses.push((await app.ask('GET', actionsPath, undefined, wrong)).status)
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  const ask = async () => await app.ask('GET', actionsPath, undefined, { remoteAddress })
  expect(await ask()).toMatchObject({ status: 429, headers: { 'retry-after': '300' } })
  expect(await app.ask('GET', actionsPath)).toMatchObject({ status: 200 })
  server.time.now += 5 * 60_000
  expect(await ask()).toMatchObject({ status: 200 })
})

it.each([
  ['an object', {}],
  ['a number in it', [7]],
  ['no podcast', [{ episode: 'https://a.example/1.mp3', action: 'play', position: 1 }]],
  ['a position that is a text', [{ podcast: 'a', episode: 'b', action: 'play', position: '1' }]],
  ['a time that is none', [{ podcast: 'a', episode: 'b', action: 'play', position: 1, timestamp: 'now' }]],
  ['too many', Array.from({ length: 1001 }, () => ({ podcast: 'a', episode: 'b', action: 'new' }))],
  ['no JSON', '{'],
])('refuses actions that are %s', async (_name, body) => {
  const app = await connectApp(server, await makePerson(server))
  expect(await app.ask('POST', actionsPath, body)).toMatchObject({
    status: 400,
    json: [{ code: 'InvalidBody' }],
  })
})

it('takes over where an app is, under its name, and tells others', async () => {
  const person = await makePerson(server)
  const [phone, tablet] = [await connectApp(server, person, 'Pixel'), await connectApp(server, person, 'Tab')]
  const id = await newEpisode()
  const { timestamp } = await hear(phone)
  const answer = await phone.ask('POST', actionsPath, [await play(id, 724)], { 'content-type': 'text/plain' })
  expect(answer).toMatchObject({ status: 200, json: { timestamp, update_urls: [] } })
  expect(await placeOf(person, id)).toMatchObject({
    positionSeconds: 724,
    deviceName: 'Pixel',
    finished: false,
  })
  expect((await hear(tablet)).actions).toEqual([
    await play(id, 724, { timestamp: new Date(server.time.now).toISOString().slice(0, 19) }),
  ])
  expect((await hear(phone, timestamp)).actions).toEqual([])
})

it('takes back what follows, and offers what does not', async () => {
  const person = await makePerson(server)
  const phone = await connectApp(server, person, 'AntennaPod on Pixel')
  const id = await newEpisode()
  await saveInBrowser(person, id, 1000, 0)
  const first = await hear(phone)
  // What an app sends right after it has asked was heard before.
  await phone.ask('POST', actionsPath, [await play(id, 300)])
  expect(await placeOf(person, id)).toMatchObject({ positionSeconds: 1000, version: 1 })
  expect(await server.call(listPlaceOffers, {}, person.headers)).toMatchObject([
    { podcastEpisodeId: id, podcastId, positionSeconds: 300, deviceName: 'AntennaPod on Pixel' },
  ])
  server.time.now += 2000
  const second = await hear(phone, first.timestamp)
  expect(second.actions).toMatchObject([{ position: 1000 }])
  server.time.now += 2000
  await hear(phone, second.timestamp)
  await phone.ask('POST', actionsPath, [await play(id, 200)])
  expect(await placeOf(person, id)).toMatchObject({ positionSeconds: 200, version: 2 })
  expect(await server.call(listPlaceOffers, {}, person.headers)).toEqual([])
  expect(await server.call(listEpisodePositions, { params: { id } }, person.headers)).toHaveLength(2)
})

it('takes what is further, and what is finished', async () => {
  const person = await makePerson(server)
  const phone = await connectApp(server, person)
  const id = await newEpisode()
  await saveInBrowser(person, id, 1000, 0)
  await phone.ask('POST', actionsPath, [await play(id, 1003)])
  expect(await placeOf(person, id)).toMatchObject({ version: 1 })
  await phone.ask('POST', actionsPath, [await play(id, 2000)])
  expect(await placeOf(person, id)).toMatchObject({ positionSeconds: 2000, version: 2 })
  await saveInBrowser(person, id, 100, 2)
  await phone.ask('POST', actionsPath, [await play(id, 3600)])
  expect(await placeOf(person, id)).toMatchObject({ positionSeconds: 3600, finished: true })
  await phone.ask('POST', actionsPath, [await play(id, 20)])
  expect(await placeOf(person, id)).toMatchObject({ positionSeconds: 20, finished: false })
})

it('tells again what the app has not heard', async () => {
  const person = await makePerson(server)
  const phone = await connectApp(server, person)
  const id = await newEpisode()
  await saveInBrowser(person, id, 1000, 0)
  const { timestamp } = await hear(phone)
  server.time.now += 5000
  await saveInBrowser(person, id, 1100, 1)
  expect((await hear(phone, timestamp)).actions).toHaveLength(1)
  server.time.now += 60_000
  // The answer was lost.
  expect((await hear(phone, timestamp)).actions).toMatchObject([{ position: 1100 }])
  await phone.ask('POST', actionsPath, [await play(id, 50)])
  expect(await placeOf(person, id)).toMatchObject({ positionSeconds: 1100 })
})

it('keeps what is not here', async () => {
  const person = await makePerson(server)
  const app = await connectApp(server, person)
  const foreign = { podcast: 'https://a.example/feed', episode: 'https://a.example/1.mp3', action: 'play' }
  const answer = await app.ask('POST', actionsPath, [
    { ...foreign, position: 5, total: 9 },
    { ...foreign, action: 'download' },
  ])
  expect(answer.status).toBe(200)
  const rows = await server.deps.db.connection
    .selectFrom('foreign_actions')
    .where('user_id', '=', person.account.id)
    .selectAll()
    .execute()
  expect(rows).toMatchObject([{ podcast: foreign.podcast, position_ms: 5000, total_ms: 9000, guid: null }])
})

it('knows audio books of several files by their parts', async () => {
  const person = await makePerson(server)
  const phone = await connectApp(server, person)
  const bookId = await makeBookOfTwo()
  const part = {
    podcast: `http://localhost:3000/feeds/audio-books/${bookId}.xml`,
    episode: 'https://elsewhere.example/2.mp3',
    guid: `earmark-audio-book-${bookId}-2@localhost:3000`,
    action: 'play',
  }
  await phone.ask('POST', actionsPath, [{ ...part, position: 100, total: 400 }])
  const { actions } = await hear(phone)
  expect(actions).toMatchObject([{ podcast: part.podcast, guid: part.guid, position: 100, total: 400 }])
})

it('tells subscriptions as the podcasts that are followed, and follows what apps subscribe to', async () => {
  const person = await makePerson(server)
  const [phone, tablet] = [await connectApp(server, person), await connectApp(server, person)]
  const foreign = 'https://a.example/feed.xml'
  const sent = 'https://old.example.org/feed'
  const first = await phone.ask('GET', `${subscriptionsPath}?since=0`)
  expect(first).toMatchObject({ status: 200, json: { add: [], remove: [] } })
  const body = { add: [sent, foreign, 'ftp://no'], remove: [] }
  const change = await phone.ask('POST', subscriptionsPath, body)
  expect(change.json.update_urls).toEqual([
    [sent, feed],
    ['ftp://no', ''],
  ])
  expect(await server.call(listFollows, {}, person.headers)).toMatchObject([{ podcast: { id: podcastId } }])
  const heard = await tablet.ask('GET', subscriptionsPath)
  expect(heard.json.add.toSorted()).toEqual([feed, foreign].toSorted())
  server.time.now += 2000
  // A phone goes on by the address that it has sent.
  expect((await phone.ask('GET', `${subscriptionsPath}?since=${first.json.timestamp}`)).json).toMatchObject({
    add: [],
    remove: [],
  })
  await server.call(unfollowPodcast, { params: { id: podcastId } }, person.headers)
  server.time.now += 2000
  const after = await phone.ask('GET', `${subscriptionsPath}?since=${first.json.timestamp}`)
  expect(after.json).toMatchObject({ add: [], remove: [sent] })
  await tablet.ask('POST', subscriptionsPath, { remove: [foreign] })
  server.time.now += 2000
  expect(
    (await phone.ask('GET', `${subscriptionsPath}?since=${after.json.timestamp}`)).json.remove,
  ).toContain(foreign)
})

it('refuses an address that is both added and removed', async () => {
  const app = await connectApp(server, await makePerson(server))
  const urls = ['https://a.example/feed.xml']
  expect(await app.ask('POST', subscriptionsPath, { add: urls, remove: urls })).toMatchObject({ status: 400 })
})

it('keeps addresses as sources are named that are none as they were sent', async () => {
  const app = await connectApp(server, await makePerson(server))
  const sent = [
    'http://höhe.example/a ü.xml',
    'feed://b.example/f',
    'itpc://c.example/f',
    ' http://d.example/f ',
  ]
  const ours = [
    'http://xn--hhe-sna.example/a%20%C3%BC.xml',
    'https://b.example/f',
    'https://c.example/f',
    'http://d.example/f',
  ]
  const change = await app.ask('POST', subscriptionsPath, { add: [...sent, 'mailto:a@b.example', 'feed'] })
  expect(change.json.update_urls).toEqual([
    ...sent.map((url, index) => [url, ours[index]]),
    ['mailto:a@b.example', ''],
    ['feed', ''],
  ])
  const list = async () => (await app.ask('GET', '/subscriptions/{user}.json')).json as unknown as string[]
  expect((await list()).toSorted()).toEqual(ours.toSorted())
  await app.ask('POST', subscriptionsPath, { remove: [sent[0], ours[1]] })
  expect((await list()).toSorted()).toEqual(ours.slice(2).toSorted())
  await app.ask('PUT', '/subscriptions/{user}/phone.txt', sent[0])
  expect(await list()).toEqual([ours[0]])
})

it('has subscriptions in the simple forms', async () => {
  const person = await makePerson(server)
  const app = await connectApp(server, person)
  await server.call(followPodcast, { params: { id: podcastId }, body: null }, person.headers)
  const put = await app.ask('PUT', '/subscriptions/{user}/phone.txt', `${feed}\nhttps://a.example/x&y\n`)
  expect(put).toMatchObject({ status: 200, text: '' })
  expect((await app.ask('GET', '/subscriptions/{user}.json')).json).toEqual([feed, 'https://a.example/x&y'])
  expect((await app.ask('GET', '/subscriptions/{user}/phone.opml')).text).toContain(
    '<outline type="rss" text="https://a.example/x&amp;y" title="https://a.example/x&amp;y" xmlUrl="https://a.example/x&amp;y"/>',
  )
  await app.ask('PUT', '/subscriptions/{user}/phone.json', [])
  expect((await app.ask('GET', '/subscriptions/{user}.txt')).text).toBe('')
  expect(await server.call(listFollows, {}, person.headers)).toEqual([])
})

it('keeps what an app calls itself', async () => {
  const app = await connectApp(server, await makePerson(server), 'Pixel')
  const path = '/api/2/devices/{user}'
  const body = { caption: 'My phone', type: 'mobile' }
  expect(await app.ask('POST', `${path}/phone-1.json`, body)).toMatchObject({ status: 200, text: '' })
  expect((await app.ask('GET', `${path}.json`)).json).toEqual([
    { id: 'phone-1', caption: 'My phone', type: 'mobile', subscriptions: 0 },
  ])
  expect(await app.ask('POST', `${path}/no%20id.json`, body)).toMatchObject({ status: 404 })
})

it.each([
  '/api/2/settings/{user}/account.json',
  '/api/2/lists/{user}.json',
  '/api/2/sync-devices/{user}.json',
  '/api/2/updates/{user}/phone.json',
])('has no %s', async (path) => {
  const app = await connectApp(server, await makePerson(server))
  expect(await app.ask('GET', path)).toMatchObject({ status: 404, json: [{ code: 'NotFound' }] })
})

it('is not there where it is switched off', async () => {
  await using quiet = await startTestServer({ environment: { GPODDER: 'false' } })
  const app = await connectApp(quiet, await makePerson(quiet))
  expect(await app.ask('GET', actionsPath)).toMatchObject({ status: 404 })
})

it('synchronises in Nextcloud’s dialect', async () => {
  const person = await makePerson(server)
  const phone = await connectApp(server, person)
  const root = '/index.php/apps/gpoddersync'
  const id = await newEpisode()
  await saveInBrowser(person, id, 1000, 0)
  const first = await phone.ask('GET', `${root}/episode_action?since=0`)
  expect(first.json.actions).toMatchObject([{ position: 1000 }])
  const own = Math.floor(server.time.now / 1000) - 1800
  const second = await phone.ask('GET', `${root}/episode_action?since=${own}`)
  expect(second).toMatchObject({ status: 200 })
  const sent = await phone.ask('POST', `${root}/episode_action/create`, [
    await play(id, 100, { action: 'PLAY' }),
  ])
  expect(sent.status).toBe(200)
  expect(await placeOf(person, id)).toMatchObject({ positionSeconds: 100 })
  await phone.ask('POST', `${root}/subscription_change/create`, { add: [feed], remove: [] })
  expect((await phone.ask('GET', `${root}/subscriptions`)).json).toMatchObject({ add: [feed], remove: [] })
})

it('ends with the account, and offers are nobody else’s', async () => {
  const [person, other] = [await makePerson(server), await makePerson(server)]
  const app = await connectApp(server, person)
  const id = await newEpisode()
  await saveInBrowser(person, id, 1000, 0)
  await app.ask('POST', actionsPath, [await play(id, 300)])
  const [offer] = await server.call(listPlaceOffers, {}, person.headers)
  const input = { params: { id: offer?.id ?? 0 } }
  await server.call(removePlaceOffer, input, other.headers)
  expect(await server.call(listPlaceOffers, {}, person.headers)).toEqual([offer])
  await server.call(removePlaceOffer, input, person.headers)
  expect(await server.call(listPlaceOffers, {}, person.headers)).toEqual([])
  await server.call(deleteAccount, { body: { password } }, person.headers)
  expect(await app.ask('GET', actionsPath)).toMatchObject({ status: 401 })
  const left = await server.deps.db.connection
    .selectFrom('devices')
    .where('user_id', '=', person.account.id)
    .selectAll()
    .execute()
  expect(left).toEqual([])
})
