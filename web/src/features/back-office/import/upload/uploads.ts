/** The files that are on their way to the server: a few at once, resumed by themselves, brought in once all are there. */
import { removeUpload, type Upload } from '@earmark/contract/uploads.ts'
import { create } from 'zustand'
import { call } from '../../../../lib/api.ts'
import { ApiError, randomUuid } from '../../../../lib/request.ts'
import { startedImport } from '../calls/import-calls.ts'
import type { ChosenFile } from './chosen-files.ts'
import { type FileSending, sendFile } from './send-file.ts'
import { isComplete, readBegun, uploadOf, writeBegun } from './unfinished.ts'

export type ItemState = 'Waiting' | 'Sending' | 'Lost' | 'Done' | 'Failed'

export interface UploadItem extends ChosenFile {
  readonly id: number
  readonly state: ItemState
  readonly sentBytes: number
  /** Of its upload at the server, once it was begun. */
  readonly uploadId: string | undefined
  readonly problem?: string | undefined
}

interface Uploads {
  readonly batch: string | undefined
  readonly items: readonly UploadItem[]
  readonly isStarting: boolean
  readonly importId: number | undefined
  /** Why the import did not start. */
  readonly problem: string | undefined
}

const nothing: Uploads = {
  batch: undefined,
  items: [],
  isStarting: false,
  importId: undefined,
  problem: undefined,
}

export const useUploads = create<Uploads>(() => nothing)

const sentAtOnce = 3
let lastId = 0
const sending = new Map<number, FileSending>()

export function isUnderWay({ items, isStarting }: Pick<Uploads, 'items' | 'isStarting'>): boolean {
  return (
    isStarting || items.some(({ state }) => state === 'Waiting' || state === 'Sending' || state === 'Lost')
  )
}

/** Adds files to the batch that is under way, goes on with one that was left, or begins one. */
export function addFiles(chosen: readonly ChosenFile[], known: readonly Upload[]): void {
  const before = useUploads.getState()
  const isOpen = before.batch !== undefined && before.importId === undefined
  const begun = readBegun()
  const present = new Set(isOpen ? before.items.map(({ path }) => path) : [])
  const added = chosen
    .filter(({ path }) => !present.has(path))
    .map((file) => ({ file, upload: uploadOf(file, known, begun) }))
  const resumed = added.find(({ upload }) => upload)?.upload?.batch
  const batch = (isOpen ? before.batch : undefined) ?? resumed ?? randomUuid()
  const items = added.map(({ file, upload }) => itemOf(file, upload?.batch === batch ? upload : undefined))
  useUploads.setState({ ...nothing, batch, items: [...(isOpen ? before.items : []), ...items] })
  remember(batch)
  window.addEventListener('beforeunload', askBeforeLeaving)
  pump()
}

function itemOf(file: ChosenFile, upload: Upload | undefined): UploadItem {
  lastId += 1
  const isThere = upload !== undefined && isComplete(upload)
  return {
    ...file,
    id: lastId,
    state: isThere ? 'Done' : 'Waiting',
    sentBytes: upload?.receivedBytes ?? 0,
    uploadId: upload?.id,
  }
}

/** For after a reload. */
function remember(batch: string): void {
  const begun = readBegun()
  const times = begun?.batch === batch ? { ...begun.times } : {}
  for (const { path, file } of useUploads.getState().items) times[path] = file.lastModified
  writeBegun({ batch, times })
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  if (isUnderWay(useUploads.getState())) event.preventDefault()
}

function change(id: number, part: Partial<UploadItem>): void {
  useUploads.setState(({ items }) => ({
    items: items.map((item) => (item.id === id ? { ...item, ...part } : item)),
  }))
}

function pump(): void {
  const { items, batch } = useUploads.getState()
  if (batch === undefined) return
  const waiting = items.filter(({ state, id }) => state === 'Waiting' && !sending.has(id))
  for (const item of waiting.slice(0, sentAtOnce - sending.size)) send(item, batch)
  if (items.length > 0 && items.every(({ state }) => state === 'Done')) void bringIn()
}

function send(item: UploadItem, batch: string): void {
  const { id } = item
  const end = (part: Partial<UploadItem>) => {
    if (!sending.delete(id)) return
    change(id, part)
    pump()
  }
  const begun = sendFile(
    { ...item, batch },
    {
      onUpload: (uploadId) => change(id, { uploadId }),
      onProgress: (sentBytes) => change(id, { state: 'Sending', sentBytes }),
      onLost: () => change(id, { state: 'Lost' }),
      onDone: () => end({ state: 'Done', sentBytes: item.file.size }),
      onFailed: (problem) => end({ state: 'Failed', problem }),
    },
  )
  sending.set(id, begun)
  change(id, { state: 'Sending', problem: undefined })
}

/** Once all files are there. */
async function bringIn(): Promise<void> {
  const { batch, isStarting, importId } = useUploads.getState()
  if (batch === undefined || isStarting || importId !== undefined) return
  useUploads.setState({ isStarting: true, problem: undefined })
  try {
    const { id } = await startedImport({ batch })
    writeBegun(null)
    useUploads.setState({ importId: id, isStarting: false })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    useUploads.setState({ isStarting: false, problem: error.message })
  }
}

export function tryAgain(): void {
  useUploads.setState(({ items }) => ({
    problem: undefined,
    items: items.map((item) => (item.state === 'Failed' ? { ...item, state: 'Waiting' as const } : item)),
  }))
  pump()
}

/** Goes on without the files that cannot be sent. */
export async function leaveOutFailed(): Promise<void> {
  const failed = useUploads.getState().items.filter(({ state }) => state === 'Failed')
  await Promise.all(failed.map(({ uploadId }) => removeAt(uploadId)))
  useUploads.setState(({ items }) => ({ items: items.filter(({ state }) => state !== 'Failed') }))
  pump()
}

/** Stops, and removes what was sent so far. */
export async function cancelUploads(): Promise<void> {
  const { items } = useUploads.getState()
  for (const one of sending.values()) one.stop()
  sending.clear()
  closeUploads()
  writeBegun(null)
  await Promise.all(items.map(({ uploadId }) => removeAt(uploadId)))
}

/** What has gone meanwhile needs no removal. */
export async function removeAt(uploadId: string | undefined): Promise<void> {
  if (uploadId === undefined) return
  try {
    await call(removeUpload, { params: { id: uploadId } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

export function closeUploads(): void {
  useUploads.setState(nothing)
  window.removeEventListener('beforeunload', askBeforeLeaving)
}

/** Another person has signed in, or nobody is: the files stay where they are. */
export function stopUploads(): void {
  for (const one of sending.values()) one.stop()
  sending.clear()
  closeUploads()
}
