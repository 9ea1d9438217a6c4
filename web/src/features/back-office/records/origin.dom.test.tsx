import type { BookField, BookFields } from '@earmark/contract/field-sources.ts'
import { type FieldName, fieldNames } from '@earmark/contract/planner/plan-input.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answers } from '../../../testing/back-office-answers.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp, toasts } from '../../../testing/the-app.tsx'

const book = answers['GET /edit/audio-books/1'] as object
const released = {
  ...book,
  isImported: true,
  name: 'Salt by the tags',
  updatedAt: '2026-01-02T00:00:00.000Z',
}
const release = 'DELETE /audio-books/1/fields/title'
const read = 'GET /audio-books/1/fields'

function fields(given: Partial<BookFields>): BookFields {
  const none = { value: null, source: 'None', others: [] } as const
  return Object.fromEntries(fieldNames.map((name: FieldName) => [name, given[name] ?? none])) as BookFields
}

const handTitle: BookField = {
  value: 'Salt',
  source: 'Hand',
  others: [{ source: 'Tags', value: 'Salt by the tags' }],
  setAt: '2026-01-01T00:00:00.000Z',
  setBy: 'Ada',
}

afterEach(() => {
  closeApp()
  vi.unstubAllGlobals()
})

let present: object

function open(isImported: boolean): FakeServer {
  present = { ...book, isImported }
  const server = new FakeServer({
    ...answers,
    get 'GET /edit/audio-books/1'() {
      return present
    },
    [read]: fields({
      title: handTitle,
      publisher: { value: 'Quay', source: 'Opf', others: [] },
      authors: { value: ['Ada'], source: 'Folder', others: [] },
    }),
    [release]: released,
  })
  openApp('/edit/audio-books/1', 'Editor')
  return server
}

test('each field of an imported book says where its value comes from', async () => {
  open(true)
  expect(await screen.findByText('from the .opf file')).toBeTruthy()
  expect((await screen.findByText('from the folder’s name')).parentElement?.textContent).toContain('Authors')
  expect(await screen.findByText('You set this. The file says “Salt by the tags”.')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Use the file’s value' })).toHaveLength(1)
})

test('the file’s value is taken back into the form', async () => {
  const server = open(true)
  const button = await screen.findByRole('button', { name: 'Use the file’s value' })
  present = released
  fireEvent.click(button)
  await waitFor(() => expect(toasts().flat()).toContain('The file’s value is back'))
  expect(server.heard).toContain(release)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Salt by the tags'))
})

test('a refusal is told, and the value stays', async () => {
  const server = open(true)
  server.refuse(release, 409, { code: 'NoOtherValue', description: 'No file says anything else.' })
  fireEvent.click(await screen.findByRole('button', { name: 'Use the file’s value' }))
  await waitFor(() => expect(toasts().join()).toContain('The file’s value could not be taken'))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Salt')
})

test('what is typed is saved first', async () => {
  open(true)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Use the file’s value' })
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Salted' } })
  await waitFor(() => expect(button.disabled).toBe(true))
})

test('of a book without import nothing is asked', async () => {
  const server = open(false)
  await screen.findByLabelText('Name')
  expect(server.heard).not.toContain(read)
})
