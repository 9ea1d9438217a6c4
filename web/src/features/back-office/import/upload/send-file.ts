/** One file on its way, by tus: resumed by itself after a lost connection, an ended session or a busy upload. */
import type { ErrorItem } from '@earmark/contract/errors.ts'
import { createUpload } from '@earmark/contract/uploads.ts'
import { getProfile } from '@earmark/contract/users.ts'
import type { DetailedError, HttpRequest, Upload } from 'tus-js-client'
import { ApiError, call } from '../../../../lib/api.ts'
import { readStored } from '../../../../lib/browser-storage.ts'
import { checkConnection, untilConnected } from '../../../../lib/connection.ts'
import { firstData, headersFor } from '../../../../lib/request.ts'
import type { ChosenFile } from './chosen-files.ts'
import { uploadMessages as messages } from './messages.ts'

export interface FileSending {
  readonly stop: () => void
}

interface SentFile extends ChosenFile {
  readonly batch: string
  /** Of an upload that was begun before. */
  readonly uploadId: string | undefined
}

interface SendingEvents {
  readonly onUpload: (uploadId: string) => void
  readonly onProgress: (sentBytes: number) => void
  /** It goes on by itself. */
  readonly onLost: () => void
  readonly onDone: () => void
  readonly onFailed: (problem: string) => void
}

const pauseMs = 1000
const longestPauseMs = 10_000
/** Tries without any progress after which a refusal that usually passes is told. */
const mostRefusals = 12

export function sendFile(sent: SentFile, events: SendingEvents): FileSending {
  let isStopped = false
  let upload: Upload | undefined
  let refusals = 0
  let furthest = 0

  async function begin() {
    const { Upload: TusUpload } = await import('tus-js-client')
    if (isStopped) return
    upload = new TusUpload(sent.file, {
      ...optionsOf(sent),
      onUploadUrlAvailable: () => events.onUpload(upload?.url?.split('/').at(-1) ?? ''),
      onProgress: (bytes) => {
        if (bytes > furthest) refusals = 0
        furthest = Math.max(furthest, bytes)
        if (!isStopped) events.onProgress(bytes)
      },
      onSuccess: () => {
        if (!isStopped) events.onDone()
      },
      onError: (error) => void goOn(error),
    })
    upload.start()
  }

  async function goOn(error: Error | DetailedError) {
    if (isStopped) return
    refusals += 1
    const problem = problemOf(error)
    if (problem !== undefined || refusals > mostRefusals)
      return events.onFailed(problem ?? wordsOf(error) ?? messages.failed)
    const status = statusOf(error)
    if (status === 0) events.onLost()
    await untilWorthTrying(status, refusals)
    // It asks for the offset first.
    if (!isStopped) upload?.start()
  }

  begin().catch(() => {
    // The client's code could not be loaded.
    if (!isStopped) events.onFailed(messages.failed)
  })
  return {
    stop() {
      isStopped = true
      void upload?.abort()
    },
  }
}

function optionsOf({ file, path, batch, uploadId }: SentFile) {
  const endpoint = new URL(`${firstData.apiRoot}${createUpload.url}`, location.href).href
  return {
    endpoint,
    uploadUrl: uploadId === undefined ? null : `${endpoint}/${uploadId}`,
    metadata: { fileName: file.name, relativePath: path, batch },
    // Our own: a lost connection is waited for, however long.
    retryDelays: null as unknown as number[],
    storeFingerprintForResuming: false,
    // A small file is one request.
    uploadDataDuringCreation: true,
    onBeforeRequest(request: HttpRequest) {
      const headers = headersFor(createUpload, readStored('accessToken'), false)
      headers.forEach((value, name) => request.setHeader(name, value))
    },
  }
}

async function untilWorthTrying(status: number, refusals: number): Promise<void> {
  if (status === 401) return renewSession()
  if (status === 0) {
    await checkConnection()
    await untilConnected()
  }
  await new Promise((go) => setTimeout(go, Math.min(pauseMs * refusals, longestPauseMs)))
}

/** Any call renews it; that call's own failure is met again by the upload. */
async function renewSession(): Promise<void> {
  try {
    await call(getProfile, {})
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

function responseOf(error: Error | DetailedError) {
  return 'originalResponse' in error ? error.originalResponse : null
}

function statusOf(error: Error | DetailedError): number {
  return responseOf(error)?.getStatus() ?? 0
}

function itemOf(error: Error | DetailedError): ErrorItem | undefined {
  try {
    const items: unknown = JSON.parse(responseOf(error)?.getBody() ?? '')
    return Array.isArray(items) ? (items.at(-1) as ErrorItem | undefined) : undefined
  } catch {
    return undefined
  }
}

function wordsOf(error: Error | DetailedError): string | undefined {
  return itemOf(error)?.description
}

/** Why a file cannot be sent; undefined for what passes. */
function problemOf(error: Error | DetailedError): string | undefined {
  // The browser cannot read the file any more: it was changed or removed.
  if (!('originalRequest' in error)) return messages.unreadable
  const status = statusOf(error)
  if (status === 507) return messages.noRoom
  if (status === 413) return messages.tooLarge
  if (itemOf(error)?.code === 'TooManyUploads') return wordsOf(error)
  const isPassing = status === 0 || status >= 500 || [401, 408, 409, 410, 423, 429].includes(status)
  return isPassing ? undefined : (wordsOf(error) ?? messages.failed)
}
