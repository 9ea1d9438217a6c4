import {
  audioBookProblems,
  countEditedEpisodes,
  episodeProblems,
  podcastProblems,
  publishingStatuses,
  type RecordProblem,
} from '@earmark/contract/edited-records.ts'
import { describe, expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import {
  makeAudioBook,
  makeAudioBookRows,
  makeCreator,
  makeEpisode,
  makePodcast,
  soundOf,
  storeCover,
} from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { type CreditedKind, replaceCredits } from '../creators/credits.queries.ts'
import { countProblems, listLacking } from './problems.queries.ts'

interface Shown {
  readonly id: number
  readonly status: string
  readonly audioUrl?: string | null
  readonly coverImageUrl: string | null
  readonly language?: string | null
  readonly readers?: readonly object[]
  readonly voicers?: readonly object[]
}

const isSeen: Record<RecordProblem, (record: Shown) => boolean> = {
  NoAudio: ({ audioUrl }) => audioUrl === null,
  NoCover: ({ coverImageUrl }) => coverImageUrl === null,
  NoReader: ({ readers }) => readers?.length === 0,
  NoVoicer: ({ voicers }) => voicers?.length === 0,
  NoLanguage: ({ language }) => language === null,
}

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')
const creatorId = await makeCreator(server, { nickname: 'Mara' })
const cover = await storeCover(server, '#204060')
const podcastId = await makePodcast(server, { name: 'The Daily' })

/** Of each kind one record for each combination of what it may lack. */
const roles = ['Reader', 'Guest', 'Author'] as const
for (let number = 0; number < 48; number += 1) {
  const has = (bit: number) => ((number >> bit) & 1) === 1
  const record = { name: `Record ${number % 7}`, ...(has(0) ? cover : {}), draft: has(1) }
  const audio = has(2) ? soundOf(60) : null
  const language = has(3) ? 'en' : null
  const ids: Record<CreditedKind, number> = {
    'audio-book': await makeAudioBook(server, { ...record, audio, language }),
    podcast: await makePodcast(server, { ...record, language }),
    episode: await makeEpisode(server, podcastId, { ...record, number, audio }),
  }
  const role = roles[number % 3] as (typeof roles)[number]
  for (const kind of ['audio-book', 'podcast', 'episode'] as const)
    await replaceCredits(server.deps.db.connection, { kind, id: ids[kind] }, [{ creatorId, role }])
}
for (const table of ['audio_books', 'podcasts', 'episodes'] as const) {
  const drafts = server.deps.db.connection.updateTable(table).where('is_public', '=', 0)
  await drafts.set({ publish_at: 8e12 }).where('id', '<=', 24).execute()
}

function subsetsOf<T>([first, ...others]: readonly T[]): T[][] {
  if (first === undefined) return [[]]
  const rest = subsetsOf(others)
  return [...rest, ...rest.map((subset) => [first, ...subset])]
}

describe.each<[string, readonly RecordProblem[]]>([
  ['audio-books', audioBookProblems],
  ['podcasts', podcastProblems],
  [`podcasts/${podcastId}/episodes`, episodeProblems],
])('editors find among %s', (list, known) => {
  async function page(problems: readonly string[], rest = '') {
    const query = problems.map((problem) => `&problem=${problem}`).join('')
    const url = `/api/edit/${list}/paged?pageSize=100${query}${rest}`
    const answer = await server.app.inject({ url, headers })
    return answer.json<{ items: Shown[]; totalCount: number }>()
  }

  it('what lacks all that is asked for, as a naive count does', async () => {
    const all = (await page([])).items
    for (const problems of subsetsOf(known)) {
      const lacking = all.filter((record) => problems.every((problem) => isSeen[problem](record)))
      expect(lacking.length).toBeGreaterThan(0)
      const found = await page(problems)
      expect(found).toMatchObject({ totalCount: lacking.length, items: lacking })
    }
  })

  it('drafts that lack it, in any order, and by a search', async () => {
    const [problem] = known
    const all = (await page([problem as RecordProblem])).items
    const drafts = await page([problem as RecordProblem], '&status=Draft&sortBy=publishedAt')
    const wanted = new Set(all.filter(({ status }) => status === 'Draft').map(({ id }) => id))
    expect(new Set(drafts.items.map(({ id }) => id))).toEqual(wanted)
    expect(wanted.size).toBeGreaterThan(0)
    const searched = await page([problem as RecordProblem], '&search=3')
    expect(searched.totalCount).toBeGreaterThan(0)
    expect(searched.totalCount).toBeLessThan(all.length)
  })

  it('with the number of those that lack each, and of each status', async () => {
    const all = (await page([])).items
    const count = (is: (record: Shown) => boolean) => all.filter(is).length
    const answer = await server.app.inject({ url: `/api/edit/${list}/counts`, headers })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      problems: known.map((value) => ({ value, count: count(isSeen[value]) })),
      statuses: publishingStatuses.map((value) => ({
        value,
        count: count(({ status }) => status === value),
      })),
    })
  })

  it('nothing by what is no problem of theirs', async () => {
    const other = known.includes('NoVoicer') ? 'NoReader' : 'NoVoicer'
    for (const problem of [other, 'nocover', 'Draft']) {
      const url = `/api/edit/${list}/paged?problem=${problem}`
      const answer = await server.app.inject({ url, headers })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject([{ code: 'InvalidQuery', field: 'problem' }])
    }
  })
})

it('many are found and counted as few are', async () => {
  const { db } = server.deps
  const count = () => countProblems(db.connection, { table: 'audio_books' }, ['NoAudio', 'NoCover'])
  const { problems } = await count()
  const before = await listLacking(db, 'audio_books', ['NoAudio', 'NoReader'])
  const ids = await makeAudioBookRows(
    server,
    Array.from({ length: 5_200 }, (_, place) => `Row ${place}`),
  )
  expect(await listLacking(db, 'audio_books', ['NoAudio', 'NoReader'])).toEqual([...before, ...ids])
  const more = problems.map(({ value, count: few }) => ({ value, count: few + ids.length }))
  expect(await count()).toMatchObject({ problems: more })
})

it('the episodes of an unknown podcast are not counted', async () => {
  const refused = await server.attempt(countEditedEpisodes, { params: { id: 999_999 } }, headers)
  expect(refused).toMatchObject({ status: 404, codes: ['NotFound'] })
})
