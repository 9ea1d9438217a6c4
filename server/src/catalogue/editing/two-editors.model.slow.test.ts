import { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { editInBulk } from '@earmark/contract/bulk-edits.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import { updateCreator } from '@earmark/contract/creator-edits.ts'
import { getCreator } from '@earmark/contract/creators.ts'
import { getSeries } from '@earmark/contract/series.ts'
import { updateSeries } from '@earmark/contract/series-edits.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCreator, makeSeries } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'

/**
 * Random walks of two editors who save an audio book, its credits, its reader and its series over what they have read,
 * sometimes at the same moment, while bulk edits add to the audio book. Collections have a model of their own.
 */

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')

const things = ['book', 'creator', 'series'] as const
type Thing = (typeof things)[number]

type Save =
  | { readonly does: 'save'; readonly thing: Thing; readonly text: string }
  | { readonly does: 'credits'; readonly as: readonly string[] }

type Step =
  | { readonly does: 'open'; readonly who: 0 | 1 }
  | { readonly does: 'bulk'; readonly genre: string; readonly as: string | null }
  | { readonly does: 'one'; readonly who: 0 | 1; readonly save: Save }
  | { readonly does: 'both'; readonly saves: readonly [Save, Save] }

const who = fc.constantFrom<0 | 1>(0, 1)
const word = fc.constantFrom('Salt', 'Tea', 'Rain')
const save: fc.Arbitrary<Save> = fc.oneof(
  fc.record({ does: fc.constant('save' as const), thing: fc.constantFrom(...things), text: word }),
  fc.record({ does: fc.constant('credits' as const), as: fc.uniqueArray(word, { maxLength: 3 }) }),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('open' as const), who }),
  fc.record({ does: fc.constant('bulk' as const), genre: word, as: fc.option(word) }),
  fc.record({ does: fc.constant('one' as const), who, save }),
  fc.record({ does: fc.constant('both' as const), saves: fc.tuple(save, save) }),
)

/** What was saved last. */
interface Saved {
  readonly book: string
  readonly creator: string
  readonly series: string
  readonly genres: readonly string[]
  /** Of the one creator, by what it is credited as. */
  readonly credits: readonly string[]
}

type Versions = Readonly<Record<Thing, string>>
type Ids = Readonly<Record<Thing, number>>

async function read(ids: Ids): Promise<{ saved: Saved; versions: Versions }> {
  const book = await server.call(getAudioBook, { params: { id: ids.book } })
  const creator = await server.call(getCreator, { params: { id: ids.creator } })
  const series = await server.call(getSeries, { params: { id: ids.series } })
  const names = { book: book.name, creator: creator.nickname, series: series.name }
  const credits = book.credits.map((credit) => credit.as ?? '')
  return {
    saved: { ...names, genres: book.genres, credits },
    versions: { book: book.updatedAt, creator: creator.updatedAt, series: series.updatedAt },
  }
}

const thingOf = (one: Save): Thing => (one.does === 'credits' ? 'book' : one.thing)

async function send(ids: Ids, one: Save, versions: Versions): Promise<number> {
  const thing = thingOf(one)
  const [params, baseUpdatedAt] = [{ id: ids[thing] }, versions[thing]]
  const attempt = async (...[endpoint, input]: Parameters<typeof server.attempt>) =>
    (await server.attempt(endpoint, { params, ...input }, headers)).status
  if (one.does === 'credits') {
    const credits = one.as.map((as) => ({ creatorId: ids.creator, role: 'Voice', as }))
    return await attempt(replaceAudioBookCredits, { body: { credits, baseUpdatedAt } })
  }
  const { text } = one
  if (thing === 'book')
    return await attempt(updateAudioBook, { form: { Id: params.id, Name: text, UpdatedAt: baseUpdatedAt } })
  if (thing === 'series')
    return await attempt(updateSeries, { body: { ...params, name: seriesName(ids, text), baseUpdatedAt } })
  return await attempt(updateCreator, { body: { ...params, nickname: text, baseUpdatedAt } })
}

/** No other series may have it. */
const seriesName = ({ series }: Ids, text: string) => `${text} ${series}`

function after(saved: Saved, ids: Ids, one: Save): Saved {
  if (one.does === 'credits') return { ...saved, credits: one.as }
  return { ...saved, [one.thing]: one.thing === 'series' ? seriesName(ids, one.text) : one.text }
}

async function bulk({ book, creator }: Ids, genre: string, as: string | null): Promise<void> {
  const addCredits = as === null ? [] : [{ creatorId: creator, role: 'Voice' as const, as }]
  const changes = { addGenres: [genre], addCredits }
  const body = { kind: 'AudioBook' as const, ids: [book], changes }
  expect(await server.call(editInBulk, { body }, headers)).toEqual([{ id: book, done: true }])
}

const withOne = (list: readonly string[], one: string | null) =>
  one === null || list.includes(one) ? list : [...list, one]

it('no editor ever saves over what somebody else has changed, and nothing that was saved is lost', {
  timeout: 120_000,
}, async () => {
  const check = async (steps: readonly Step[]) => {
    const ids = {
      book: await makeAudioBook(server, { name: 'Book' }),
      creator: await makeCreator(server, { nickname: 'Ada' }),
      series: await makeSeries(server, 'Series'),
    }
    const first = await read(ids)
    let { saved, versions } = first
    const open: [Versions, Versions] = [versions, versions]
    for (const one of steps) {
      if (one.does === 'open') open[one.who] = versions
      else if (one.does === 'bulk') {
        await bulk(ids, one.genre, one.as)
        saved = {
          ...saved,
          genres: withOne(saved.genres, one.genre),
          credits: withOne(saved.credits, one.as),
        }
      } else if (one.does === 'one') {
        const thing = thingOf(one.save)
        const isCurrent = open[one.who][thing] === versions[thing]
        expect(await send(ids, one.save, open[one.who])).toBe(isCurrent ? 200 : 409)
        if (isCurrent) saved = after(saved, ids, one.save)
      } else {
        const base = versions
        const statuses = await Promise.all(one.saves.map((mine) => send(ids, mine, base)))
        const isOneThing = thingOf(one.saves[0]) === thingOf(one.saves[1])
        expect(statuses.toSorted((a, b) => a - b)).toEqual(isOneThing ? [200, 409] : [200, 200])
        for (const [place, mine] of one.saves.entries())
          if (statuses[place] === 200) saved = after(saved, ids, mine)
      }
      const now = await read(ids)
      expect(now.saved).toEqual(saved)
      ;({ versions } = now)
    }
    const input = { params: { id: ids.series }, body: { id: ids.series, name: `Left ${ids.series}` } }
    await server.call(updateSeries, input, headers)
  }
  const walks = fc.array(step, { minLength: 3, maxLength: 12, size: 'max' })
  await fc.assert(fc.asyncProperty(walks, check), { numRuns: 25 })
})
