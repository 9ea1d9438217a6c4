import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answers, paths } from '../../../testing/back-office-answers.ts'
import { type CallName, FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp, press, toasts, type } from '../../../testing/the-app.tsx'

/** What the forms of series and collections do beyond what all forms do. */

let known: Partial<Record<CallName, unknown>>
let server: FakeServer

beforeEach(() => {
  known = { ...answers }
  server = new FakeServer(known)
})

afterEach(closeApp)

const stale = { code: 'StaleRecord', description: 'Somebody else has changed this meanwhile.' }
const nameNow = () => screen.getByLabelText<HTMLInputElement>('Name').value
const rows = () => screen.getAllByRole('button', { name: /^Move / }).map((handle) => handle.ariaLabel)

test.for<['series' | 'collection', CallName, CallName, string]>([
  ['series', 'PUT /series/6', 'GET /series/6', 'Tides'],
  ['collection', 'PUT /collections/7', 'GET /edit/collections/7', 'Winter'],
])('%s: when somebody else has saved meanwhile, theirs can be loaded', async ([name, put, get, before]) => {
  openApp(paths[name], 'Editor')
  await type('Name', 'Mine')
  server.refuse(put, 409, stale)
  known[get] = { ...(answers[get] as object), name: 'Theirs' }
  await press('Save')
  expect(await screen.findByText(new RegExp(`somebody else has saved “${before}”`, 'i'))).toBeTruthy()
  await press('Keep editing')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(nameNow()).toBe('Mine')
  await press('Save')
  await screen.findByRole('dialog')
  await press('Load theirs')
  await waitFor(() => expect(nameNow()).toBe('Theirs'))
  expect(toasts()).toEqual([])
})

test('the items of a collection are moved by keys, removed, and saved with their order', async () => {
  openApp(paths.collection, 'Editor')
  const handle = await screen.findByRole('button', { name: 'Move Salt' })
  expect(rows()).toEqual(['Move Salt', 'Move Signals'])
  fireEvent.keyDown(handle, { key: 'ArrowDown' })
  expect(rows()).toEqual(['Move Signals', 'Move Salt'])
  expect(await screen.findByText('Moved to place 2 of 2')).toBeTruthy()
  expect(screen.getByText('1 change')).toBeTruthy()
  await press('Remove Signals')
  expect(rows()).toEqual(['Move Salt'])
  await press('Save')
  await waitFor(() => expect(toasts()).toEqual([['Collection updated']]))
  const puts = server.heard.filter((call) => call.startsWith('PUT'))
  expect(puts).toEqual(['PUT /collections/7/items', 'PUT /collections/7'])
})

test('items that are gone are said where the items are', async () => {
  openApp(paths.collection, 'Editor')
  await press('Remove Salt')
  const description = 'One of them is gone.'
  server.refuse('PUT /collections/7/items', 404, { code: 'UnknownItem', description, field: 'items' })
  await press('Save')
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', description)
  expect(server.heard).not.toContain('PUT /collections/7')
})

test('a collection without changed items saves its texts alone', async () => {
  openApp(paths.collection, 'Editor')
  await type('Name', 'Spring')
  await press('Save')
  await waitFor(() => expect(server.heard).toContain('PUT /collections/7'))
  expect(server.heard).not.toContain('PUT /collections/7/items')
})

test('books and podcasts are added one after the other, each once', async () => {
  openApp(paths.newCollection, 'Editor')
  await type('Name', 'Winter')
  await press('Add')
  const book = await screen.findByRole<HTMLButtonElement>('button', { name: /^Salt/ })
  fireEvent.click(book)
  await waitFor(() => expect(book.disabled).toBe(true))
  fireEvent.change(screen.getByLabelText('What'), { target: { value: 'podcast' } })
  fireEvent.click(await screen.findByRole('button', { name: /^Signals/ }))
  await press('Done')
  expect(rows()).toEqual(['Move Salt', 'Move Signals'])
})

test('a new audio book is put into a series, and into one that is made on the way', async () => {
  openApp(paths.newBook, 'Editor')
  await press('Add series')
  fireEvent.click(await screen.findByRole('button', { name: /^Tides/ }))
  const part = await screen.findByLabelText('Part of Tides')
  fireEvent.change(part, { target: { value: '2.5' } })
  expect(screen.getByText('1 change')).toBeTruthy()
  known['POST /series'] = { ...(answers['POST /series'] as object), id: 8, name: 'Waves' }
  await press('Add series')
  const search = await screen.findByRole('searchbox', { name: 'Search series' })
  fireEvent.change(search, { target: { value: 'Waves' } })
  fireEvent.submit(search)
  await press('New series “Waves”')
  expect(await screen.findByLabelText('Part of Waves')).toBeTruthy()
  await press('Remove Tides')
  expect(screen.queryByLabelText('Part of Tides')).toBeNull()
})
