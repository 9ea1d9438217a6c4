import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers, paths } from '../../../testing/back-office-answers.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { closeApp, openApp, press, toasts } from '../../../testing/the-app.tsx'
import { player } from '../../player/index.ts'

const book = {
  ...(answers['GET /edit/audio-books/1'] as object),
  audioUrl: '/api/media/salt.mp3',
  durationSeconds: 60,
  tracksCount: 1,
  tracks: [],
}
const stored = chaptersOf('Embedded', 0, [0, 'Low tide'], [20, 'Flood'], [40, 'Ebb'])
const newer = chaptersOf('Hand', 1, [0, 'Low tide'], [30, 'Slack water'])
const read = 'GET /edit/audio-books/1/chapters'
const write = 'PUT /audio-books/1/chapters'
const propose = 'POST /audio-books/1/chapters/proposals'

function chaptersOf(source: string, version: number, ...given: [number, string][]) {
  const chapters = given.map(([startSeconds, title], place) => {
    return { startSeconds, endSeconds: given[place + 1]?.[0] ?? 60, title, trackNumber: 1 }
  })
  return { source, version, chapters }
}

let server: FakeServer
let sent: unknown[]

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  server = new FakeServer({
    ...answers,
    'GET /edit/audio-books/1': book,
    [read]: stored,
    [write]: newer,
    [propose]: chaptersOf('Files', 0, [0, 'Side A'], [30, 'Side B']),
  })
  sent = []
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body))
    return plain(address, init)
  })
})

afterEach(() => {
  player.send({ type: 'clear' })
  vi.restoreAllMocks()
  closeApp()
})

async function open() {
  const router = openApp('/edit/chapters/audio-books/1', 'Editor')
  await screen.findByRole('heading', { name: 'Chapters' })
  return router
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const rowsShown = () =>
  within(screen.getByRole('list', { name: 'Chapters' }))
    .getAllByRole('listitem')
    .map((row) => {
      const fields = within(row).queryAllByRole<HTMLInputElement>('textbox')
      if (fields.length > 0) return fields.map(({ value }) => value).join(' ')
      const name = within(row)
        .getByRole('button', { name: /^Change chapter/ })
        .getAttribute('aria-label')
      const [, title, time] = /^Change chapter \d+, (.*), at (.*)$/.exec(name ?? '') ?? []
      return `${time} ${title}`
    })
const first = '0:00:00.0 Low tide'
const untouched = [first, '0:00:20.0 Flood', '0:00:40.0 Ebb']

function typeTime(number: number, text: string) {
  const input = field(`Time of chapter ${number}`)
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
}

test('the edit page of a book with sound leads to its chapters, which say where they come from', async () => {
  openApp(paths.book, 'Editor')
  fireEvent.click(await screen.findByRole('link', { name: 'Chapters' }))
  expect(await screen.findByText('3 · read from the file')).toBeTruthy()
  expect(rowsShown()).toEqual(untouched)
})

test('a row is chosen, nudged, typed over and deleted; all of it can be taken back and done again', async () => {
  await open()
  await press(/^Change chapter 2/)
  await press('0.1 seconds earlier')
  expect(rowsShown()).toEqual([first, '0:00:19.9 Flood', '0:00:40.0 Ebb'])
  typeTime(2, '50')
  expect(rowsShown()).toEqual([first, '0:00:40.0 Ebb', '0:00:50.0 Flood'])
  for (const value of ['F', 'Fl', 'Float'])
    fireEvent.change(field('Title of chapter 3'), { target: { value } })
  await press('Delete chapter 2')
  expect(rowsShown()).toEqual([first, '0:00:50.0 Float'])
  const undo = (shiftKey = false) => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, shiftKey })
  const steps = [undo, undo, undo, undo].map((step) => {
    step()
    return rowsShown().join(', ')
  })
  expect(steps).toEqual([
    `${first}, 0:00:40.0 Ebb, 0:00:50.0 Float`,
    `${first}, 0:00:40.0 Ebb, 0:00:50.0 Flood`,
    `${first}, 0:00:19.9 Flood, 0:00:40.0 Ebb`,
    untouched.join(', '),
  ])
  undo(true)
  expect(rowsShown()[1]).toBe('0:00:19.9 Flood')
  await press('Undo')
  expect(screen.getByRole('button', { name: 'Undo' }).ariaDisabled).toBe('true')
})

test('a text that is no time stays, says so at its row, and is not sent', async () => {
  await open()
  typeTime(1, 'noon')
  expect(field('Time of chapter 1').value).toBe('noon')
  expect([field('Time of chapter 1').ariaInvalid, field('Title of chapter 1').ariaInvalid]).toEqual([
    'true',
    null,
  ])
  expect(screen.getByRole('alert').textContent).toBe('A time is needed, such as 1:02:03.4')
  await press('Save chapters')
  expect(server.heard).not.toContain(write)
  typeTime(1, '0')
  expect(rowsShown()).toEqual(untouched)
})

const focused = () => {
  const element = document.activeElement as HTMLElement
  return element.ariaLabel ?? element.title
}

test('the focus follows what is chosen, added and deleted, and stays where one listens', async () => {
  await open()
  fireEvent.click(screen.getByTitle('Flood'))
  expect(focused()).toBe('Title of chapter 2')
  fireEvent.keyDown(field('Title of chapter 2'), { key: 'ArrowDown' })
  expect(focused()).toBe('Title of chapter 3')
  const listen = screen.getByRole('button', { name: /^Listen to chapter 2/ })
  listen.focus()
  fireEvent.click(listen)
  expect([focused(), field('Title of chapter 2').value]).toEqual([listen.title, 'Flood'])
  await press('Delete chapter 1')
  expect([focused(), rowsShown()[0]]).toEqual(['Delete chapter 1', '0:00:20.0 Flood'])
  await press('Delete chapter 1')
  await press('Delete chapter 1')
  expect(document.activeElement?.textContent).toMatch(/^Add a chapter/)
  await press(/^Add a chapter/)
  expect(focused()).toBe('Title of chapter 1')
  player.send({ type: 'clear' })
  await screen.findByText('Add a chapter')
  await press('Add below')
  expect(focused()).toBe('Time of chapter 2')
})

test('a time that moves its row takes the focus along; one half typed is taken back before the list', async () => {
  await open()
  await press('1 second later')
  fireEvent.change(field('Time of chapter 1'), { target: { value: '30' } })
  fireEvent.keyDown(field('Time of chapter 1'), { key: 'z', ctrlKey: true })
  expect(field('Time of chapter 1').value).toBe('0:00:01.0')
  fireEvent.change(field('Time of chapter 1'), { target: { value: '30' } })
  fireEvent.keyDown(field('Time of chapter 1'), { key: 'Enter' })
  expect([focused(), rowsShown()[1]]).toEqual(['Time of chapter 2', '0:00:30.0 Low tide'])
})

test('the mark of the chosen chapter moves by keys, not over its neighbours', async () => {
  await open()
  await press(/^Change chapter 2/)
  const mark = screen.getByRole('slider', { name: 'Mark of chapter 2' })
  const after = (key: string, shiftKey = false) => {
    fireEvent.keyDown(mark, { key, shiftKey })
    return mark.getAttribute('aria-valuetext')
  }
  expect([after('ArrowRight'), after('ArrowLeft', true), after('Home'), after('End')]).toEqual([
    '0:00:21.0',
    '0:00:11.0',
    '0:00:00.1',
    '0:00:39.9',
  ])
})

test('all behind a chapter are shifted, and what comes too near is told', async () => {
  await open()
  await press(/^Change chapter 2/)
  await press('Shift all from here')
  fireEvent.change(await screen.findByRole('textbox', { name: 'By' }), { target: { value: '-20' } })
  await press('Shift')
  await waitFor(() => expect(rowsShown()).toEqual([first, '0:00:00.0 Flood', '0:00:20.0 Ebb']))
  expect(screen.getByRole('alert').textContent).toBe('At least 0.1 s after the one before')
  expect(screen.getByText('1 to mend')).toBeTruthy()
})

test('it plays from three seconds before, and the second that plays is set', async () => {
  await open()
  await press('Listen to chapter 2 from 3 s before')
  expect(player.position()).toBe(17)
  player.send({ type: 'move', position: 18.24 })
  await waitFor(() => expect(player.position()).toBe(18.24))
  await press('Set here')
  expect(rowsShown()[1]).toBe('0:00:18.2 Flood')
})

test.for([
  ['a list', '1. 0:00 One\n2. 0:31.5 Two', ['0:00:00.0 One', '0:00:31.5 Two'], 0],
  ['JSON chapters', '{"chapters":[]}', ['0:00:00.0 Side A', '0:00:30.0 Side B'], 1],
] as const)('%s that is pasted is there and not saved', async ([, text, expected, calls]) => {
  await open()
  await press('Paste a list')
  fireEvent.change(await screen.findByRole('textbox', { name: /^List, cue sheet/ }), {
    target: { value: text },
  })
  await press('Put in')
  await waitFor(() => expect(rowsShown()).toEqual(expected))
  expect(server.heard.filter((call) => call === propose)).toHaveLength(calls)
  expect(server.heard).not.toContain(write)
  await press('Undo')
  expect(rowsShown()).toEqual(untouched)
})

test('a file is put into the dialog, and one that is too large is not', async () => {
  await open()
  await press('Paste a list')
  const input = await screen.findByLabelText('Choose a file', { selector: 'input' })
  const choose = (content: string) =>
    fireEvent.change(input, { target: { files: [new File([content], 'chapters.txt')] } })
  choose('0'.repeat(1_000_001))
  expect(await screen.findByText(/^This file is too large/)).toBeTruthy()
  choose('0:00 One')
  await waitFor(() => expect(field('List, cue sheet or JSON chapters').value).toBe('0:00 One'))
  expect(screen.queryByText(/^This file is too large/)).toBeNull()
  await press('Put in')
  await waitFor(() => expect(rowsShown()).toEqual(['0:00:00.0 One']))
})

test('a list with a line that has no time stays in its dialog', async () => {
  await open()
  await press('Paste a list')
  fireEvent.change(await screen.findByRole('textbox', { name: /^List, cue sheet/ }), {
    target: { value: '0:00 One\nTwo' },
  })
  await press('Put in')
  expect(await screen.findByText('Line 2 has no time: “Two”')).toBeTruthy()
})

test.for([
  ['One for each file', { from: 'Files' }],
  ['What the files say', { from: 'Embedded' }],
  ['Even parts', { from: 'Even', lengthSeconds: 600 }],
] as const)('%s: proposed, not saved', async ([name, body]) => {
  await open()
  await press('Propose')
  await press(name, await screen.findByRole('dialog'))
  await waitFor(() => expect(rowsShown()).toEqual(['0:00:00.0 Side A', '0:00:30.0 Side B']))
  expect(sent).toEqual([body])
})

test('a list is saved over the version that was edited', async () => {
  await open()
  await press('1 second later')
  await press('Save chapters')
  await waitFor(() => expect(toasts()).toEqual([['Chapters saved']]))
  const titles = [
    { startSeconds: 1, title: 'Low tide' },
    { startSeconds: 20, title: 'Flood' },
    { startSeconds: 40, title: 'Ebb' },
  ]
  expect(sent).toEqual([{ chapters: titles, baseVersion: 0 }])
  expect(screen.getByText('2 · by hand')).toBeTruthy()
})

test('what the server refuses is told at its row until it is changed', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  server.refuse(write, 400, {
    code: 'ChaptersInvalid',
    field: 'chapters',
    description: 'Chapter 2 begins past the end of the recording.',
  })
  await open()
  await press('1 second later')
  await press('Save chapters')
  const alert = await screen.findByText('Chapter 2 begins past the end of the recording.', {
    selector: 'li p',
  })
  expect(alert.closest('li')?.textContent).toContain('Flood')
  await press('Undo')
  expect(
    screen.queryByText('Chapter 2 begins past the end of the recording.', { selector: 'li p' }),
  ).toBeNull()
})

const stale = (saved = {}) => ({
  code: 'StaleChapters' as const,
  description: 'Changed.',
  current: { ...newer, ...saved },
})

test('of two lists the other editor’s is taken, and the own one can be brought back', async () => {
  const savedAt = new Date(Date.now() - 61_000).toISOString()
  server.refuse(write, 409, stale({ savedBy: 'Mara', savedAt }))
  await open()
  await press('1 second later')
  await press('Save chapters')
  const dialog = await screen.findByRole('dialog', {
    name: 'Saved by Mara 1 min ago: yours or theirs?',
  })
  expect(within(dialog).getByRole('list', { name: 'Theirs, 2' }).querySelector('mark')?.textContent).toBe(
    '0:00:00.0 Low tide',
  )
  await press('Take theirs', dialog)
  await waitFor(() => expect(rowsShown()).toEqual([first, '0:00:30.0 Slack water']))
  await press('Undo')
  expect(rowsShown()[0]).toBe('0:00:01.0 Low tide')
})

test('of two lists the own one is saved over the other', async () => {
  server.refuse(write, 409, stale())
  await open()
  await press('1 second later')
  await press('Save chapters')
  const dialog = await screen.findByRole('dialog', {
    name: 'Saved by somebody else meanwhile: yours or theirs?',
  })
  server.allow(write)
  await press('Save yours', dialog)
  await waitFor(() => expect(toasts()).toEqual([['Chapters saved']]))
  expect(sent.map((body) => (body as { baseVersion: number }).baseVersion)).toEqual([0, 1])
})

test('leaving with changes asks', async () => {
  const router = await open()
  await press('1 second later')
  void router.navigate({ to: '/edit' })
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await press('Cancel', dialog)
  expect(router.latestLocation.pathname).toBe('/edit/chapters/audio-books/1')
})

test('a recording without sound has nothing to mark', async () => {
  server = new FakeServer({
    ...answers,
    'GET /edit/audio-books/1': { ...book, audioUrl: null, tracksCount: 0 },
    [read]: stored,
  })
  await open()
  expect(screen.getByText('There is no audio yet. Chapters are marks in a recording.')).toBeTruthy()
})

test('two thousand are there, and one more is added below the first', async () => {
  const many = chaptersOf(
    'Embedded',
    0,
    ...Array.from({ length: 1999 }, (_, at): [number, string] => [at / 40, `No ${at}`]),
  )
  server = new FakeServer({ ...answers, 'GET /edit/audio-books/1': book, [read]: many })
  await open()
  const list = screen.getByRole('list', { name: 'Chapters' })
  expect(list.childElementCount).toBe(1999)
  await press('Add a chapter')
  expect(list.childElementCount).toBe(2000)
  expect(field('Title of chapter 2000').value).toBe('')
})
