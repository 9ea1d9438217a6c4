import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { noCover } from '../../../testing/no-cover.ts'
import { DialogHost } from '../../../ui/dialog/dialog-host.tsx'
import { useToasts } from '../../../ui/toast/toasts.ts'
import { audioBookMessages } from './messages.ts'
import type { RecordCalls } from './record-calls.ts'
import { RecordForm } from './record-form.tsx'

/** A server that saves like the real one, and a connection that may break before or after it has. */

vi.mock('../form/use-unsaved-changes.ts', () => ({ useUnsavedChanges: () => undefined }))

const opened: AudioBook = {
  id: 7,
  name: 'The Salt Road',
  description: null,
  ...noCover,
  audioUrl: null,
  durationSeconds: null,
  readers: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

let stored: AudioBook
let saves: number
let breaks: 'never' | 'before' | 'after'
let isReachable: boolean

const lost = () => Promise.reject(new ApiError(0, []))

function saveAs(name: string) {
  saves += 1
  stored = { ...stored, name, updatedAt: `2026-01-02T00:00:0${saves}.000Z` }
  return stored
}

const calls: RecordCalls<AudioBook> = {
  messages: audioBookMessages,
  kept: 'audio-books',
  hasNumber: false,
  hasAudio: true,
  query: (id) => ({
    queryKey: ['api', `/audio-books/${id}`],
    queryFn: () => (isReachable ? Promise.resolve(stored) : lost()),
  }),
  create: () => lost(),
  update: (values, { updatedAt }) => {
    if (breaks === 'before') return lost()
    if (updatedAt !== stored.updatedAt)
      return Promise.reject(new ApiError(409, [{ code: 'StaleRecord', description: 'Changed.' }]))
    const saved = saveAs(values.name)
    return breaks === 'after' ? lost() : Promise.resolve(saved)
  },
  remove: () => lost(),
}

beforeEach(() => {
  // jsdom draws no top layer.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = () => undefined
  queryClient.clear()
  useToasts.setState({ shown: [] })
  stored = opened
  saves = 0
  breaks = 'never'
  isReachable = true
  render(
    <>
      <RecordForm calls={calls} record={opened} />
      <DialogHost />
    </>,
  )
})

afterEach(cleanup)

const toasts = () => useToasts.getState().shown.map(({ message }) => message)
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

async function save(name: string) {
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } })
  await waitFor(() => expect(saveButton().disabled).toBe(false))
  const before = toasts().length
  fireEvent.click(saveButton())
  await waitFor(() =>
    expect([toasts().length > before, screen.queryByRole('dialog')]).not.toEqual([false, null]),
  )
  return toasts().at(-1)
}

test('what the server has saved is saved, although its answer was lost', async () => {
  breaks = 'after'
  expect(await save('Mine')).toBe('Audio Book updated')
  breaks = 'never'
  expect(await save('Mine, again')).toBe('Audio Book updated')
  expect(saves).toBe(2)
})

test('what the server has not saved is not, and the next save is one like any other', async () => {
  breaks = 'before'
  expect(await save('Mine')).toBe('Audio Book update failed')
  expect(useToasts.getState().shown.at(-1)?.description).toContain('The connection was lost.')
  breaks = 'never'
  expect(await save('Mine')).toBe('Audio Book updated')
  expect(saves).toBe(1)
})

test('the own save is known again when the connection is back, and makes no conflict', async () => {
  breaks = 'after'
  isReachable = false
  expect(await save('Mine')).toBe('Audio Book update failed')
  breaks = 'never'
  isReachable = true
  expect(await save('Mine, again')).toBe('Audio Book updated')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(stored.name).toBe('Mine, again')
})

test('somebody else’s save after a lost one of one’s own is a conflict all the same', async () => {
  breaks = 'after'
  isReachable = false
  expect(await save('Mine')).toBe('Audio Book update failed')
  breaks = 'never'
  isReachable = true
  saveAs('Theirs')
  await save('Mine, again')
  expect(screen.getByRole('dialog', { name: 'Changed in the meantime' })).toBeTruthy()
  expect(stored.name).toBe('Theirs')
})
