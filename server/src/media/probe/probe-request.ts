import type { ErrorCode } from '@earmark/contract/errors.ts'
import { AppError } from '../../errors.ts'
import { lookIntoFile, readPicture } from './look-file.ts'
import { joinAudio, probeAudio, type SoundFile } from './audio.ts'
import { probePlaceholder, renderCover, renderFeedImage, renderPreview } from './images.ts'
import { storageError } from '../storage/files/storage-errors.ts'

export type ProbeRequest =
  | {
      readonly kind: 'cover' | 'preview' | 'placeholder' | 'audio'
      readonly path: string
      readonly sizeBytes: number
    }
  | { readonly kind: 'join'; readonly files: readonly SoundFile[] }
  /** Of files that stay where they are, whose names need not be UTF-8. */
  | { readonly kind: 'look'; readonly path: string | Uint8Array; readonly sizeBytes: number }
  | { readonly kind: 'picture'; readonly path: string | Uint8Array; readonly sizeBytes: number }
  | {
      readonly kind: 'feed-image'
      readonly path: string
      readonly sizeBytes: number
      /** `#rrggbb` */
      readonly color: string
    }

export type ProbeResult =
  | { readonly found: unknown }
  | { readonly code: ErrorCode; readonly description: string | undefined }

export async function answerProbeRequest(job: unknown): Promise<ProbeResult> {
  const request = job as ProbeRequest
  try {
    if (request.kind === 'join') return { found: await joinAudio(request.files) }
    if (request.kind === 'look') return { found: await lookIntoFile(placeOf(request), request.sizeBytes) }
    if (request.kind === 'picture') return { found: await readPicture(placeOf(request), request.sizeBytes) }
    if (request.kind === 'feed-image')
      return { found: await renderFeedImage(request.path, request.sizeBytes, request.color) }
    const { kind, path, sizeBytes } = request
    if (kind === 'cover') return { found: await renderCover(path, sizeBytes) }
    if (kind === 'preview') return { found: await renderPreview(path, sizeBytes) }
    if (kind === 'placeholder') return { found: await probePlaceholder(path, sizeBytes) }
    const facts = await probeAudio(path, sizeBytes)
    return { found: { ...facts, tags: { ...facts.tags, picture: null } } }
  } catch (error) {
    const untouched = isUntouched(request) ? codeOfUntouched(error) : null
    if (untouched) return { code: untouched, description: undefined }
    const expected = storageError(error)
    const { code, message } = expected instanceof AppError ? expected : new AppError('BrokenMedia')
    return { code, description: message }
  }
}

function placeOf({ path }: { readonly path: string | Uint8Array }): string | Buffer {
  return typeof path === 'string' ? path : Buffer.from(path)
}

/** Whether it is a file of somebody's folder, and none of our storage. */
function isUntouched({ kind }: ProbeRequest): boolean {
  return kind === 'look' || kind === 'picture'
}

const unreadable = new Set(['EACCES', 'EPERM', 'EIO'])

/** Null where it is not the file that fails. */
function codeOfUntouched(error: unknown): 'NotFound' | 'UnreadableMedia' | null {
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'NotFound'
  return unreadable.has(code) ? 'UnreadableMedia' : null
}
