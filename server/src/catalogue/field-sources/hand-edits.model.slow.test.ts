import { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import { getEditedAudioBook } from '@earmark/contract/edited-records.ts'
import { getAudioBookFields, releaseAudioBookField } from '@earmark/contract/field-sources.ts'
import { type FieldName, fieldNames, type FieldValue } from '@earmark/contract/planner/plan-input.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { applyLook, makeImportedBook, plannedFields } from '../../testing/imported-books.ts'
import { makePerson } from '../../testing/people.ts'
import { makeCreator, makeSeries } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { listBookValues } from '../book-values/book-values.queries.ts'
import { walks } from '../../testing/walks.ts'

const server = await forAllTests(startTestServer())
const { headers } = await makePerson(server, 'Editor')
const people = new Map<string, number>()
for (const nickname of ['Ada', 'Tom', 'Ines']) people.set(nickname, await makeCreator(server, { nickname }))
const series = new Map<string, number>()
for (const name of ['Lanterns', 'Harbours']) series.set(name, await makeSeries(server, name))

type Values = Record<FieldName, FieldValue>

const textOrNone = (...texts: string[]) => fc.constantFrom(...texts, null)
const names = fc.uniqueArray(fc.constantFrom(...people.keys()), { maxLength: 2 })
const anyValues: fc.Arbitrary<Values> = fc
  .record({
    title: fc.constantFrom('One', 'Two', 'Three'),
    subtitle: textOrNone('Or one', 'Or two'),
    authors: names,
    narrators: names,
    series: textOrNone(...series.keys()),
    sequence: textOrNone('1', '2.5'),
    publishedYear: fc.constantFrom(1931, 2001, null),
    language: textOrNone('en', 'de'),
    publisher: textOrNone('Quay', 'Mole'),
    description: textOrNone('Short.', 'Long.\n\nAnd longer.'),
  })
  .map((values) => ({ ...values, sequence: values.series === null ? null : values.sequence }))

const formFields = fieldNames.filter((name) => name !== 'authors' && name !== 'narrators')

type Step =
  | { readonly do: 'form'; readonly values: Values; readonly fields: readonly FieldName[] }
  | { readonly do: 'people'; readonly values: Values }
  | { readonly do: 'look'; readonly values: Values }
  | { readonly do: 'release'; readonly field: FieldName }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('form' as const),
    values: anyValues,
    fields: fc.subarray(formFields, { minLength: 1 }),
  }),
  fc.record({ do: fc.constant('people' as const), values: anyValues }),
  fc.record({ do: fc.constant('look' as const), values: anyValues }),
  fc.record({ do: fc.constant('release' as const), field: fc.constantFrom(...fieldNames) }),
)

/** What a book should have: values, what files say last, and the fields that are an editor's. */
class Model {
  values: Values
  files: Values
  readonly locked = new Set<FieldName>()

  constructor(files: Values) {
    this.files = files
    this.values = { ...files }
  }

  edit(given: Partial<Values>): void {
    const after = { ...this.values, ...given }
    if (after.series === null) after.sequence = null
    for (const field of fieldNames)
      if (JSON.stringify(after[field]) !== JSON.stringify(this.values[field])) this.locked.add(field)
    if (after.series === null && this.values.series !== null) this.locked.add('sequence')
    this.values = after
  }

  look(files: Values): void {
    this.files = files
    const followed = fieldNames.filter((field) => !this.locked.has(field))
    const after = { ...this.values, ...Object.fromEntries(followed.map((field) => [field, files[field]])) }
    // The sequence that an editor has set keeps its series.
    if (this.locked.has('sequence') && this.values.sequence !== null && after.series === null)
      after.series = this.values.series
    if (after.series === null) after.sequence = null
    this.values = after
  }

  /** @returns whether there was another value */
  release(field: FieldName): boolean {
    const said = this.files[field]
    const isNothing = said === null || (Array.isArray(said) && said.length === 0)
    if (isNothing || (field === 'sequence' && this.values.series === null)) return false
    this.locked.delete(field)
    this.values = { ...this.values, [field]: said }
    return true
  }
}

const cleared = (value: FieldValue) => (value === null ? '' : value)

async function sendForm(id: number, model: Model, { values, fields }: Step & { do: 'form' }): Promise<void> {
  const next = { ...model.values, ...Object.fromEntries(fields.map((field) => [field, values[field]])) }
  const seriesId = typeof next.series === 'string' ? series.get(next.series) : undefined
  const parts = seriesId === undefined ? '[]' : [{ id: seriesId, sequence: next.sequence }]
  const form = {
    Id: id,
    Name: next.title,
    Subtitle: cleared(next.subtitle),
    PublishedYear: cleared(next.publishedYear),
    Language: cleared(next.language),
    Publisher: cleared(next.publisher),
    Description: cleared(next.description),
    Series: parts,
  }
  expect((await server.attempt(updateAudioBook, { params: { id }, form }, headers)).status).toBe(200)
  model.edit(next)
}

async function sendPeople(id: number, model: Model, { authors, narrators }: Values): Promise<void> {
  const { updatedAt } = await server.call(getEditedAudioBook, { params: { id } }, headers)
  const credited = (value: FieldValue, role: 'Author' | 'Reader') =>
    (value as string[]).map((name) => ({ creatorId: people.get(name) ?? 0, role, as: null }))
  const credits = [...credited(authors, 'Author'), ...credited(narrators, 'Reader')]
  const body = { credits, baseUpdatedAt: updatedAt }
  expect((await server.attempt(replaceAudioBookCredits, { params: { id }, body }, headers)).status).toBe(200)
  model.edit({ authors, narrators })
}

async function take(id: number, model: Model, step: Step): Promise<void> {
  switch (step.do) {
    case 'form':
      return await sendForm(id, model, step)
    case 'people':
      return await sendPeople(id, model, step.values)
    case 'look':
      await applyLook(server, id, { fields: plannedFields(step.values), moreSeries: [] })
      return model.look(step.values)
    case 'release': {
      const params = { id, field: step.field }
      const { status } = await server.attempt(releaseAudioBookField, { params }, headers)
      expect([step.field, status]).toEqual([step.field, model.release(step.field) ? 200 : 409])
    }
  }
}

async function expectAsModelled(id: number, model: Model): Promise<void> {
  expect((await listBookValues(server.deps.db.connection, [id])).get(id)).toEqual(model.values)
  const fields = await server.call(getAudioBookFields, { params: { id } }, headers)
  const said = plannedFields(model.files)
  for (const field of fieldNames) {
    const { source, others, value, setAt } = fields[field]
    const file = said[field].source === 'None' ? [] : [{ source: 'Tags', value: model.files[field] }]
    const isLocked = model.locked.has(field)
    expect({ field, source, others, value, isSet: setAt !== undefined }).toEqual({
      field,
      source: isLocked ? 'Hand' : said[field].source,
      others: isLocked ? file : [],
      value: model.values[field],
      isSet: isLocked,
    })
  }
}

it('what an editor sets or clears survives every look until it is given back to the files', async () => {
  await fc.assert(
    fc.asyncProperty(anyValues, fc.array(anyStep, { minLength: 1, maxLength: 14 }), async (said, steps) => {
      const id = await makeImportedBook(server, said)
      const model = new Model(said)
      for (const step of steps) {
        await take(id, model, step)
        await expectAsModelled(id, model)
      }
    }),
    { numRuns: walks(15) },
  )
})
