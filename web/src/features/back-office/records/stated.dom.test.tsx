import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, paths } from '../../../testing/back-office-answers.ts'
import { type CallName, FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp, press, toasts, type } from '../../../testing/the-app.tsx'

const source = { id: 8, podcastId: 2, url: 'https://feeds.example.org/', keep: 'none', state: 'active' }
const page = (...items: unknown[]) => ({ items, totalCount: items.length, pagedQuery: {} })

let known: Partial<Record<CallName, unknown>>
const sent: unknown[] = []

beforeEach(() => {
  known = { ...answers, 'PUT /sources/8': source }
  new FakeServer(known)
  const answer = fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (init?.method === 'PUT') sent.push(JSON.parse(init.body as string))
    return answer(address, init)
  })
})

afterEach(() => {
  sent.length = 0
  closeApp()
})

async function openPodcast(detached?: string[]) {
  known['GET /sources/paged'] = detached === undefined ? page() : page({ ...source, detached })
  openApp(paths.podcast, 'Editor')
  return await screen.findByLabelText<HTMLInputElement>('Name')
}

test('the fields of a podcast that comes from no feed are edited as ever', async () => {
  const name = await openPodcast()
  await waitFor(() => expect(name.disabled).toBe(false))
  expect(screen.queryByText('From the feed.')).toBeNull()
})

test('what its feed states is not edited until it is detached, one by one', async () => {
  const name = await openPodcast(['link'])
  await waitFor(() => expect(name.disabled).toBe(true))
  expect(screen.getByLabelText('Language')).toHaveProperty('disabled', true)
  expect(screen.getByRole('button', { name: 'Remove Inés' }).matches(':disabled')).toBe(true)
  expect(screen.getByLabelText(/^(Website|Link)/)).toHaveProperty('disabled', false)
  known['GET /sources/paged'] = page({ ...source, detached: ['link', 'name'] })
  await press('Edit here: Name')
  await waitFor(() => expect(name.disabled).toBe(false))
  expect(sent).toEqual(
    [{ ...source, podcastId: undefined, detached: ['link', 'name'] }].map(withoutUndefined),
  )
})

const withoutUndefined = (value: object): unknown => JSON.parse(JSON.stringify(value))

test('a field is given back to the feed, but not before unsaved changes are saved', async () => {
  const name = await openPodcast(['name'])
  await waitFor(() => expect(screen.getAllByText('From the feed.').length).toBeGreaterThan(0))
  const back = screen.getByRole<HTMLButtonElement>('button', { name: 'Take the feed’s: Name' })
  await type('Name', 'Other signals')
  await waitFor(() => expect(back.disabled).toBe(true))
  await type('Name', 'Signals')
  known['GET /sources/paged'] = page({ ...source, detached: [] })
  await press('Take the feed’s: Name')
  await waitFor(() => expect(name.disabled).toBe(true))
  expect(toasts()).toEqual([['The feed’s value comes back with the next check']])
  expect(within(document.body).queryByText('Edited here.')).toBeNull()
})
