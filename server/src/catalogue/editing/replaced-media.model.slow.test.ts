import { createAudioBook, deleteAudioBook, updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import { type AudioBook, getAudioBook } from '@earmark/contract/audio-books.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { audioFile, pictureFile } from '../../testing/forms.ts'
import { makePerson } from '../../testing/people.ts'
import { startTestServer, type TestForm } from '../../testing/server.ts'
import { neededFiles, storedFiles } from '../../testing/records.ts'
import { mediaKeyOf } from '../../media/content-type.ts'
import { walks } from '../../testing/walks.ts'

/** Random sequences of replacements against a model of what becomes of each file. */

const server = await forAllTests(startTestServer())
const editor = await makePerson(server, 'Editor')
const pictures = { red: await pictureFile('#c01010'), blue: await pictureFile('#1010c0') }
const sound = await audioFile('opus')

type Color = keyof typeof pictures
type PictureStep = Color | 'keep' | 'clear'
interface Step {
  readonly cover: PictureStep
  readonly preview: PictureStep
  readonly audio: 'file' | 'keep' | 'clear'
}
type Fate = 'new' | 'same' | 'none'

/** What the model knows of a record. */
interface Model {
  cover: Color | null
  preview: Color | null
  isPreviewChosen: boolean
  hasAudio: boolean
}

function isFile(step: PictureStep): step is Color {
  return step === 'red' || step === 'blue'
}

/** Changes the model and tells what is to become of each file. */
function replace(model: Model, step: Step): { cover: Fate; preview: Fate; audio: Fate } {
  const fate = (has: boolean, isNew: boolean, isKept: boolean): Fate =>
    isNew ? 'new' : has && isKept ? 'same' : 'none'
  const cover = fate(model.cover !== null, isFile(step.cover), step.cover === 'keep')
  const audio = fate(model.hasAudio, step.audio === 'file', step.audio === 'keep')
  model.hasAudio = audio !== 'none'
  if (cover !== 'same') model.cover = isFile(step.cover) ? step.cover : null
  const before = { isChosen: model.isPreviewChosen }
  if (isFile(step.preview)) {
    Object.assign(model, { preview: step.preview, isPreviewChosen: true })
    return { cover, preview: 'new', audio }
  }
  if (before.isChosen && step.preview === 'keep') return { cover, preview: 'same', audio }
  Object.assign(model, { preview: model.cover, isPreviewChosen: false })
  const followsAnew = cover === 'same' && before.isChosen
  return { cover, preview: followsAnew ? 'new' : cover, audio }
}

const pictureFields = (name: string, step: PictureStep, url: string | null): TestForm =>
  isFile(step) ? { [name]: pictures[step] } : step === 'keep' ? { [`${name}Url`]: url } : {}

function formOf(step: Step, book: AudioBook | null): TestForm {
  return {
    ...(book ? { Id: book.id, UpdatedAt: book.updatedAt } : {}),
    Name: 'Model',
    ...pictureFields('CoverImage', step.cover, book?.coverImageUrl ?? null),
    ...pictureFields('CoverImagePreview', step.preview, book?.coverImagePreviewUrl ?? null),
    ...(step.audio === 'file' ? { Audio: sound } : {}),
    ...(step.audio === 'keep' ? { AudioUrl: book?.audioUrl ?? null } : {}),
  }
}

function fateOf(before: string | null, after: string | null): Fate {
  if (after === null) return 'none'
  return after === before ? 'same' : 'new'
}

async function colorAt(url: string | null): Promise<Color | null> {
  if (url === null) return null
  const key = mediaKeyOf(url.replace('/media/', '')) as string
  const { connection } = server.deps.db
  const row = await connection.selectFrom('media').where('key', '=', key).select('color').executeTakeFirst()
  const [red, blue] = [row?.color?.slice(1, 3) ?? '', row?.color?.slice(5, 7) ?? '']
  return Number.parseInt(red, 16) > Number.parseInt(blue, 16) ? 'red' : 'blue'
}

async function expectLike(model: Model, book: AudioBook): Promise<void> {
  expect(await server.call(getAudioBook, { params: { id: book.id } })).toEqual(book)
  const urls = [book.coverImageUrl, book.coverImagePreviewUrl, book.audioUrl]
  expect(await Promise.all(urls.slice(0, 2).map(colorAt))).toEqual([model.cover, model.preview])
  expect(book.audioUrl !== null).toBe(model.hasAudio)
  const rows = await server.deps.db.connection.selectFrom('media').select('id').execute()
  expect(rows).toHaveLength(urls.filter((url) => url !== null).length)
  expect(await storedFiles(server)).toEqual(await neededFiles(server))
}

const pictureStep = fc.constantFrom<PictureStep>('red', 'blue', 'keep', 'keep', 'keep', 'clear', 'clear')
const steps = fc.array(
  fc.record({
    cover: pictureStep,
    preview: pictureStep,
    audio: fc.constantFrom<Step['audio']>('file', 'keep', 'clear'),
  }),
  { minLength: 3, maxLength: 9, size: 'max' },
)

it('are what the model says, however often and in whichever order', async () => {
  const check = async ([first, ...others]: Step[]) => {
    const model: Model = { cover: null, preview: null, isPreviewChosen: false, hasAudio: false }
    replace(model, first as Step)
    const form = formOf(first as Step, null) as { Name: string }
    let book = await server.call(createAudioBook, { form }, editor.headers)
    await expectLike(model, book)
    for (const step of others) {
      const input = { params: { id: book.id }, form: formOf(step, book) as { Id: number; Name: string } }
      const after = await server.call(updateAudioBook, input, editor.headers)
      expect({
        cover: fateOf(book.coverImageUrl, after.coverImageUrl),
        preview: fateOf(book.coverImagePreviewUrl, after.coverImagePreviewUrl),
        audio: fateOf(book.audioUrl, after.audioUrl),
      }).toEqual(replace(model, step))
      await expectLike(model, after)
      book = after
    }
    await server.call(deleteAudioBook, { params: { id: book.id } }, editor.headers)
  }
  await fc.assert(fc.asyncProperty(steps, check), { numRuns: walks(7) })
})
