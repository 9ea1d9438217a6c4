import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ida } from '../../../testing/back-office-answers.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { bareAudioBook } from '../../../testing/records.ts'
import { closeApp, openApp, press, type } from '../../../testing/the-app.tsx'

const book = { ...bareAudioBook, tracks: [] }
const phone = { id: 4, name: 'Phone', createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null }
let tokens: object[]
let server: FakeServer

function serve(): void {
  tokens = []
  server = new FakeServer({
    'GET /users/profiles/me': ida,
    'GET /audio-books/7': book,
    'GET /audio-books/paged': { items: [book], totalCount: 1, pagedQuery: {} },
    'GET /libraries/me': [],
    'GET /feed-tokens/me': tokens,
    'POST /feed-tokens/me': { ...phone, token: 'abcdefghijklmnopqrstuv' },
  })
}

afterEach(closeApp)

test('RSS tells everybody the address of the feed, and leads to apps', async () => {
  serve()
  openApp('/audio-books/7', null)
  await press('RSS')
  const dialog = within(await screen.findByRole('dialog', { name: 'Listen in another app' }))
  const address = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Address of the feed' })
  expect(address.value).toBe(`${window.location.origin}/feeds/audio-books/7.xml`)
  const links = dialog.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => href)
  expect(links).toEqual([
    `podcast://${window.location.host}/feeds/audio-books/7.xml`,
    `antennapod-subscribe://${window.location.host}/feeds/audio-books/7.xml`,
  ])
  expect(dialog.queryByText(/This address is yours alone/)).toBeNull()
})

test('members make an address of their own, which is shown once, and take it back', async () => {
  serve()
  openApp('/audio-books/7', 'User')
  await press('RSS')
  const dialog = within(await screen.findByRole('dialog', { name: 'Listen in another app' }))
  await dialog.findByText('This address is yours alone. Whoever has it can listen as you.')
  await type('Name of the app', 'Phone')
  tokens.push(phone)
  await press('Make an address')
  const own = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Your own address' })
  expect(own.value).toBe(`${window.location.origin}/feeds/p/abcdefghijklmnopqrstuv/audio-books/7.xml`)
  const library = dialog.getByRole<HTMLInputElement>('textbox', { name: 'My Library as one feed' })
  expect(library.value).toBe(`${window.location.origin}/feeds/p/abcdefghijklmnopqrstuv/library.xml`)
  await dialog.findByText('Not used yet')
  await press('Remove Phone')
  await dialog.findByText('Are you sure Phone?')
  tokens.pop()
  await press('Remove')
  await expect.poll(() => dialog.queryByText('Are you sure Phone?')).toBeNull()
  expect(server.heard).toContain('DELETE /feed-tokens/me/4')
})
