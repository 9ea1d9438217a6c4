import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ida } from '../../../testing/back-office-answers.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp, press } from '../../../testing/the-app.tsx'

const item = { title: null, podcastId: null, error: null }
let server: FakeServer

beforeEach(() => {
  const items = [
    { ...item, url: 'https://a.example/', state: 'added', podcastId: 1 },
    { ...item, url: 'https://b.example/', title: 'B', state: 'failed', error: 'The feed could not be read.' },
  ]
  server = new FakeServer({
    'GET /users/profiles/me': ida,
    'GET /devices/me': [],
    'POST /sources/imports': { id: 3, total: 2, done: 0, items: [] },
    'GET /sources/imports/3': { id: 3, total: 2, done: 2, items },
    'GET /follows/me.opml': '<opml/>',
  })
})

afterEach(closeApp)

test('an editor brings a list in, and is told what was not added', async () => {
  openApp('/user-profile', 'Editor')
  const input = await screen.findByLabelText('Import a list', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['<opml/>'], 'feeds.opml')] } })
  expect(await screen.findByText(/^1 of 2 added, 1 failed/)).toBeDefined()
  expect(screen.getByText('B')).toBeDefined()
  expect(screen.getByText('The feed could not be read.')).toBeDefined()
})

test('an import that was begun before the page was loaded anew is shown, until it has ended', async () => {
  localStorage.setItem('sourceImport', '3')
  openApp('/user-profile', 'Editor')
  expect(await screen.findByText(/^1 of 2 added, 1 failed/)).toBeDefined()
  await expect.poll(() => localStorage.getItem('sourceImport')).toBeNull()
})

test('a list that is none is refused with its reason', async () => {
  const description = 'This file is no OPML list.'
  server.refuse('POST /sources/imports', 400, { code: 'NotAnOpml', description })
  openApp('/user-profile', 'Editor')
  const input = await screen.findByLabelText('Import a list', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['x'], 'x.opml')] } })
  expect(await screen.findByText(description)).toBeDefined()
})

test('a listener exports, and imports nothing', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  URL.createObjectURL = () => 'blob:list'
  URL.revokeObjectURL = () => undefined
  openApp('/user-profile', 'User')
  await press('Export what you follow')
  await expect.poll(() => save).toHaveBeenCalled()
  expect(screen.queryByText('Import a list')).toBeNull()
})
