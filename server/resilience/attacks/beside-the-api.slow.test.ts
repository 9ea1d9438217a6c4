import { expect, it } from 'vitest'
import { forAllTests } from '../../src/testing/for-all-tests.ts'
import { makePerson } from '../../src/testing/people.ts'
import { connectApp } from '../../src/testing/podcast-app.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { sqlStrings } from '../hostile-strings/sql.ts'
import { oddTexts } from '../hostile-strings/texts.ts'

/** Requests that are not in the OpenAPI document: feeds, sounds elsewhere, apps. */

const server = await forAllTests(startTestServer())
const { authorization, email } = await connectApp(server, await makePerson(server))
const strings = [...new Set([...sqlStrings, ...oddTexts])].filter((text) => text.isWellFormed())

const addresses: readonly ((text: string) => string)[] = [
  (text) => `/feeds/podcasts/${text}.xml`,
  (text) => `/feeds/podcasts/1.xml?page=${text}`,
  (text) => `/feeds/audio-books/${text}.xml`,
  (text) => `/feeds/chapters/${text}.json`,
  (text) => `/feeds/images/${text}`,
  (text) => `/feeds/private/${text}/library.xml`,
  (text) => `/relay/${text}`,
  (text) => `/relay/a.mp3?expires=${text}&signature=${text}`,
  (text) => `/connect/${text}`,
  (text) => `/gpodder/api/2/episodes/${text}.json`,
  (text) => `/gpodder/api/2/episodes/{user}.json?since=${text}&podcast=${text}&device=${text}`,
  (text) => `/gpodder/api/2/devices/${text}.json`,
  (text) => `/gpodder/subscriptions/{user}/${text}.opml`,
  (text) => `/gpodder/api/2/subscriptions/{user}/${text}.json?since=${text}`,
]

it.each(addresses.map((address) => [address('…'), address] as const))(
  '%s is answered or refused, whatever is in it',
  async (_shown, address) => {
    for (const text of strings) {
      const url = address(encodeURIComponent(text)).replace('{user}', email)
      const { statusCode } = await server.app.inject({ url, headers: { authorization } })
      expect([statusCode, url]).toEqual([expect.toBeOneOf([200, 302, 400, 401, 403, 404, 414]), url])
    }
  },
)

const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'x',
]
const posted = [
  '/gpodder/api/2/episodes/{user}.json',
  '/gpodder/api/2/subscriptions/{user}/phone.json',
  '/gpodder/api/2/devices/{user}/phone.json',
]

it.each(posted)('%s takes or refuses bodies of any shape and type, and huge ones', async (path) => {
  const url = path.replace('{user}', email)
  const shapes = [
    null,
    0,
    '',
    [],
    {},
    [null],
    [[]],
    [{ action: 1 }],
    { add: 1 },
    { add: [null] },
    { caption: [] },
  ]
  const texts = strings.map((text) => [
    { action: 'play', podcast: text, episode: text, guid: text, position: text },
  ])
  const lists = strings.map((text) => ({ add: [text], remove: [text], caption: text, type: text }))
  const bodies = [...shapes, ...texts, ...lists].map((body) => JSON.stringify(body))
  for (const payload of [...bodies, '{', '\u0000', 'a'.repeat(2 * 1024 ** 2)])
    for (const type of payload.length < 100 ? types : types.slice(0, 1)) {
      const headers = { authorization, 'content-type': type }
      const { statusCode } = await server.app.inject({ method: 'POST', url, headers, payload })
      const shown = [type, payload.slice(0, 200)]
      expect([statusCode, ...shown]).toEqual([expect.toBeOneOf([200, 400, 409, 413, 415]), ...shown])
    }
})
