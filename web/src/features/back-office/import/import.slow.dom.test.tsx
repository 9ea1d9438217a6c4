import type { Import, ImportBook } from '@earmark/contract/imports.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type CallName, FakeServer } from '../../../testing/fake-server.ts'
import { folder, inReview, pageOf, proposedBook } from '../../../testing/import-answers.ts'
import { closeApp, openApp, press, toasts, type } from '../../../testing/the-app.tsx'

const bodies: unknown[] = []

function serve(answers: Partial<Record<CallName, unknown>>) {
  const server = new FakeServer({
    'GET /import-folders': [folder],
    'GET /imports': pageOf(),
    'GET /uploads': [],
    'GET /imports/5': inReview,
    'POST /imports': inReview,
    'GET /imports/5/books': pageOf(proposedBook()),
    ...answers,
  })
  const answer = fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body))
    return answer(address, init)
  })
  return server
}

afterEach(() => {
  bodies.length = 0
  closeApp()
})

test('a folder says what it holds and when it was looked through, and a look leads to its review', async () => {
  const endedAt = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString()
  serve({ 'GET /import-folders': [{ ...folder, lastImport: { ...inReview, state: 'Done', endedAt } }] })
  const router = openApp('/edit/import', 'Editor')
  expect(await screen.findByText('· 512 books · looked through yesterday')).toBeTruthy()
  await press('Look through books')
  await waitFor(() => expect(router.state.location.pathname).toBe('/edit/import/5'))
  expect(bodies).toEqual([{ folderName: 'books' }])
})

test('a folder that is away says that nothing was changed', async () => {
  serve({ 'GET /import-folders': [{ ...folder, isAvailable: false }] })
  openApp('/edit/import', 'Editor')
  expect(await screen.findByText('This folder is not there just now. Nothing was changed.')).toBeTruthy()
})

test('without a folder it says how one is named', async () => {
  serve({ 'GET /import-folders': [] })
  openApp('/edit/import', 'Editor')
  expect(await screen.findByText('IMPORT_FOLDERS=books=/srv/audiobooks')).toBeTruthy()
  expect(screen.getByText('Drop files or folders here')).toBeTruthy()
})

test('where an import of the folder is on its way already, a look leads to that one', async () => {
  const server = serve({})
  server.refuse('POST /imports', 409, {
    code: 'ImportRunning',
    description: 'It runs.',
    current: { id: 5 },
  })
  const router = openApp('/edit/import', 'Editor')
  await press('Look through books')
  await waitFor(() => expect(router.state.location.pathname).toBe('/edit/import/5'))
})

const progress = { ...inReview.progress, filesLooked: 1204 }

test.for<[Partial<Import>, string]>([
  [{ state: 'Queued' }, 'Waits for its turn. You can close this page.'],
  [
    { state: 'Looking', progress },
    '1 204 of 15 310 files looked at, 498 books so far. You can close this page.',
  ],
  [
    { state: 'Failed', failure: { code: 'FolderUnavailable', description: 'No folder.' } },
    'This folder is not there just now. Nothing was changed.',
  ],
  [{ state: 'Cancelled' }, 'Cancelled. What was brought in before stays.'],
  [{}, '15 310 files became 501 books. Nothing is in the catalogue yet.'],
  [
    { failure: { code: 'ManyMissing', description: 'Many.' } },
    'So many books are missing that the folder is probably not all there. None is marked as missing.',
  ],
])('an import that is %o says so', async ([part, sentence]) => {
  serve({ 'GET /imports/5': { ...inReview, ...part } })
  openApp('/edit/import/5', 'Editor')
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
})

test('the review tells the kinds with their numbers and narrows to one of them, in the address', async () => {
  serve({})
  const router = openApp('/edit/import/5', 'Editor')
  const kinds = await screen.findByRole('group', { name: 'Kinds of books' })
  const names = within(kinds)
    .getAllByRole('button')
    .map((button) => button.textContent)
  expect(names).toEqual(['New 480', 'Changed 12', 'Moved 3', 'Missing 2', 'Refused 4'])
  await press('Changed 12', kinds)
  await press(/^With questions/)
  await waitFor(() => expect(router.state.location.search).toEqual({ kind: 'Changed', questions: '1' }))
})

test('a heap of files says why it is no book', async () => {
  const files = Array.from({ length: 2_001 }, (_, place) =>
    proposedBook()
      .files.slice(0, 1)
      .map((file) => ({ ...file, path: `${place}.mp3`, place: null })),
  ).flat()
  serve({ 'GET /imports/5/books': pageOf(proposedBook({ kind: 'Refused', files })) })
  openApp('/edit/import/5', 'Editor')
  expect(await screen.findByText(/^A book has at most 2.000 files\.$/)).toBeTruthy()
})

test('all without questions are brought in as drafts, or published', async () => {
  const server = serve({ 'POST /imports/5/apply': { ...inReview, state: 'Applying' } })
  openApp('/edit/import/5', 'Editor')
  // Of the 471 without a question the test's server says of one that it is skipped and of one that it is refused.
  await press(/^Bring in all without questions \(\d+\)$/)
  await waitFor(() => expect(server.heard).toContain('POST /imports/5/apply'))
  expect(bodies).toEqual([{ all: true, withoutWarningsOnly: true, publish: false }])
})

test('with Shift a range of books is selected, and these are brought in', async () => {
  const books = [1, 2, 3, 4].map((id) => proposedBook({ id, fields: { title: `Book ${id}` } }))
  const server = serve({
    'GET /imports/5/books': pageOf(...books),
    'POST /imports/5/apply': { ...inReview, state: 'Applying' },
  })
  openApp('/edit/import/5', 'Editor')
  fireEvent.click(await screen.findByLabelText('Select Book 1'))
  fireEvent.click(screen.getByLabelText('Select Book 3'), { shiftKey: true })
  fireEvent.click(screen.getByLabelText(/^as drafts/))
  await press('Bring in 3')
  await waitFor(() => expect(server.heard).toContain('POST /imports/5/apply'))
  expect(bodies).toEqual([{ bookIds: [1, 2, 3], publish: true }])
})

test('of a selection books are joined in the order of their rows, or skipped whoever has mended them', async () => {
  const books = [1, 2, 3].map((id) => proposedBook({ id, fields: { title: `Book ${id}` } }))
  const server = serve({
    'GET /imports/5/books': pageOf(...books),
    'POST /imports/5/books/merge': books[0],
    'PUT /imports/5/books/2': {},
  })
  server.refuse('PUT /imports/5/books/2', 409, {
    code: 'StaleRecord',
    description: 'Changed.',
    current: proposedBook({ id: 2, version: 4 }),
  })
  openApp('/edit/import/5', 'Editor')
  fireEvent.click(await screen.findByLabelText('Select Book 3'))
  fireEvent.click(screen.getByLabelText('Select Book 1'))
  await press('Join')
  await waitFor(() => expect(toasts()).toEqual([['Now one book']]))
  expect(screen.queryByRole('group', { name: 'Selected books' })).toBeNull()
  fireEvent.click(screen.getByLabelText('Select Book 2'))
  await press('Skip')
  await waitFor(() => expect(server.heard.filter((call) => call.startsWith('PUT'))).toHaveLength(2))
  expect(bodies).toEqual([
    { bookIds: [1, 3] },
    { decision: 'Skip', baseVersion: 3 },
    { decision: 'Skip', baseVersion: 4 },
  ])
})

test('a book says its questions in words, and can be skipped', async () => {
  const description = 'Number 7 is missing between 6 and 8.'
  const warnings: ImportBook['warnings'] = [{ code: 'NumbersMissing', description, paths: [] }]
  const server = serve({
    'GET /imports/5/books': pageOf(proposedBook({ warnings })),
    'PUT /imports/5/books/1': {},
  })
  openApp('/edit/import/5', 'Editor')
  expect(await screen.findByText(description)).toBeTruthy()
  await press('Skip Salt')
  await waitFor(() => expect(server.heard).toContain('PUT /imports/5/books/1'))
  expect(bodies).toEqual([{ decision: 'Skip', baseVersion: 3 }])
})

test('another value is taken with one click, names are typed, files moved by keys, and all is saved at once', async () => {
  const title = {
    source: 'Tags',
    value: 'Salt',
    others: [{ source: 'Folder', value: 'The Salt Road' }],
  } as const
  serve({
    'GET /imports/5/books': pageOf(proposedBook({ fields: { title } })),
    'PUT /imports/5/books/1': proposedBook(),
  })
  openApp('/edit/import/5', 'Editor')
  await press('Salt')
  await press('Take “The Salt Road” for Title')
  await type('Authors from the tags', 'Gull; Tern')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Move 03.mp3' }), { key: 'Home' })
  expect(screen.getByText('3 changes')).toBeTruthy()
  await press('Save')
  await waitFor(() => expect(toasts()).toEqual([['Book updated']]))
  expect(bodies).toEqual([
    {
      baseVersion: 3,
      fields: { title: 'The Salt Road', authors: ['Gull', 'Tern'] },
      fileOrder: ['Gull/Salt/03.mp3', 'Gull/Salt/01.mp3', 'Gull/Salt/02.mp3'],
    },
  ])
})

test('what an editor has set keeps its pin, beside what the file says and what the library has now', async () => {
  const title = {
    source: 'Hand',
    value: 'Salt Road',
    others: [{ source: 'Tags', value: 'Salt' }],
    now: 'Old Salt',
  } as const
  serve({ 'GET /imports/5/books': pageOf(proposedBook({ kind: 'Changed', fields: { title } })) })
  openApp('/edit/import/5', 'Editor')
  await press('Salt Road')
  expect(screen.getByText('You set this. The file says “Salt”.')).toBeTruthy()
  expect(screen.getByText('Old Salt')).toBeTruthy()
})

test('one file of a proposal is heard at a time, and none once it is pressed again', async () => {
  serve({})
  openApp('/edit/import/5', 'Editor')
  await press('Salt')
  for (const [name, place] of [
    ['01.mp3', 1],
    ['02.mp3', 2],
  ] as const) {
    await press(`Listen to ${name}`)
    const sounds = document.querySelectorAll('audio[controls]')
    expect(Array.from(sounds, (sound) => sound.getAttribute('src'))).toEqual([
      `/media/import-sounds/5/1/${place}/x`,
    ])
  }
  await press('Listen to 02.mp3')
  expect(document.querySelector('audio[controls]')).toBeNull()
})

test('a book is split where one says, and joined with the next', async () => {
  const books = [proposedBook(), proposedBook({ id: 2, fields: { title: 'Foam' } })]
  const server = serve({
    'GET /imports/5/books': pageOf(...books),
    'POST /imports/5/books/split': books,
    'POST /imports/5/books/merge': books[0],
  })
  openApp('/edit/import/5', 'Editor')
  await press('Salt')
  await press('Split here, before 02.mp3')
  await waitFor(() => expect(server.heard).toContain('POST /imports/5/books/split'))
  await press('Join with the next, Foam')
  await waitFor(() => expect(server.heard).toContain('POST /imports/5/books/merge'))
  const files = (...names: string[]) => names.map((name) => `Gull/Salt/${name}.mp3`)
  expect(bodies).toEqual([{ bookId: 1, paths: [files('01'), files('02', '03')] }, { bookIds: [1, 2] }])
})

test('where somebody else has saved the book meanwhile, it asks whose version stays', async () => {
  const server = serve({})
  server.refuse('PUT /imports/5/books/1', 409, {
    code: 'StaleRecord',
    description: 'Changed.',
    current: proposedBook({ version: 4 }),
  })
  openApp('/edit/import/5', 'Editor')
  await press('Salt')
  await type('Title from the tags', 'Mine')
  await press('Save')
  await screen.findByRole('dialog', { name: 'Changed in the meantime' })
  server.allow('PUT /imports/5/books/1')
  await press('Save mine')
  await waitFor(() => expect(toasts()).toEqual([['Book updated']]))
  expect(bodies.at(-1)).toEqual({ baseVersion: 4, fields: { title: 'Mine' } })
})

test('books that were brought in lead to their forms', async () => {
  serve({
    'GET /imports/5': { ...inReview, state: 'Done', progress: { ...progress, applied: 1 } },
    'GET /imports/5/books': pageOf(proposedBook({ isApplied: true, audioBookId: 7 })),
  })
  openApp('/edit/import/5', 'Editor')
  const link = await screen.findByRole('link', { name: 'In the library: Salt' })
  expect(link.getAttribute('href')).toBe('/edit/audio-books/7')
})
