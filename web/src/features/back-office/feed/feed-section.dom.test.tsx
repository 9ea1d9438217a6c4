import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { answers } from '../../../testing/back-office-answers.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp, press, type } from '../../../testing/the-app.tsx'
import { settingsOf, valuesOf } from './feed-values.ts'

const settings = {
  language: 'en',
  categories: [],
  explicit: false,
  type: 'serial' as const,
  complete: false,
  locked: true,
  tellOwner: false,
  author: 'Ada',
  ownerEmail: null,
  link: null,
  copyright: null,
  funding: [{ url: 'https://example.org/give', text: 'Give us' }],
  verify: ['one', 'two'],
  updatedAt: '2026-01-01T00:00:00.000Z',
  findings: [{ code: 'NoCategory' as const, description: 'Apple Podcasts needs a category.' }],
}

afterEach(closeApp)

test('an editor reads what directories would refuse, and sets the feed', async () => {
  const known: Record<string, unknown> = {
    ...answers,
    'GET /audio-books/1/feed': settings,
    'PUT /audio-books/1/feed': settings,
  }
  const server = new FakeServer(known)
  openApp('/edit/audio-books/1', 'Editor')
  fireEvent.click(await screen.findByText('Feed'))
  const findings = within(await screen.findByRole('list', { name: 'What directories would refuse' }))
  findings.getByText('Apple Podcasts needs a category.')
  fireEvent.change(screen.getByRole('combobox', { name: 'Category' }), { target: { value: 'Books' } })
  expect(screen.getByRole('combobox', { name: 'Second category' })).toBeTruthy()
  await type('Copyright', '© Ada')
  known['GET /audio-books/1/feed'] = {
    ...settings,
    categories: ['Books'],
    findings: [],
    updatedAt: '2026-01-02T00:00:00.000Z',
  }
  await press('Save feed')
  await expect.poll(() => screen.queryByText('Apple Podcasts needs a category.')).toBeNull()
  expect(server.heard).toContain('PUT /audio-books/1/feed')
})

test('an editor says how many episodes the first page of a podcast has', async () => {
  const server = new FakeServer({
    ...answers,
    'GET /podcasts/2/feed': { ...settings, firstPageItems: 1000 },
    'PUT /podcasts/2/feed': { ...settings, firstPageItems: 10_000 },
  })
  openApp('/edit/podcasts/2', 'Editor')
  fireEvent.click(await screen.findByText('Feed'))
  const field = await screen.findByRole('spinbutton', { name: 'Episodes on the first page' })
  expect(field).toMatchObject({ value: '1000', min: '1000', max: '10000', required: true })
  await type('Episodes on the first page', '10000')
  await press('Save feed')
  await expect.poll(() => server.heard).toContain('PUT /podcasts/2/feed')
})

test.each([
  ['an audio book', settings],
  ['a podcast', { ...settings, firstPageItems: 2500 }],
])('what is not edited of %s is sent as it was', (_kind, edited) => {
  const { findings: _, ...sent } = edited
  expect(settingsOf(valuesOf(edited), edited.updatedAt)).toEqual(sent)
})
