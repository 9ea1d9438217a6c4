import * as library from '@earmark/contract/library.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import { makeAudioBook, makeEpisode, makePodcast } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { walks } from '../../testing/walks.ts'

/** Random orders of calls by two people against a model: what each has, newest first. */

const server = await forAllTests(startTestServer())
/** The recordings that are added; the last of each kind is unknown. */
const books: number[] = []
for (const name of ['Emma', 'Persuasion']) books.push(await makeAudioBook(server, { name }))
const episodes: library.EpisodeItem[] = []
for (const name of ['Talks', 'Walks']) {
  const podcastId = await makePodcast(server, { name })
  for (const number of [1, 2]) {
    const podcastEpisodeId = await makeEpisode(server, podcastId, { number, name: `${name} ${number}` })
    episodes.push({ podcastId, podcastEpisodeId })
  }
}
books.push(999_999)
episodes.push({ ...(episodes[0] as library.EpisodeItem), podcastId: episodes[2]?.podcastId as number })

interface Known {
  readonly id: number
  readonly item: string
}

interface Who {
  readonly who: 0 | 1
}
interface AddOne extends Who {
  readonly kind: 'book' | 'episode'
  readonly place: number
}
interface AddList extends Who {
  readonly kind: 'list'
  readonly places: number[]
}
/** By their places among everybody's entries. */
interface Remove extends Who {
  readonly kind: 'remove'
  readonly places: number[]
  readonly isList: boolean
}
interface Empty extends Who {
  readonly kind: 'empty'
}
type Step = AddOne | AddList | Remove | Empty

class Model {
  /** Oldest first. */
  readonly entries: [Known[], Known[]] = [[], []]

  add(who: 0 | 1, answers: readonly library.LibraryEntry[], items: readonly string[]): void {
    expect(answers.map(itemOf)).toEqual([...new Set(items)])
    for (const answer of answers) {
      const known = this.entries[who].find(({ item }) => item === itemOf(answer))
      if (known) expect(answer.id).toBe(known.id)
      else this.entries[who].push({ id: answer.id, item: itemOf(answer) })
    }
  }

  has(who: 0 | 1, item: string): boolean {
    return this.entries[who].some((entry) => entry.item === item)
  }

  /** Ids of anybody's entries, and one that nobody has. */
  idAt(place: number): number {
    const ids = [...this.entries.flat().map(({ id }) => id), 999_999]
    return ids[place % ids.length] as number
  }

  remove(who: 0 | 1, ids: readonly number[]): boolean {
    const own = this.entries[who].map(({ id }) => id)
    if (!ids.every((id) => own.includes(id))) return false
    this.entries[who] = this.entries[who].filter(({ id }) => !ids.includes(id))
    return true
  }
}

const bookName = (place: number) => `book ${books[place]}`
const episodeName = ({ podcastEpisodeId }: library.EpisodeItem) => `episode ${podcastEpisodeId}`
const itemOf = ({ audioBook, podcastEpisode }: library.LibraryEntry) =>
  audioBook ? `book ${audioBook.id}` : `episode ${podcastEpisode?.id}`

async function addOne(model: Model, step: AddOne, { headers }: Person) {
  const isUnknown = step.place === (step.kind === 'book' ? books : episodes).length - 1
  const episode = episodes[step.place] as library.EpisodeItem
  const body = step.kind === 'book' ? { audioBookId: books[step.place] } : episode
  const answer = await server.attempt(library.addToLibrary, { body }, headers)
  if (isUnknown) return expect(answer).toMatchObject({ status: 404, codes: ['UnknownItem'] })
  const item = step.kind === 'book' ? bookName(step.place) : episodeName(episode)
  expect(answer.status).toBe(model.has(step.who, item) ? 200 : 201)
  return model.add(step.who, [JSON.parse(answer.body) as library.LibraryEntry], [item])
}

async function addList(model: Model, step: AddList, { headers }: Person) {
  const body = step.places.map((place) => episodes[place] as library.EpisodeItem)
  const answer = await server.attempt(library.addAllToLibrary, { body }, headers)
  const isUnknown = step.places.includes(episodes.length - 1)
  if (isUnknown) return expect(answer).toMatchObject({ status: 404, codes: ['UnknownItem'] })
  expect(answer.status).toBe(201)
  return model.add(step.who, JSON.parse(answer.body) as library.LibraryEntry[], body.map(episodeName))
}

async function remove(model: Model, { who, places, isList }: Remove, { headers }: Person) {
  const ids = places.slice(0, isList ? 3 : 1).map((place) => model.idAt(place))
  const answer = isList
    ? await server.attempt(library.removeAllFromLibrary, { body: ids }, headers)
    : await server.attempt(library.removeFromLibrary, { params: { entryId: ids[0] } }, headers)
  expect(answer.status).toBe(model.remove(who, ids) ? 204 : 404)
}

async function take(model: Model, step: Step, person: Person): Promise<void> {
  switch (step.kind) {
    case 'book':
    case 'episode':
      return await addOne(model, step, person)
    case 'list':
      return await addList(model, step, person)
    case 'remove':
      return await remove(model, step, person)
    case 'empty':
      await server.call(library.emptyLibrary, {}, person.headers)
      model.entries[step.who] = []
  }
}

const who = fc.constantFrom<0 | 1>(0, 1)
const addOneStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('book' as const), who, place: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('episode' as const), who, place: fc.nat({ max: 4 }) }),
)
const addListStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('list' as const),
  who,
  places: fc.array(fc.constantFrom(0, 1, 2, 3, 0, 1, 2, 3, 4), { minLength: 1, maxLength: 5 }),
})
const removeStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('remove' as const),
  who,
  places: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 3 }),
  isList: fc.boolean(),
})
const emptyStep: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('empty' as const), who })
const step = fc.oneof(
  { weight: 6, arbitrary: addOneStep },
  { weight: 4, arbitrary: addListStep },
  { weight: 4, arbitrary: removeStep },
  { weight: 1, arbitrary: emptyStep },
)

it('hold what the model says, whatever two people do in whichever order', async () => {
  const people = [await makePerson(server), await makePerson(server)] as const
  const check = async (steps: Step[]) => {
    const model = new Model()
    for (const taken of steps) {
      server.time.now += 1
      await take(model, taken, people[taken.who])
      for (const whose of [0, 1] as const) {
        const found = await server.call(library.listLibrary, {}, people[whose].headers)
        const known = found.map((entry) => ({ id: entry.id, item: itemOf(entry) }))
        expect(known.toReversed()).toEqual(model.entries[whose])
      }
    }
    for (const { headers } of people) await server.call(library.emptyLibrary, {}, headers)
    return true
  }
  const steps = fc.array(step, { minLength: 4, maxLength: 20, size: 'max' })
  await fc.assert(fc.asyncProperty(steps, check), { numRuns: walks(15) })
})
