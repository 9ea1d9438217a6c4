import type { ErrorCode } from '@earmark/contract/errors.ts'
import { AppError } from '../../errors.ts'
import { joinAudio, probeAudio, type SoundFile } from './audio.ts'
import { probePlaceholder, renderCover, renderPreview } from './images.ts'
import { storageError } from '../storage/files/storage-errors.ts'

export type ProbeRequest =
  | {
      readonly kind: 'cover' | 'preview' | 'placeholder' | 'audio'
      readonly path: string
      readonly sizeBytes: number
    }
  | { readonly kind: 'join'; readonly files: readonly SoundFile[] }

export type ProbeResult =
  | { readonly found: unknown }
  | { readonly code: ErrorCode; readonly description: string | undefined }

export async function answerProbeRequest(job: unknown): Promise<ProbeResult> {
  const request = job as ProbeRequest
  try {
    if (request.kind === 'join') return { found: await joinAudio(request.files) }
    const { kind, path, sizeBytes } = request
    if (kind === 'cover') return { found: await renderCover(path, sizeBytes) }
    if (kind === 'preview') return { found: await renderPreview(path, sizeBytes) }
    if (kind === 'placeholder') return { found: await probePlaceholder(path, sizeBytes) }
    const facts = await probeAudio(path, sizeBytes)
    return { found: { ...facts, tags: { ...facts.tags, picture: null } } }
  } catch (error) {
    const expected = storageError(error)
    const { code, message } = expected instanceof AppError ? expected : new AppError('BrokenMedia')
    return { code, description: message }
  }
}
