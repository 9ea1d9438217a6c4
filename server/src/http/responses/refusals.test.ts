import { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { NewChapters } from '@earmark/contract/chapter-edits.ts'
import { createCreator } from '@earmark/contract/creator-edits.ts'
import { addAllToLibrary, removeAllFromLibrary } from '@earmark/contract/library.ts'
import { expect, it } from 'vitest'
import { type FormSchema, formOf } from '../input/form.ts'
import { compileValidator, type ValueSchema } from '../input/input.ts'
import { type FieldsSchema, refusalOf } from './refusals.ts'

interface Refused {
  readonly error: { readonly validation: readonly Parameters<typeof refusalOf>[0][] }
}

const creator = createCreator.schema.body
const library = addAllToLibrary.schema.body
const entries = removeAllFromLibrary.schema.body

it.each([
  [creator, {}, 'nickname', 'A nickname is required.'],
  [creator, { nickname: 'a', name: 1 }, 'name', 'Name is not a text.'],
  [
    creator,
    { nickname: 'a', sortName: 'a'.repeat(2001) },
    'sortName',
    /^Sort name has more than \d+ characters\.$/,
  ],
  [
    creator,
    { nickname: 'a', links: ['x'] },
    'links',
    'An entry of links is not an address with http or https.',
  ],
  [creator, { nickname: 'a', links: 'x' }, 'links', 'Links is not a list.'],
  [
    creator,
    { nickname: 'a', links: Array.from({ length: 21 }, () => 'https://a.example/') },
    'links',
    'The list of links has more than 20 entries.',
  ],
  [library, [{ podcastEpisodeId: 1 }], 'podcastId', 'Podcast id is missing.'],
  [library, [{ podcastEpisodeId: 1, podcastId: 0 }], 'podcastId', 'Podcast id is less than 1.'],
  [library, [], undefined, 'The input is empty.'],
  [library, {}, undefined, 'The input is not a list.'],
  [entries, ['x'], undefined, 'An entry is not a whole number.'],
  [NewChapters, { chapters: [] }, 'baseVersion', 'Base version is missing.'],
  [
    NewChapters,
    { chapters: [{ startSeconds: 'x', title: '' }], baseVersion: 1 },
    'chapters',
    'Start seconds is not a number.',
  ],
])('an input is refused in a sentence: %#', (schema, input, field, description) => {
  const validate = compileValidator({
    schema: schema as ValueSchema,
    httpPart: 'body',
    method: 'POST',
    url: '/',
  })
  const { error } = validate(input) as unknown as Refused
  const refusal = refusalOf(error.validation[0], schema as FieldsSchema, 'InvalidBody')
  expect(refusal.field).toBe(field)
  expect(refusal.message).toMatch(description)
})

it('all texts of a form that are wrong are, each by its own', () => {
  const { read } = formOf(updateAudioBook.schema.form as FormSchema)
  const texts = { id: ['1'], name: ['a'], publishedYear: ['x'], isAbridged: ['x'], series: ['[{"id":0}]'] }
  expect(() => read(texts, {})).toThrow(
    'Published year is not a whole number. Is abridged is not true or false. Id is less than 1.',
  )
})
