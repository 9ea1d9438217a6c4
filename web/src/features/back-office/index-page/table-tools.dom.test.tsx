import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, paths } from '../../../testing/back-office-answers.ts'
import { type CallName, FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp } from '../../../testing/the-app.tsx'

/** What the tables of the back office show is chosen in their heads, and stands in the address. */

let known: Partial<Record<CallName, unknown>>
let server: FakeServer

beforeEach(() => {
  known = { ...answers }
  server = new FakeServer(known)
})

afterEach(closeApp)

const books = async () => within(await screen.findByRole('region', { name: 'Audio Books' }))
const pressed = (group: HTMLElement) =>
  within(group)
    .getAllByRole('button', { pressed: true })
    .map((button) => button.textContent.replace(/ \d+$/, ''))

test('each filter has the number of its records, and one of none is not offered', async () => {
  const release = server.hold('GET /edit/audio-books/counts')
  const problems = { NoAudio: 12, NoCover: 0, NoReader: 3, NoLanguage: 0 }
  const statuses = { Draft: 2, Scheduled: 0, Published: 40 }
  const listed = (counts: object) => Object.entries(counts).map(([value, count]) => ({ value, count }))
  known['GET /edit/audio-books/counts'] = { problems: listed(problems), statuses: listed(statuses) }
  openApp(`${paths.index}?audioBooksShow=NoLanguage`, 'Editor')
  const group = (await books()).getByRole('group', { name: 'Which Audio Books' })
  const offered = () =>
    within(group)
      .getAllByRole('button')
      .map((button) => button.textContent)
  expect(offered()).toEqual(['All ', 'No language '])
  release()
  await waitFor(() =>
    expect(offered()).toEqual(['All 42', 'No audio 12', 'No reader 3', 'No language 0', 'Draft 2']),
  )
})

test('without the numbers all filters are offered', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  server.refuse('GET /edit/audio-books/counts', 400)
  openApp(paths.index, 'Editor')
  const group = (await books()).getByRole('group', { name: 'Which Audio Books' })
  await waitFor(() => expect(within(group).getAllByRole('button')).toHaveLength(7))
})

test('filters narrow one after the other, and All takes them away', async () => {
  const router = openApp(paths.index, 'Editor')
  const group = (await books()).getByRole('group', { name: 'Which Audio Books' })
  const choose = (name: string) => fireEvent.click(within(group).getByRole('button', { name: `${name} 1` }))
  await within(group).findByRole('button', { name: 'No reader 1' })
  expect(pressed(group)).toEqual(['All'])
  choose('No reader')
  await waitFor(() => expect(pressed(group)).toEqual(['No reader']))
  choose('Draft')
  await waitFor(() => expect(pressed(group)).toEqual(['No reader', 'Draft']))
  expect(router.state.location.searchStr).toBe('?audioBooksShow=NoReader&audioBooksShow=Draft')
  choose('Scheduled')
  await waitFor(() => expect(pressed(group)).toEqual(['No reader', 'Scheduled']))
  fireEvent.click(within(group).getByRole('button', { name: 'All 3' }))
  await waitFor(() => expect(pressed(group)).toEqual(['All']))
  expect(router.state.location.searchStr).toBe('')
})

test('creators, series and users have no filters', async () => {
  openApp(paths.index, 'Admin')
  await books()
  const groups = screen.getAllByRole('group', { name: /^Which/ }).map((group) => group.ariaLabel)
  expect(groups).toEqual(['Which Audio Books', 'Which Podcasts'])
})

test('a podcast’s episodes are read by pages and filtered beside unsaved changes of its form', async () => {
  known['GET /edit/podcasts/2/episodes/paged'] = {
    ...(known['GET /edit/podcasts/2/episodes/paged'] as object),
    totalCount: 130,
  }
  const router = openApp(paths.podcast, 'Editor')
  const episodes = within(await screen.findByRole('region', { name: 'Episodes' }))
  await episodes.findByRole('link', { name: 'Edit Fog' })
  fireEvent.input(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Signs' } })
  fireEvent.click(await episodes.findByRole('button', { name: 'No audio 1' }))
  await waitFor(() => expect(router.state.location.searchStr).toBe('?episodesShow=NoAudio'))
  fireEvent.click(episodes.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(router.state.location.searchStr).toContain('episodesPage=2'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Signs')
  expect(server.heard).not.toContain('GET /edit/podcasts/2')
  expect(server.heard).not.toContain('GET /edit/podcasts/2/episodes')
})

test('a new episode is proposed the podcast’s next number', async () => {
  known['GET /edit/podcasts/2/overview'] = {
    ...(known['GET /edit/podcasts/2/overview'] as object),
    nextEpisodeNumber: 10_001,
  }
  openApp(paths.newEpisode, 'Editor')
  expect(await screen.findByRole('textbox', { name: 'Number' })).toHaveProperty('value', '10001')
})

test('without a match each filter can be taken away', async () => {
  known['GET /edit/audio-books/paged'] = { items: [], totalCount: 0, pagedQuery: {} }
  const router = openApp(`${paths.index}?audioBooksShow=NoCover&audioBooksSearch=fog`, 'Editor')
  const section = await books()
  await section.findByText('Nothing matches all of that.')
  fireEvent.click(section.getByRole('button', { name: 'Without “fog”' }))
  await section.findByText('Nothing here matches “No cover”.')
  expect(router.state.location.searchStr).toBe('?audioBooksShow=NoCover')
  fireEvent.click(section.getByRole('button', { name: 'Show all' }))
  await section.findByText('There are no Audio Books yet.')
  expect(router.state.location.searchStr).toBe('')
})

test('the number of rows keeps the first one in sight, and is remembered', async () => {
  const page = known['GET /edit/audio-books/paged'] as object
  known['GET /edit/audio-books/paged'] = { ...page, totalCount: 130 }
  const router = openApp(`${paths.index}?audioBooksPage=8`, 'Editor')
  const rows = await (await books()).findByRole('combobox', { name: 'Audio Books on a page' })
  fireEvent.change(rows, { target: { value: '20' } })
  await waitFor(() => expect(router.state.location.searchStr).toBe('?audioBooksPage=4&audioBooksSize=20'))
  await router.navigate({ to: '/edit' })
  await waitFor(() => expect(rows).toHaveProperty('value', '20'))
})
