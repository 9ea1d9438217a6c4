import type { ErrorCode } from '@earmark/contract/errors.ts'
import { AppError } from '../../errors.ts'
import { probeAudio } from './audio.ts'
import { probePlaceholder, renderCover, renderPreview } from './images.ts'
import { storageError } from '../storage/files/storage-errors.ts'

export interface ProbeRequest {
  readonly kind: 'cover' | 'preview' | 'placeholder' | 'audio'
  readonly path: string
  readonly sizeBytes: number
}

export type ProbeResult =
  | { readonly found: unknown }
  | { readonly code: ErrorCode; readonly description: string | undefined }

export async function answerProbeRequest(job: unknown): Promise<ProbeResult> {
  const { kind, path, sizeBytes } = job as ProbeRequest
  try {
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
