import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { AppError } from '../../../errors.ts'
import type { NewMedia } from '../../../media/media.queries.ts'
import { type Received, renderReceivedCover } from '../../../media/probe/ingest.ts'
import { probeProcess } from '../../../media/probe/probe-process.ts'
import type { MediaDeps, ReceivedFile } from '../../../media/storage/files/storage.ts'
import { reserveFiles } from '../../../media/storage/unused-files.ts'

/** A picture file of a library, or the bytes of one within a sound file. */
export type LookedCover =
  | { readonly path: string | Buffer; readonly sizeBytes: number }
  | { readonly bytes: Uint8Array }

/** Durable until it is disposed of. */
export interface OpenedCover extends AsyncDisposable {
  readonly cover: NewMedia | null
  readonly preview: NewMedia | null
}

export const noCover: OpenedCover = {
  cover: null,
  preview: null,
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

/** None for a picture that cannot be read: the book is worth more than its cover. */
export async function openCover(deps: MediaDeps, picture: LookedCover | null): Promise<OpenedCover> {
  if (picture === null) return noCover
  try {
    await using file = await pictureFile(deps, picture)
    return await keepCover(deps, await renderReceivedCover(deps, file, probeProcess.forUpload()))
  } catch (error) {
    if (isUnreadable(error)) return noCover
    throw error
  }
}

/** The first that can be read. */
export async function openFirstCover(
  deps: MediaDeps,
  pictures: AsyncIterable<LookedCover>,
): Promise<OpenedCover> {
  for await (const picture of pictures) {
    const opened = await openCover(deps, picture)
    if (opened.cover !== null) return opened
  }
  return noCover
}

async function keepCover(
  deps: MediaDeps,
  { cover, preview }: { cover: Received; preview: Received },
): Promise<OpenedCover> {
  await using kept = new AsyncDisposableStack()
  const release = await reserveFiles(deps, [cover.media, preview.media])
  kept.defer(() => release().catch((error: unknown) => deps.log.warn({ err: error }, 'discarding a cover')))
  for (const { file, media } of [cover, preview]) {
    await using received = file
    await received.keep(media.contentType)
  }
  const held = kept.move()
  return {
    cover: cover.media,
    preview: preview.media,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** @throws AppError `FileTooLarge` */
export async function pictureFile(
  { storage, config }: MediaDeps,
  picture: LookedCover,
): Promise<ReceivedFile> {
  const source = 'bytes' in picture ? Readable.from([picture.bytes]) : createReadStream(picture.path)
  return await storage.receive(source, config.maxImageBytes)
}

const pictureCodes = new Set([
  'FileTooLarge',
  'UnsupportedMedia',
  'BrokenMedia',
  'UnreadableMedia',
  'NotFound',
])

/** Of the picture; errors of the storage are AppErrors. */
const systemCodes = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EIO', 'ESTALE'])

export function isUnreadable(error: unknown): boolean {
  if (error instanceof AppError) return pictureCodes.has(error.code)
  return systemCodes.has((error as NodeJS.ErrnoException).code ?? '')
}
