import { deleteAudioBook } from '@earmark/contract/audio-book-edits.ts'
import {
  type EditedCollection,
  getEditedCollection,
  replaceCollectionItems,
  updateCollection,
} from '@earmark/contract/collection-edits.ts'
import { getCollection } from '@earmark/contract/collections.ts'
import { publishAudioBook, unpublishAudioBook } from '@earmark/contract/publishing.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, makeCollection } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { walks } from '../../testing/walks.ts'

/** Random walks of two editors of one collection, whose records are hidden, shown and deleted meanwhile. */

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')

const editors = [0, 1] as const
type Editor = (typeof editors)[number]

type Step =
  | { readonly does: 'open'; readonly editor: Editor }
  | { readonly does: 'items'; readonly editor: Editor; readonly places: readonly number[] }
  | { readonly does: 'texts'; readonly editor: Editor; readonly name: string }
  | { readonly does: 'hide' | 'show' | 'delete'; readonly place: number }

const recordsCount = 5
const editor = fc.constantFrom(...editors)
const place = fc.nat(recordsCount - 1)
const step = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ does: fc.constant('open' as const), editor }),
  fc.record({ does: fc.constant('items' as const), editor, places: fc.array(place, { maxLength: 6 }) }),
  fc.record({ does: fc.constant('texts' as const), editor, name: fc.constantFrom('A', 'B', 'C') }),
  fc.record({ does: fc.constantFrom('hide' as const, 'show' as const), place }),
  fc.record({ does: fc.constant('delete' as const), place }),
)

const idsOf = ({ items }: { readonly items: EditedCollection['items'] }) =>
  items.map(({ audioBook }) => audioBook?.id)

it('two editors never undo what the other has done, and what is hidden keeps its place', {
  timeout: 120_000,
}, async () => {
  const check = async (steps: readonly Step[]) => {
    const books: number[] = []
    for (let number = 0; number < recordsCount; number += 1)
      books.push(await makeAudioBook(server, { name: `Book ${number}` }))
    const params = { id: await makeCollection(server, 'A') }
    const read = () => server.call(getEditedCollection, { params }, headers)
    const first = await read()
    /** What each editor has in the form. */
    const open = [first, first]
    let [name, items] = ['A', [] as number[]]
    const hidden = new Set<number>()
    const deleted = new Set<number>()

    async function save(who: Editor, one: Extract<Step, { does: 'items' | 'texts' }>): Promise<void> {
      const base = open[who] as EditedCollection
      const isCurrent = base.updatedAt === (await read()).updatedAt
      if (one.does === 'texts') {
        const body = { ...params, name: one.name, baseUpdatedAt: base.updatedAt }
        const { status } = await server.attempt(updateCollection, { params, body }, headers)
        expect(status).toBe(isCurrent ? 200 : 409)
        if (isCurrent) name = one.name
      } else {
        const ids = [...new Set(one.places.map((at) => books[at] as number))]
        const body = { items: ids.map((audioBookId) => ({ audioBookId })), baseUpdatedAt: base.updatedAt }
        const { status } = await server.attempt(replaceCollectionItems, { params, body }, headers)
        const isKnown = ids.every((id) => !deleted.has(id))
        if (!isCurrent) expect(status).toBe(409)
        else expect(status).toBe(isKnown ? 200 : 404)
        if (isCurrent && isKnown) items = ids
      }
    }

    for (const one of steps) {
      if (one.does === 'open') open[one.editor] = await read()
      else if (one.does === 'items' || one.does === 'texts') await save(one.editor, one)
      else {
        const id = books[one.place] as number
        if (deleted.has(id)) continue
        const input = { params: { id } }
        if (one.does === 'hide') await server.call(unpublishAudioBook, input, headers)
        else if (one.does === 'show') await server.call(publishAudioBook, { ...input, body: {} }, headers)
        else await server.call(deleteAudioBook, input, headers)
        if (one.does === 'hide') hidden.add(id)
        else hidden.delete(id)
        if (one.does === 'delete') {
          deleted.add(id)
          items = items.filter((item) => item !== id)
        }
      }
      const shown = await read()
      expect({ name: shown.name, items: idsOf(shown) }).toEqual({ name, items })
      const isPublic = (id: number) => !hidden.has(id)
      expect(
        (await server.call(getCollection, { params })).items.map(({ audioBook }) => audioBook?.id),
      ).toEqual(items.filter(isPublic))
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14, size: 'max' }), check), {
    numRuns: walks(15),
  })
})
