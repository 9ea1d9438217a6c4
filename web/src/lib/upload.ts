/** `call` for forms with files, by XMLHttpRequest: `fetch` reports no progress. A bundle of editors only. */
import { type Endpoint, type EndpointInput, requestPath } from '@earmark/contract/endpoint.ts'
import type { FormFile } from '@earmark/contract/record-forms.ts'
import { getProfile } from '@earmark/contract/users.ts'
import { answerTo, ApiError, call } from './api.ts'
import { firstData, headersFor } from './request.ts'

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
  signal?: AbortSignal | undefined
  /** Parts of repeated fields whose common order counts, behind all others. */
  ordered?: readonly FormEntry[]
}

export type FormEntry = readonly [name: string, part: string | File]

type FormPart = string | number | boolean | readonly (string | object)[] | FormFile | null | undefined

interface UploadParts {
  params?: unknown
  form: Readonly<Record<string, FormPart>>
}

/** Without undefined parts; files behind them, so that the server checks all texts first. */
export function formDataOf(parts: UploadParts['form'], ordered: readonly FormEntry[] = []): FormData {
  const form = new FormData()
  const present = Object.entries(parts).filter(([, part]) => part !== undefined)
  for (const [name, part] of present) for (const text of textsOf(part)) form.append(name, text)
  for (const [name, part] of present) if (part instanceof Blob) form.append(name, part)
  for (const [name, part] of ordered) form.append(name, part)
  return form
}

/** Null and an empty list are an empty part, which clears a field; of objects, a list is JSON. */
function textsOf(part: FormPart): readonly string[] {
  if (part instanceof Blob) return []
  if (typeof part !== 'object' || part === null) return [String(part ?? '')]
  const list: readonly unknown[] = [part].flat()
  if (list.length === 0) return ['']
  return list.every((one) => typeof one === 'string') ? list : [JSON.stringify(list)]
}

/** @throws {ApiError} as `call` does; the reason of an aborted `signal` */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  { onProgress, signal, ordered = [] }: UploadOptions = {},
) {
  const parts = input as UploadParts
  const form = formDataOf(parts.form, ordered)
  const hasFiles = [...form.values()].some((part) => part instanceof Blob)
  // An expired session is renewed before a large file is sent.
  if (hasFiles) await call(getProfile, {}, { signal: signal ?? null })
  return answerTo(
    endpoint,
    (accessToken) =>
      new Promise<Response>((resolve, reject) => {
        const request = new XMLHttpRequest()
        request.open(endpoint.method, firstData.apiRoot + requestPath(endpoint, parts))
        headersFor(endpoint, accessToken, false).forEach((value, name) =>
          request.setRequestHeader(name, value),
        )
        request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
        request.onload = () => resolve(responseOf(request))
        request.onerror = () => reject(new ApiError(0, []))
        request.onabort = () => reject(asError(signal?.reason))
        if (signal?.aborted) return reject(asError(signal.reason))
        signal?.addEventListener('abort', () => request.abort(), { once: true })
        request.send(form)
      }),
  )
}

function responseOf({ status, responseText }: XMLHttpRequest): Response {
  return new Response(status === 204 ? null : responseText, { status })
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException('Cancelled', 'AbortError')
}
