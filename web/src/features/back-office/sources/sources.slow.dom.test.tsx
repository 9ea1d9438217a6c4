import type { Source } from '@earmark/contract/sources.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, paths } from '../../../testing/back-office-answers.ts'
import { type CallName, FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp, press, toasts, type } from '../../../testing/the-app.tsx'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const signals: Source = {
  id: 8,
  podcastId: 2,
  podcastName: 'Signals',
  url: 'https://feeds.example.org/signals.xml',
  state: 'active',
  keep: 'none',
  checkedAt: minutesAgo(12),
  changedAt: minutesAgo(300),
  nextAt: minutesAgo(-25),
  failingSince: null,
  lastError: null,
  failures: 0,
  episodesCount: 41,
  keepCount: null,
  keptCount: 0,
  keptBytes: 0,
  refusedCount: 0,
  refusedReason: null,
  detached: [],
}

const podcast = { ...(answers['GET /edit/podcasts/2/overview'] as object), episodesCount: 41 }
const episodes = ['Fog', 'Dew', 'Rime'].map((name, place) => ({
  id: place + 1,
  name,
  publishedAt: minutesAgo(place),
}))

let known: Partial<Record<CallName, unknown>>
let server: FakeServer
let addedStatus: number
const sent: { call: string; body: unknown }[] = []

const pageOf = (...items: Source[]) => ({ items, totalCount: items.length, pagedQuery: {} })

beforeEach(() => {
  addedStatus = 201
  known = {
    ...answers,
    'GET /sources/paged': pageOf(signals),
    'GET /sources/8': signals,
    'GET /edit/podcasts/2/overview': podcast,
    'GET /edit/podcasts/2/episodes/paged': { items: episodes, totalCount: 41, pagedQuery: {} },
    'POST /sources': signals,
    'PUT /sources/8': signals,
  }
  server = new FakeServer(known)
  const answer = fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const method = init?.method ?? 'GET'
    const call = `${method} ${address.replace(/^\/api/, '')}`
    if (method !== 'GET') sent.push({ call, body: init?.body ? JSON.parse(init.body as string) : null })
    const response = await answer(address, init)
    if (call !== 'POST /sources' || !response.ok) return response
    return new Response(response.body, { status: addedStatus })
  })
})

afterEach(() => {
  sent.length = 0
  closeApp()
})

async function openSources() {
  openApp(paths.index, 'Editor')
  const table = await screen.findByRole('region', { name: 'Sources' })
  await within(table).findAllByRole('rowheader', { name: 'Signals' })
  return within(table)
}

async function openAdding(address: string) {
  openApp(paths.index, 'Editor')
  const table = await screen.findByRole('region', { name: 'Podcasts' })
  await press('Add by feed', table)
  await screen.findByRole('dialog', { name: 'Add a podcast by its feed' })
  await type('Address of the feed', address)
}

const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60_000)

test.for<[Partial<Source>, string]>([
  [{}, 'Checked 12 min ago'],
  [{ checkedAt: null }, 'Not checked yet'],
  [{ state: 'paused', nextAt: null, lastError: 'The host answers with 500.' }, 'Paused'],
  [{ lastError: 'The host answers with 500.' }, 'Checked 12 min agoThe host answers with 500.'],
  [
    { state: 'gone', nextAt: null, lastError: 'The host answers with 410.' },
    'GoneThe host answers with 410.',
  ],
  [
    { state: 'failing', failingSince: twoDaysAgo.toISOString(), lastError: 'The host does not answer.' },
    `Has not answered since ${twoDaysAgo.getDate()} ${twoDaysAgo.toLocaleDateString('en-GB', {
      month: 'long',
      ...(twoDaysAgo.getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
    })}The host does not answer.`,
  ],
])('a source says how it stands (%$)', async ([change, words]) => {
  known['GET /sources/paged'] = pageOf({ ...signals, ...change })
  const table = await openSources()
  expect(table.getByRole('cell', { name: words }).textContent).toContain(words)
})

test('when it is checked next is told in minutes, hours or days, and nothing where it is not', async () => {
  known['GET /sources/paged'] = pageOf(
    signals,
    { ...signals, id: 9, nextAt: minutesAgo(-60 * 7 + 1) },
    { ...signals, id: 10, nextAt: minutesAgo(1) },
    { ...signals, id: 11, nextAt: minutesAgo(-60 * 24 * 3) },
    { ...signals, id: 12, nextAt: null, state: 'gone' },
  )
  const table = await openSources()
  const cells = table.getAllByRole('row').map((row) => within(row).queryAllByRole('cell')[3]?.textContent)
  expect(cells.slice(1)).toEqual(['In 25 min', 'In 7 h', 'Now', 'In 3 days', ''])
})

test('a check is asked for, waited for, and shown', async () => {
  const table = await openSources()
  await press('Check the feed of Signals now')
  expect(await table.findByText('Checking…')).toBeTruthy()
  known['GET /sources/8'] = { ...signals, checkedAt: minutesAgo(0) }
  known['GET /sources/paged'] = pageOf({ ...signals, checkedAt: minutesAgo(0) })
  await waitFor(() => expect(toasts()).toEqual([['Signals is checked']]), { timeout: 5_000 })
  expect(await table.findByText('Checked just now')).toBeTruthy()
  expect(sent).toEqual([{ call: 'POST /sources/8/check', body: null }])
})

test('a check of a host that asks for time ends with when it is', async () => {
  await openSources()
  known['GET /sources/8'] = { ...signals, nextAt: minutesAgo(-60 * 2) }
  await press('Check the feed of Signals now')
  const words = 'The host of Signals asks for time. It is checked again in 2 h'
  await waitFor(() => expect(toasts()).toEqual([[words]]), { timeout: 5_000 })
})

test('a second check within a minute says why it is refused', async () => {
  await openSources()
  server.refuse('POST /sources/8/check', 429, {
    code: 'TooManyRequests',
    description: 'Wait for 40 seconds.',
  })
  await press('Check the feed of Signals now')
  await waitFor(() => expect(toasts()).toEqual([['Error: Checking failed', 'Wait for 40 seconds.']]))
})

test('a source is paused and goes on, keeping what else there is of it', async () => {
  const table = await openSources()
  await press('More actions for the feed of Signals')
  known['GET /sources/paged'] = pageOf({ ...signals, state: 'paused', nextAt: null })
  await press('Pause', undefined, 'menuitem')
  expect(await table.findByText('Paused')).toBeTruthy()
  expect(table.queryByRole('button', { name: /^Check/ })).toBeNull()
  await press('Resume', undefined, 'menuitem')
  await waitFor(() => expect(sent.map(({ body }) => (body as Source).state)).toEqual(['paused', 'active']))
  expect(sent[0]?.body).toEqual({ id: 8, url: signals.url, keep: 'none', state: 'paused' })
})

test('its address is changed, and one that another source has is refused in words', async () => {
  await openSources()
  await press('More actions for the feed of Signals')
  await press('Change address', undefined, 'menuitem')
  const dialog = await screen.findByRole('dialog', { name: 'Change the address' })
  expect(within(dialog).getByLabelText('Address of the feed')).toHaveProperty('value', signals.url)
  await type('Address of the feed', ' https://new.example.org/feed ')
  server.refuse('PUT /sources/8', 409, { code: 'DuplicateUrl', description: 'Taken.', field: 'url' })
  await press('Save', dialog)
  expect(
    (await within(dialog).findByText('Another podcast has this address already.')).textContent,
  ).toBeTruthy()
  server.allow('PUT /sources/8')
  await press('Save', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.at(-1)?.body).toMatchObject({ url: 'https://new.example.org/feed', state: 'active' })
})

test('what is kept of it, and what could not be, is told', async () => {
  const refused = { refusedCount: 2, refusedReason: 'It is no sound.' }
  known['GET /sources/paged'] = pageOf({ ...signals, keep: 'all', keptCount: 3, keptBytes: 5e7, ...refused })
  const table = await openSources()
  expect(table.getByText(/^3\b.*MB/)).toBeTruthy()
  expect(table.getByText('2 recordings could not be kept').title).toBe('It is no sound.')
})

test.for<[Partial<Source>, string, string, object]>([
  [{}, 'none', 'all', { keep: 'all' }],
  [{ keep: 'last', keepCount: 7 }, '7', '10', { keep: 'last', keepCount: 10 }],
  [{ keep: 'all' }, 'all', 'none', { keep: 'none' }],
])('what is kept of it is changed (%$)', async ([present, before, after, change]) => {
  known['GET /sources/paged'] = pageOf({ ...signals, ...present })
  await openSources()
  await press('More actions for the feed of Signals')
  await press('Keep recordings', undefined, 'menuitem')
  const dialog = await screen.findByRole('dialog', { name: 'Keep recordings' })
  const choice = within(dialog).getByLabelText<HTMLSelectElement>('Recordings that are kept here')
  expect(choice.value).toBe(before)
  fireEvent.change(choice, { target: { value: after } })
  await press('Save', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.at(-1)?.body).toEqual({ id: 8, url: signals.url, state: 'active', ...change })
})

test.for([
  ['The podcast stays', 'false'],
  ['The podcast goes, too', 'true'],
])('it is removed after the question what becomes of the podcast: %s', async ([choice, goes]) => {
  await openSources()
  await press('Delete the feed of Signals')
  const dialog = await screen.findByRole('dialog', { name: 'Remove the source' })
  expect(within(dialog).getByRole('radio', { name: /stays/ })).toHaveProperty('checked', true)
  fireEvent.click(within(dialog).getByRole('radio', { name: new RegExp(choice as string) }))
  known['GET /sources/paged'] = pageOf()
  await press('Remove', dialog)
  expect(await screen.findByText('No podcast comes from a feed yet.')).toBeTruthy()
  expect(sent.map(({ call }) => call)).toEqual([`DELETE /sources/8?podcast=${goes}`])
  expect(toasts()).toEqual([['Source removed']])
})

test('a question that is left removes nothing', async () => {
  await openSources()
  await press('Delete the feed of Signals')
  await press('Cancel', await screen.findByRole('dialog', { name: 'Remove the source' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([])
})

test('a feed that is added shows its podcast with the latest episodes and the ways to it', async () => {
  await openAdding(' https://feeds.example.org/signals.xml ')
  await press('Add')
  const dialog = await screen.findByRole('dialog', { name: 'Added' })
  expect(await within(dialog).findByRole('heading', { name: 'Signals' })).toBeTruthy()
  expect(within(dialog).getByText('41 episodes')).toBeTruthy()
  const listed = within(await within(dialog).findByRole('list', { name: 'Latest episodes' }))
  await listed.findByText('Rime')
  expect(listed.getAllByRole('listitem')).toHaveLength(3)
  expect(sent[0]).toEqual({ call: 'POST /sources', body: { url: signals.url, keep: 'none' } })
  expect(within(dialog).getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/podcasts/2')
  fireEvent.click(within(dialog).getByRole('link', { name: 'Edit' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a podcast that was just made can be given up again, one that was there cannot', async () => {
  await openAdding(signals.url)
  await press('Add')
  await press('Do not keep it', await screen.findByRole('dialog', { name: 'Added' }))
  await waitFor(() => expect(toasts()).toEqual([['Podcast removed']]))
  expect(sent.at(-1)?.call).toBe('DELETE /sources/8?podcast=true')
  addedStatus = 200
  await press('Add by feed', await screen.findByRole('region', { name: 'Podcasts' }))
  await type('Address of the feed', signals.url)
  await press('Add')
  const dialog = await screen.findByRole('dialog', { name: 'Already here' })
  expect(within(dialog).queryByRole('button', { name: 'Do not keep it' })).toBeNull()
  await press('Add another', dialog)
  expect(await screen.findByRole('dialog', { name: 'Add a podcast by its feed' })).toBeTruthy()
})

test.for([
  ['InvalidUrl', 400, 'No.', 'This address is not allowed.'],
  ['FeedUnavailable', 422, 'The feed could not be read.', 'The feed could not be read.'],
  [
    'FeedUnavailable',
    422,
    'The host answers with 500.',
    'The feed could not be read.The host answers with 500.',
  ],
  ['ServiceUnavailable', 503, 'Busy.', 'Adding the feed failedBusy.'],
] as const)('%s of %i (%s) is told as: %s', async ([code, status, description, told]) => {
  vi.spyOn(console, 'error').mockReturnValue()
  server.refuse('POST /sources', status, { code, description })
  await openAdding('https://feeds.example.org/none.xml')
  await press('Add')
  const dialog = await screen.findByRole('dialog', { name: 'Add a podcast by its feed' })
  await waitFor(() => expect(within(dialog).getByRole('alert').textContent).toBe(told))
  expect(screen.getByLabelText('Address of the feed')).toHaveProperty(
    'value',
    'https://feeds.example.org/none.xml',
  )
})
