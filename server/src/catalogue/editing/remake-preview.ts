import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { AppError } from '../../errors.ts'
import { receivePreview } from '../../media/probe/ingest.ts'
import type { NewMedia } from '../../media/media.queries.ts'
import { mediaUrl } from '../../media/content-type.ts'
import { probeProcess } from '../../media/probe/probe-process.ts'
import { clearsPreviewAlone, isAddressOf, type NamedMedia } from '../../media/upload/record-media-changes.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import { reserveFiles } from '../../media/storage/unused-files.ts'
import { findCoverBesideChosenPreview, type RecordRef } from './records.queries.ts'

export interface RemadePreview extends AsyncDisposable {
  readonly media: NewMedia | null
}

const nothing: RemadePreview = { media: null, [Symbol.asyncDispose]: () => Promise.resolve() }

/**
 * The preview made from the stored cover, for a form that clears a chosen preview and keeps the cover; else nothing.
 * Before the transaction: others would wait for the rendering. To be bound by `await using`.
 */
export async function remakePreview(
  deps: MediaDeps,
  record: RecordRef,
  upload: RecordUpload<NamedMedia>,
): Promise<RemadePreview> {
  if (!clearsPreviewAlone(upload)) return nothing
  const cover = await findCoverBesideChosenPreview(deps.db.connection, record)
  const url = cover && mediaUrl(cover.key, cover.content_type)
  if (!url || !isAddressOf(upload.texts.coverImageUrl, url, deps.config.publicUrl)) return nothing
  const bytes = copied(deps.storage.read(cover.sha256, 0, cover.size_bytes - 1))
  const rendered = await receivePreview(deps, bytes, probeProcess.forUpload()).catch(unlessGone)
  if (rendered === null) return nothing
  const { media } = rendered
  await using file = rendered.file
  const claim = await reserveFiles(deps, [media])
  const release = () =>
    claim().catch((error: unknown) => deps.log.warn({ err: error }, 'discarding a preview'))
  try {
    await file.keep(media.contentType)
    return { media, [Symbol.asyncDispose]: release }
  } catch (error) {
    await release()
    throw error
  }
}

/** Chunks of the storage are reused after the next read. */
async function* copied(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  for await (const chunk of chunks) yield Buffer.from(chunk)
}

/** The cover was removed meanwhile; the transaction finds the record as it is. */
function unlessGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'NotFound') return null
  throw error
}
