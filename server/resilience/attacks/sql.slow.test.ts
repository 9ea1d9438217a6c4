import { addToLibrary } from '@earmark/contract/library.ts'
import { createCreator } from '@earmark/contract/creator-edits.ts'
import { listCreators, pageCreators } from '@earmark/contract/creators.ts'
import { pageAudioBooks } from '@earmark/contract/audio-books.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { pagePodcasts } from '@earmark/contract/podcasts.ts'
import { pageUsers } from '@earmark/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { makePerson, makeUser } from '../../src/testing/people.ts'
import { makeAudioBook, makeCreator, makeEpisode, makePodcast } from '../../src/testing/records.ts'
import { openAttackSite } from './attack-site.ts'
import { dealOut } from './operation-sinks.ts'
import { askRaw, eachOf } from './raw-client.ts'
import { collectSinks } from './sinks.ts'
import { sqlStrings, wildcards } from '../hostile-strings/sql.ts'
import { listRows } from '../../src/testing/engines.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/** No string of a client's becomes part of a query, on either engine. */

/** In the long form it takes an hour, on a machine that is busy. */
const patienceMs = 3_600_000

const site = await forAllTests(openAttackSite())
const server = site.server

/** Rows of whatever no request is about. */
async function makeBystanders(): Promise<string[]> {
  const before = await listRows(server.deps.db.connection)
  const editor = await makePerson(server, 'Editor')
  const voicerIds = [await makeCreator(server, { nickname: 'Bystander' })]
  const podcastId = await makePodcast(server, { name: 'Bystander', voicerIds })
  await makeEpisode(server, podcastId, { number: 1, name: 'Bystander', voicerIds })
  const audioBookId = await makeAudioBook(server, { name: 'Bystander', readerIds: voicerIds })
  await server.call(addToLibrary, { body: { audioBookId } }, editor.headers)
  return [...(await listRows(server.deps.db.connection)).difference(before)]
}

it(
  'fails nowhere and harms nothing, whatever is asked wherever',
  async () => {
    const bystanders = await makeBystanders()
    expect(bystanders.length).toBeGreaterThan(8)
    const sinks = (await collectSinks(site)).map((sink) => ({ ...sink, isFile: false }))
    const failures: unknown[] = []
    await eachOf(dealOut(sinks, sqlStrings, 2), async ([sink, text]) => {
      const { status } = await askRaw(
        site.port,
        sink.request(sink.isAddress ? encodeURIComponent(text) : text),
      )
      if (status === 0 || status >= 500) failures.push([sink.name, text, status])
    })
    expect(failures).toEqual([])
    const after = await listRows(server.deps.db.connection)
    expect(bystanders.filter((row) => !after.has(row))).toEqual([])
    const admins = [...after].filter((row) => row.startsWith('users ') && row.includes('"Admin"'))
    expect(admins).toHaveLength(1)
  },
  patienceMs,
)

it(
  'is kept as it was written, and found by it',
  async () => {
    const { headers } = site.admin
    // oxlint-disable-next-line no-control-regex
    const names = sqlStrings.filter((text) => text.length <= 200 && !/[\u0000-\u001f\u007f]/.test(text))
    const kept = new Map<string, number>()
    await eachOf(names, async (nickname) => {
      const { id, ...creator } = await server.call(createCreator, { body: { nickname } }, headers)
      expect(creator.nickname).toBe(nickname.trim())
      kept.set(creator.nickname, id)
    })
    const listed = new Map((await server.call(listCreators, {})).map(({ id, nickname }) => [id, nickname]))
    await eachOf([...kept], async ([search, id]) => {
      const querystring = pagedQuery({ search, sortBy: 'relevance' as never, pageSize: 100 })
      const { items } = await server.call(pageCreators, { querystring })
      expect([listed.get(id), items.map((item) => item.id)]).toEqual([search, expect.arrayContaining([id])])
    })
  },
  patienceMs,
)

describe('a search for what means something elsewhere finds what it says, no more and no less', () => {
  const lists = {
    'audio books': { page: pageAudioBooks, make: (name: string) => makeAudioBook(server, { name }) },
    podcasts: { page: pagePodcasts, make: (name: string) => makePodcast(server, { name }) },
    creators: { page: pageCreators, make: (nickname: string) => makeCreator(server, { nickname }) },
    users: { page: pageUsers, make: (name: string) => makeUser(server, { name }) },
  }

  it.each(Object.entries(lists))(
    'among %s',
    async (_, { page, make }) => {
      for (const [, literal, lure] of wildcards) {
        await make(`${literal} tern`)
        await make(`${lure} tern`)
      }
      const wrong: unknown[] = []
      for (const [search, literal, lure] of wildcards) {
        for (const sortBy of ['id', 'relevance']) {
          const querystring = { search: `${search} tern`, sortBy, pageSize: 100 }
          const { body } = await server.attempt(page, { querystring }, site.admin.headers)
          const { items } = JSON.parse(body) as { items: { name?: string; nickname?: string }[] }
          const found = items.map(({ name, nickname }) => nickname ?? name)
          if (!found.includes(`${literal} tern`)) wrong.push([search, 'does not find', literal])
          if (found.includes(`${lure} tern`)) wrong.push([search, 'finds', lure])
        }
      }
      expect(wrong).toEqual([])
    },
    patienceMs,
  )
})
