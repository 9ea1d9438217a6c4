import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, paths } from '../../../testing/back-office-answers.ts'
import { type CallName, FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, confirmThat, openApp, press, toasts } from '../../../testing/the-app.tsx'

/** Many records of a table are selected and changed at once. */

interface Sent {
  kind: string
  ids: number[]
  changes: object
}

let known: Partial<Record<CallName, unknown>>
let server: FakeServer
let sent: Sent[]
/** Why records fail, by their ids. */
let refused: Record<number, string>

const pageOf = (from: number, to: number, totalCount: number) => {
  const [book] = (answers['GET /edit/audio-books/paged'] as { items: object[] }).items
  const ids = Array.from({ length: to - from + 1 }, (_, place) => from + place)
  return { items: ids.map((id) => ({ ...book, id, name: `Book ${id}` })), totalCount, pagedQuery: {} }
}

beforeEach(() => {
  sent = []
  refused = {}
  known = { ...answers, 'GET /edit/audio-books/paged': pageOf(1, 10, 30) }
  server = new FakeServer(known)
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (address.endsWith('/edit/bulk')) {
      const body = JSON.parse(init?.body as string) as Sent
      sent.push(body)
      known['POST /edit/bulk'] = body.ids.map((id) => {
        const description = refused[id]
        return description === undefined
          ? { id, done: true }
          : { id, done: false, error: { code: 'NotFound', description } }
      })
    }
    return answer(address, init)
  })
})

afterEach(closeApp)

const open = async (address: string = paths.index) => {
  const router = openApp(address, 'Editor')
  await screen.findByRole('checkbox', { name: 'Select Book 1' })
  return router
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const select = (...ids: number[]) => {
  for (const id of ids) fireEvent.click(box(`Select Book ${id}`))
}
const all = 'Select all Audio Books on this page'
const bar = () => screen.findByRole('group', { name: 'Selected Audio Books' })
/** By a live region that was there before the bar. */
const said = async () =>
  within((await bar()).previousElementSibling as HTMLElement).getByRole('status').textContent

test('rows are selected one by one, by ranges, and all of a page', async () => {
  await open()
  expect(screen.queryByRole('group', { name: 'Selected Audio Books' })).toBeNull()
  select(3)
  expect(await said()).toBe('1 selected')
  expect(box(all).indeterminate).toBe(true)
  fireEvent.click(box('Select Book 6'), { shiftKey: true })
  expect(await said()).toBe('4 selected')
  fireEvent.click(box('Select Book 4'), { shiftKey: true })
  expect(await said()).toBe('1 selected')
  fireEvent.click(box(all))
  expect(await said()).toBe('10 selected')
  expect(box(all).checked).toBe(true)
  await press('Clear selection')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected Audio Books' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Audio Books' }))
})

test('what is selected stays so on other pages', async () => {
  await open()
  select(1, 2)
  known['GET /edit/audio-books/paged'] = pageOf(11, 20, 30)
  await press('Next page', screen.getByRole('region', { name: 'Audio Books' }))
  await screen.findByRole('checkbox', { name: 'Select Book 11' })
  select(11)
  expect(await said()).toBe('3 selected, 2 of them on other pages')
  await press('Publish now')
  await waitFor(() => expect(toasts()).toEqual([['3 Audio Books changed']]))
  expect(sent).toEqual([{ kind: 'AudioBook', ids: [1, 2, 11], changes: { publish: true } }])
})

test('genres are added and removed, and a language is given', async () => {
  await open()
  select(1)
  await press('Genres', await bar())
  const dialog = await screen.findByRole('dialog', { name: 'Genres' })
  await press('Apply', dialog)
  await within(dialog).findByText('Choose something to add or to remove.')
  for (const [label, genre] of [
    ['Add', 'Sea'],
    ['Remove', 'Harbour'],
  ] as const) {
    const field = within(dialog).getByRole('combobox', { name: label })
    fireEvent.input(field, { target: { value: genre } })
    fireEvent.blur(field)
  }
  await press('Apply', dialog)
  await waitFor(() => expect(sent[0]?.changes).toEqual({ addGenres: ['Sea'], removeGenres: ['Harbour'] }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('1 Audio Book changed')
  select(2)
  await press('Language', await bar())
  const languages = await screen.findByRole('combobox', { name: 'Language' })
  fireEvent.change(languages, { target: { value: 'de' } })
  await press('Apply')
  await waitFor(() => expect(sent[1]?.changes).toEqual({ language: 'de' }))
})

test('a person is added with a role, and books to a series', async () => {
  await open()
  select(1, 2)
  await press('People', await bar())
  fireEvent.click(await screen.findByRole('button', { name: /^Gull/ }))
  const role = await screen.findByRole('combobox', { name: 'Role' })
  expect(role).toHaveProperty('value', 'Reader')
  fireEvent.change(role, { target: { value: 'Author' } })
  await press('Apply')
  const addCredits = [{ creatorId: 5, role: 'Author', as: null }]
  await waitFor(() => expect(sent[0]?.changes).toEqual({ addCredits }))
  await screen.findByText('2 Audio Books changed')
  select(3)
  await press('Series', await bar())
  fireEvent.click(await screen.findByRole('button', { name: /^Tides/ }))
  await waitFor(() => expect(sent[1]?.changes).toEqual({ seriesId: 6 }))
})

test('deleting asks with the number; what fails says why and stays selected', async () => {
  refused = { 2: 'Somebody listens.' }
  await open()
  select(1, 2, 3)
  await press('Delete', await bar(), 'menuitem')
  await confirmThat('Delete Audio Books', 'Are you sure 3 Audio Books?')
  await waitFor(async () => expect(await said()).toBe('1 selected'))
  expect(sent[0]?.changes).toEqual({ delete: true })
  expect(box('Select Book 2').checked).toBe(true)
  await press('2 done, 1 not')
  const failures = await screen.findByRole('dialog', { name: '1 Audio Book not changed' })
  expect(within(failures).getByRole('listitem').textContent).toBe('Book 2 Somebody listens.')
})

test('many are sent in parts of fifty, and can be stopped between them', async () => {
  known['GET /edit/audio-books/paged'] = pageOf(1, 60, 60)
  await open(`${paths.index}?audioBooksSize=100`)
  fireEvent.click(box(all))
  const release = server.hold('POST /edit/bulk')
  await press('Publish now', await bar())
  await waitFor(async () => expect(await said()).toBe('0 of 60'))
  await press('Stop', await bar())
  release()
  await waitFor(async () => expect(await said()).toBe('10 selected'))
  await press('Publish now', await bar())
  await screen.findByText('10 Audio Books changed')
  expect(sent.map(({ ids }) => [ids[0], ids.length])).toEqual([
    [1, 50],
    [51, 10],
  ])
})

test('a part that is refused as a whole says why, and the rest stays selected', async () => {
  await open()
  select(1, 2)
  server.refuse('POST /edit/bulk', 400, { code: 'LanguageInvalid', description: 'No such language.' })
  await press('Publish now', await bar())
  await waitFor(() => expect(toasts()).toEqual([['Error: Audio Books update failed', 'No such language.']]))
  expect(await said()).toBe('2 selected')
})
