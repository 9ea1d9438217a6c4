import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { type CallName, FakeServer } from '../../../testing/fake-server.ts'
import { bareAudioBook } from '../../../testing/records.ts'
import { closeApp, openApp, press, toasts } from '../../../testing/the-app.tsx'

const gone = { code: 'NotFound', description: 'There is nothing here.' }
const book = { ...bareAudioBook, audioUrl: '/media/0/x.mp3', tracksCount: 1, tracks: [], isAvailable: true }
const draft = { status: 'Draft', publishAt: null } as const
const podcast = {
  ...bareAudioBook,
  name: 'Harbour Talk',
  categories: [],
  link: null,
  episodesCount: 2,
  ...draft,
}
const episode = {
  ...bareAudioBook,
  name: 'Fog',
  number: 1,
  season: null,
  episodeType: 'Full',
  notes: null,
  recordingChangedAt: null,
  chaptersCount: 0,
  podcast: { id: 2, name: 'Harbour Talk' },
  previous: null,
  next: null,
}

beforeEach(() => {
  // What is refused is in the console, too.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  closeApp()
  vi.restoreAllMocks()
})

test.for<[string, CallName, CallName, object, string, boolean]>([
  [
    '/audio-books/7',
    'GET /audio-books/7',
    'GET /edit/audio-books/7',
    { ...book, ...draft },
    'Draft: only editors see this page.',
    true,
  ],
  [
    '/podcasts/2',
    'GET /podcasts/2/overview',
    'GET /edit/podcasts/2/overview',
    podcast,
    'Draft: only editors see this page.',
    true,
  ],
  [
    '/podcasts/2',
    'GET /podcasts/2/overview',
    'GET /edit/podcasts/2/overview',
    { ...podcast, isUnlisted: true },
    'Draft: only editors and who follows its feed see this page.',
    true,
  ],
  [
    '/podcasts/2/episodes/4',
    'GET /podcasts/2/episodes/4/overview',
    'GET /edit/podcasts/2/episodes/4/overview',
    { ...episode, ...draft },
    'Draft: only editors see this page.',
    true,
  ],
  [
    '/podcasts/2/episodes/4',
    'GET /podcasts/2/episodes/4/overview',
    'GET /edit/podcasts/2/episodes/4/overview',
    { ...episode, ...draft, status: 'Published' },
    'Its podcast is not public.',
    false,
  ],
])('an editor sees %s though %s finds nothing', async ([path, shown, edited, answer, said, isToPublish]) => {
  const server = new FakeServer({ [edited]: answer })
  server.refuse(shown, 404, gone)
  openApp(path, 'Editor')
  expect(await screen.findByText(said)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Publish' }) !== null).toBe(isToPublish)
  expect(screen.queryByRole('button', { name: /^(Play|RSS|Add to)/ })).toBeNull()
})

test('a draft with a day says when it becomes public', async () => {
  const publishAt = '2099-05-01T12:00:00Z'
  const server = new FakeServer({
    'GET /edit/audio-books/7': { ...book, ...draft, status: 'Scheduled', publishAt },
  })
  server.refuse('GET /audio-books/7', 404, gone)
  openApp('/audio-books/7', 'Editor')
  expect(
    await screen.findByText(/^Draft: only editors see this page. It becomes public on May 1, 2099/),
  ).toBeTruthy()
})

test.for<[string, CallName, CallName, object, CallName]>([
  ['/audio-books/7', 'GET /audio-books/7', 'GET /edit/audio-books/7', book, 'POST /audio-books/7/publish'],
  [
    '/podcasts/2',
    'GET /podcasts/2/overview',
    'GET /edit/podcasts/2/overview',
    { ...podcast, episodesCount: 0, seasons: [], years: [] },
    'POST /podcasts/2/publish',
  ],
])(
  'published, %s is at once the page that everybody sees',
  async ([path, shown, edited, answer, publish]) => {
    const server = new FakeServer({ [edited]: { ...answer, ...draft }, [shown]: answer })
    server.refuse(shown, 404, gone)
    openApp(path, 'Editor')
    await screen.findByRole('button', { name: 'Publish' })
    server.allow(shown)
    const said: string[] = []
    const watcher = new MutationObserver(() =>
      said.push(screen.queryByText(/public|editors/)?.textContent ?? ''),
    )
    watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
    await press('Publish')
    expect(await screen.findByRole('button', { name: 'RSS' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    watcher.disconnect()
    expect(new Set(said)).toEqual(new Set(['Draft: only editors see this page.', '']))
    expect(server.heard).toContain(publish)
    expect(toasts()).toEqual([['Published']])
  },
)

test('a page that was public and is a draft now is shown as one when it is gone back to', async () => {
  const server = new FakeServer({
    'GET /edit/audio-books/7': { ...book, ...draft },
    'GET /audio-books/7': book,
  })
  const router = openApp('/audio-books/7', 'Editor')
  await screen.findByRole('button', { name: 'RSS' })
  await router.navigate({ to: '/my-library' })
  server.refuse('GET /audio-books/7', 404, gone)
  queryClient.removeQueries({ queryKey: ['api', '/audio-books/7'] })
  const headings = new Set<string>()
  const watcher = new MutationObserver(() => headings.add(document.querySelector('h1')?.textContent ?? ''))
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
  router.history.back()
  expect(await screen.findByText('Draft: only editors see this page.')).toBeTruthy()
  watcher.disconnect()
  expect([...headings].filter((heading) => /not found/.test(heading))).toEqual([])
})

test('a refused publication says why, and the draft stays', async () => {
  const server = new FakeServer({ 'GET /edit/audio-books/7': { ...book, ...draft } })
  server.refuse('GET /audio-books/7', 404, gone)
  server.refuse('POST /audio-books/7/publish', 404, gone)
  openApp('/audio-books/7', 'Editor')
  await screen.findByRole('button', { name: 'Publish' })
  await press('Publish')
  await waitFor(() => expect(toasts()).toEqual([['Error: Publish failed', gone.description]]))
  expect(screen.getByText('Draft: only editors see this page.')).toBeTruthy()
})

test.each(['User', null] as const)('a %s is not told of a draft', async (role) => {
  const server = new FakeServer({ 'GET /edit/audio-books/7': { ...book, ...draft } })
  server.refuse('GET /audio-books/7', 404, gone)
  openApp('/audio-books/7', role)
  expect(await screen.findByRole('heading', { level: 1, name: /Element not found/ })).toBeTruthy()
  expect(server.heard).not.toContain('GET /edit/audio-books/7')
})
