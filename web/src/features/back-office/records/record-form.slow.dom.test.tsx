import type { AudioBookDetail } from '@earmark/contract/audio-books.ts'
import { listGenres } from '@earmark/contract/genres.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { apiQuery, queryClient } from '../../../lib/query-client.ts'
import { bareAudioBook } from '../../../testing/records.ts'
import { DialogHost } from '../../../ui/dialog/dialog-host.tsx'
import { useToasts } from '../../../ui/toast/toasts.ts'
import { audioBookCalls, type RecordCalls } from './record-calls.ts'
import { RecordForm } from './record-form.tsx'

const asked = vi.hoisted(() => vi.fn<(isDirty: boolean) => void>())
vi.mock('../form/use-unsaved-changes.ts', () => ({ useUnsavedChanges: asked }))
vi.mock('../../auth/form/use-kept-typing.ts', () => ({ useKeptTyping: () => undefined }))

const record: AudioBookDetail = { ...bareAudioBook, tracks: [], coverImageUrl: '/media/cover.webp' }
const newer = { ...record, name: 'Theirs', updatedAt: '2026-02-02T00:00:00.000Z' }

const create = vi.fn<RecordCalls<AudioBookDetail>['create']>()
const update = vi.fn<RecordCalls<AudioBookDetail>['update']>()
const reread = vi.fn<() => Promise<AudioBookDetail>>()

const calls: RecordCalls<AudioBookDetail> = {
  ...audioBookCalls,
  query: (id) => ({ queryKey: ['api', `/audio-books/${id}`], queryFn: reread }),
  create,
  update,
  remove: () => Promise.resolve(),
}

beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(apiQuery(listGenres, {}).queryKey, [{ name: 'Sea', count: 2 }])
  useToasts.setState({ shown: [] })
  for (const mock of [create, update, reread]) mock.mockReset()
  reread.mockResolvedValue(newer)
  update.mockImplementation((values, version) =>
    Promise.resolve({ ...version, name: values.name, updatedAt: '2026-03-03T00:00:00.000Z' }),
  )
})

afterEach(cleanup)

const inApp = {
  wrapper: ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  ),
}

function show(props: { record?: AudioBookDetail; onCreated?: (created: AudioBookDetail) => Promise<void> }) {
  render(
    <>
      <RecordForm calls={calls} {...props} />
      <DialogHost />
    </>,
    inApp,
  )
}

const name = () => screen.getByLabelText<HTMLInputElement>('Name')
const type = (value: string) => fireEvent.change(name(), { target: { value } })
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const press = (label: string) => fireEvent.click(screen.getByRole('button', { name: label }))
const toasts = () => useToasts.getState().shown.map(({ message }) => message)

async function save() {
  await waitFor(() => expect(saveButton().disabled).toBe(false))
  press('Save')
}

test('what has no name cannot be saved', async () => {
  show({})
  await waitFor(() => expect(saveButton().disabled).toBe(true))
  type('Slow Signals')
  await waitFor(() => expect(saveButton().disabled).toBe(false))
  type('  ')
  expect(await screen.findByText('Name is required')).toBeTruthy()
  expect(saveButton().disabled).toBe(true)
})

test('a new record has the fields of its kind', async () => {
  create.mockResolvedValue(record)
  show({})
  type('The Salt Road')
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fill('Subtitle', 'Or the other way')
  fill('Genres', 'Sea')
  fill('Genres', 'Salt')
  press('Remove Sea')
  fill('Language', 'pt-BR')
  fill('Publisher', 'Quay')
  fill('ISBN', '978')
  fill('Abridgement', 'false')
  fireEvent.click(screen.getByLabelText('Explicit'))
  fill('Year', '20199')
  expect(await screen.findByText('A year has four digits.')).toBeTruthy()
  fill('Year', '2019')
  await save()
  await waitFor(() => expect(create).toHaveBeenCalled())
  expect(create.mock.calls[0]?.[0]).toMatchObject({
    subtitle: 'Or the other way',
    genres: ['Salt'],
    language: 'pt-BR',
    publishedYear: '2019',
    publisher: 'Quay',
    isbn: '978',
    isAbridged: 'false',
    isExplicit: true,
  })
})

test('a new record is created, and its page opened', async () => {
  const onCreated = vi.fn<(created: AudioBookDetail) => Promise<void>>(() => Promise.resolve())
  create.mockResolvedValue(record)
  show({ onCreated })
  type('The Salt Road')
  await save()
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith(record))
  expect(create.mock.calls[0]?.[0]).toMatchObject({ name: 'The Salt Road', audio: [] })
  expect(toasts()).toEqual(['Audio Book created'])
})

test('a saved record is what the form starts from again', async () => {
  show({ record })
  type('Renamed')
  await waitFor(() => expect(asked).toHaveBeenLastCalledWith(true))
  await save()
  await waitFor(() => expect(toasts()).toEqual(['Audio Book updated']))
  await waitFor(() => expect(asked).toHaveBeenLastCalledWith(false))
  expect(update.mock.calls[0]?.[1].updatedAt).toBe(record.updatedAt)
  type('Renamed again')
  await save()
  await waitFor(() => expect(update).toHaveBeenCalledTimes(2))
  expect(update.mock.calls[1]?.[1].updatedAt).toBe('2026-03-03T00:00:00.000Z')
})

test.for([
  [0.5, 'Upload cancelled', 'Nothing was saved.'],
  [1, 'Left during a save', 'It may have been saved: look before you save again.'],
] as const)('left when %d of it was sent, it says “%s”', async ([part, message, description]) => {
  update.mockImplementation(
    (_values, _version, { onProgress, signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')))
        onProgress?.(part)
      }),
  )
  const { unmount } = render(<RecordForm calls={calls} record={record} />, inApp)
  type('Renamed')
  await save()
  await waitFor(() => expect(update).toHaveBeenCalled())
  unmount()
  await waitFor(() => expect(useToasts.getState().shown).toMatchObject([{ message, description }]))
})

const stale = () => new ApiError(409, [{ code: 'StaleRecord', description: 'Changed.' }])

test('over somebody else’s version one’s own can be saved anyway', async () => {
  update.mockRejectedValueOnce(stale())
  show({ record })
  type('Mine')
  await save()
  await screen.findByRole('dialog', { name: 'Changed in the meantime' })
  press('Save mine')
  await waitFor(() => expect(toasts()).toEqual(['Audio Book updated']))
  expect(update.mock.calls[1]?.[0].name).toBe('Mine')
  expect(update.mock.calls[1]?.[1]).toEqual(newer)
})

test('somebody else’s version can be loaded instead, and nothing is saved', async () => {
  update.mockRejectedValueOnce(stale())
  show({ record })
  type('Mine')
  await save()
  await screen.findByRole('dialog')
  press('Load theirs')
  await waitFor(() => expect(name().value).toBe('Theirs'))
  expect(update).toHaveBeenCalledTimes(1)
  expect(toasts()).toEqual([])
})

test('without a choice all stays as it was typed', async () => {
  update.mockRejectedValueOnce(stale())
  show({ record })
  type('Mine')
  await save()
  await screen.findByRole('dialog')
  press('Keep editing')
  await waitFor(() => expect(saveButton().disabled).toBe(false))
  expect(name().value).toBe('Mine')
})

test('what the server has against one field stands there until that is changed', async () => {
  const description = 'That is too long.'
  update.mockRejectedValueOnce(new ApiError(400, [{ code: 'InvalidBody', description, field: 'name' }]))
  show({ record })
  type('Long')
  await save()
  expect(await screen.findByText(description)).toBeTruthy()
  expect(name().getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(name()))
  expect(toasts()).toEqual(['Audio Book update failed'])
  type('Short')
  await waitFor(() => expect(screen.queryByText(description)).toBeNull())
})

test('a file that was refused says why until another is chosen or none', async () => {
  URL.createObjectURL = () => 'blob:1'
  URL.revokeObjectURL = () => undefined
  const description = 'The file is too large.'
  update.mockRejectedValueOnce(
    new ApiError(413, [{ code: 'FileTooLarge', description, field: 'coverImagePreview' }]),
  )
  show({ record })
  const cover = new File(['pixels'], 'cover.png', { type: 'image/png' })
  fireEvent.change(screen.getByLabelText('Cover image preview file'), { target: { files: [cover] } })
  await save()
  const field = screen.getByRole('group', { name: 'Cover image preview' })
  await waitFor(() => expect(field.textContent).toContain(description))
  const replace = screen.getByRole('button', { name: 'Replace cover image preview' })
  await waitFor(() => expect(document.activeElement).toBe(replace))
  expect(saveButton().disabled).toBe(false)
  press('Clear cover image preview')
  await waitFor(() => expect(field.textContent).not.toContain(description))
})

test('a newer version comes in by itself only where nothing was typed', async () => {
  const { rerender } = render(<RecordForm calls={calls} record={record} />, inApp)
  rerender(<RecordForm calls={calls} record={newer} />)
  await waitFor(() => expect(name().value).toBe('Theirs'))
  type('Mine')
  await waitFor(() => expect(asked).toHaveBeenLastCalledWith(true))
  rerender(
    <RecordForm calls={calls} record={{ ...newer, name: 'Other', updatedAt: '2026-02-03T00:00:00Z' }} />,
  )
  expect(name().value).toBe('Mine')
})

test('readers that come and go beside the form make no conflict', async () => {
  const { rerender } = render(<RecordForm calls={calls} record={record} />, inApp)
  type('Mine')
  rerender(<RecordForm calls={calls} record={{ ...record, updatedAt: newer.updatedAt }} />)
  await save()
  await waitFor(() => expect(update).toHaveBeenCalled())
  expect(update.mock.calls[0]?.[1].updatedAt).toBe(newer.updatedAt)
})

describe('on a connection that may break before or after the server has saved', () => {
  let stored: AudioBookDetail
  let saves: number
  let breaks: 'never' | 'before' | 'after'
  let isReachable: boolean

  const lost = () => Promise.reject(new ApiError(0, []))

  function saveAs(saved: string) {
    saves += 1
    stored = { ...stored, name: saved, updatedAt: `2026-01-02T00:00:0${saves}.000Z` }
    return stored
  }

  beforeEach(() => {
    stored = record
    saves = 0
    breaks = 'never'
    isReachable = true
    reread.mockImplementation(() => (isReachable ? Promise.resolve(stored) : lost()))
    update.mockImplementation((values, { updatedAt }) => {
      if (breaks === 'before') return lost()
      if (updatedAt !== stored.updatedAt) return Promise.reject(stale())
      const saved = saveAs(values.name)
      return breaks === 'after' ? lost() : Promise.resolve(saved)
    })
    show({ record })
  })

  async function saveNamed(value: string) {
    type(value)
    const before = toasts().length
    await save()
    await waitFor(() =>
      expect([toasts().length > before, screen.queryByRole('dialog')]).not.toEqual([false, null]),
    )
    return toasts().at(-1)
  }

  test('what the server has saved is saved, although its answer was lost', async () => {
    breaks = 'after'
    expect(await saveNamed('Mine')).toBe('Audio Book updated')
    breaks = 'never'
    expect(await saveNamed('Mine, again')).toBe('Audio Book updated')
    expect(saves).toBe(2)
  })

  test('what the server has not saved is not, and the next save is one like any other', async () => {
    breaks = 'before'
    expect(await saveNamed('Mine')).toBe('Audio Book update failed')
    expect(useToasts.getState().shown.at(-1)?.description).toContain('The connection was lost.')
    breaks = 'never'
    expect(await saveNamed('Mine')).toBe('Audio Book updated')
    expect(saves).toBe(1)
  })

  test('the own save is known again when the connection is back, and makes no conflict', async () => {
    breaks = 'after'
    isReachable = false
    expect(await saveNamed('Mine')).toBe('Audio Book update failed')
    breaks = 'never'
    isReachable = true
    expect(await saveNamed('Mine, again')).toBe('Audio Book updated')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(stored.name).toBe('Mine, again')
  })

  test('somebody else’s save after a lost one of one’s own is a conflict all the same', async () => {
    breaks = 'after'
    isReachable = false
    expect(await saveNamed('Mine')).toBe('Audio Book update failed')
    breaks = 'never'
    isReachable = true
    saveAs('Theirs')
    await saveNamed('Mine, again')
    expect(screen.getByRole('dialog', { name: 'Changed in the meantime' })).toBeTruthy()
    expect(stored.name).toBe('Theirs')
  })
})
