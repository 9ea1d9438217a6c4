import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, paths } from '../../../testing/back-office-answers.ts'
import { type CallName, FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, confirmThat, openApp, press, toasts } from '../../../testing/the-app.tsx'

let known: Partial<Record<CallName, unknown>>
let server: FakeServer

beforeEach(() => {
  const genres = [
    { name: 'Crème brûlée', count: 1 },
    { name: 'Ocean', count: 7 },
    { name: 'Sea', count: 3 },
  ]
  known = { ...answers, 'GET /genres': genres }
  server = new FakeServer(known)
})

afterEach(closeApp)

const open = () => openApp(paths.genres, 'Editor')
const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const changes = () => server.heard.filter((call) => !call.startsWith('GET'))

async function rename(name: string, newName: string) {
  await press(`Rename ${name}`)
  const field = await screen.findByLabelText('New name')
  expect(field).toHaveProperty('value', name)
  fireEvent.change(field, { target: { value: newName } })
  await press('Save', await screen.findByRole('dialog'))
}

test('a genre of dots has no buttons, as no address leads to it', async () => {
  known['GET /genres'] = [{ name: '..', count: 2 }]
  open()
  await screen.findByText('Remove it in its records')
  expect(screen.queryByRole('button', { name: /^(Rename|Delete)/ })).toBeNull()
})

test('the tables lead to all genres, with their numbers, and they are searched without marks and case', async () => {
  openApp(paths.index, 'Editor')
  fireEvent.click(await screen.findByRole('link', { name: 'Genres' }))
  await screen.findByRole('heading', { level: 1, name: 'Genres' })
  await screen.findByRole('rowheader', { name: 'Sea' })
  expect(screen.getAllByRole('row').slice(1)[2]?.textContent).toBe('Sea3')
  const field = screen.getByRole('searchbox', { name: 'Search Genres' })
  for (const [term, found] of [
    ['CREME', ['Crème brûlée']],
    ['e', ['Crème brûlée', 'Ocean', 'Sea']],
  ] as const) {
    fireEvent.change(field, { target: { value: term } })
    fireEvent.submit(field)
    await waitFor(() => expect(names()).toEqual(found))
  }
  fireEvent.change(field, { target: { value: 'fog' } })
  fireEvent.submit(field)
  await screen.findByText('Nothing here matches “fog”.')
})

test('a genre gets a new name', async () => {
  open()
  await rename('Sea', ' Tides ')
  await waitFor(() => expect(toasts()).toEqual([['Genre renamed']]))
  expect(changes()).toEqual(['PUT /genres/Sea'])
})

test('the name of another genre merges them, which is asked first', async () => {
  open()
  await rename('Sea', 'Ocean')
  const question = await screen.findByRole('dialog', { name: 'Merge Genres' })
  expect(question.textContent).toContain('What has “Sea” (3 records) gets “Ocean” in its place')
  await press('Cancel', question)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changes()).toEqual([])
  await rename('Sea', 'Ocean')
  await press('Confirm', await screen.findByRole('dialog', { name: 'Merge Genres' }))
  await waitFor(() => expect(toasts()).toEqual([['Genres merged']]))
  expect(changes()).toEqual(['PUT /genres/Sea'])
})

test('the same name and none change nothing', async () => {
  open()
  await rename('Sea', 'Sea')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Rename Sea')
  fireEvent.change(await screen.findByLabelText('New name'), { target: { value: ' ' } })
  const save = within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Save' })
  await waitFor(() => expect(save.disabled).toBe(true))
  expect(changes()).toEqual([])
})

test('a genre is deleted after a question, and one that is not says why', async () => {
  open()
  server.refuse('DELETE /genres/Sea', 404, { code: 'NotFound', description: 'It is gone.' })
  await press('Delete Sea')
  await confirmThat('Delete Genre', 'Are you sure Sea?')
  await waitFor(() => expect(toasts()).toEqual([['Error: Genre delete failed', 'It is gone.']]))
  server.allow('DELETE /genres/Sea')
  known['GET /genres'] = []
  await press('Delete Sea')
  await confirmThat('Delete Genre', 'Are you sure Sea?')
  await screen.findByText('There are no Genres yet.')
})

test('genres that cannot be loaded can be asked for again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.refuse('GET /genres', 400, { code: 'InvalidQuery', description: 'Not now.' })
  open()
  expect((await screen.findByRole('alert')).textContent).toBe('Get Genres failed')
  server.allow('GET /genres')
  await press('Reload')
  expect(await screen.findByRole('rowheader', { name: 'Ocean' })).toBeTruthy()
})
