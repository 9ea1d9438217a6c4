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

test('what is not edited is sent as it was', () => {
  const { findings: _, ...sent } = settings
  expect(settingsOf(valuesOf(settings), settings.updatedAt)).toEqual(sent)
})
