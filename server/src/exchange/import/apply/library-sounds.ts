import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { NewAudio } from '../../../catalogue/editing/chosen-tracks.ts'
import type { FileChapter } from '../../../media/chapters/chapter-list.ts'
import type { MediaContentType } from '../../../media/content-type.ts'
import type { NewMedia } from '../../../media/media.queries.ts'
import { receiveIndex } from '../../../media/probe/ingest.ts'
import { probeProcess } from '../../../media/probe/probe-process.ts'
import type { MediaDeps, ReceivedFile } from '../../../media/storage/files/storage.ts'
import { orStorageError } from '../../../media/storage/files/storage-errors.ts'
import { slicesOf } from '../library-files.queries.ts'
import { reserveFiles } from '../../../media/storage/unused-files.ts'

/** A file of a library as it was looked into. */
export interface LookedSound {
  /** Where it lies. */
  readonly place: string | Buffer
  readonly fileName: string
  readonly sizeBytes: number
  readonly modifiedSeconds: number
  /** `libraryFileKey` */
  readonly fileKey: string
  readonly contentType: MediaContentType
  readonly durationMs: number
  readonly needsIndex: boolean
  /** `FileFacts` */
  readonly joinKey: string | null
  readonly title: string | null
  readonly chapters: readonly FileChapter[]
}

/** Durable until it is disposed of. */
export interface OpenedSounds extends AsyncDisposable {
  readonly audio: readonly NewAudio[]
}

/** A file is another one, or none, since it was looked into. */
export class ChangedSinceLook extends Error {}

const checksAtOnce = 16

/**
 * The media of files that stay where they are, or that are copied into the storage.
 *
 * @throws ChangedSinceLook; AppError of the storage and of the probe
 */
export async function openSounds(
  deps: MediaDeps,
  sounds: readonly LookedSound[],
  { isCopied }: { readonly isCopied: boolean },
): Promise<OpenedSounds> {
  await using kept = new AsyncDisposableStack()
  const audio: NewAudio[] = []
  if (!isCopied) for (const some of slicesOf(sounds, checksAtOnce)) await Promise.all(some.map(checkSound))
  for (const sound of sounds) {
    if (isCopied) await checkSound(sound)
    const { media, files } = isCopied ? await copySound(deps, sound) : referTo(deps, sound)
    const temporary = kept.use(new AsyncDisposableStack())
    for (const { file } of files) temporary.use(file)
    const indexed = sound.needsIndex ? await indexSound(deps, sound, media) : null
    if (indexed) temporary.use(indexed.file)
    const all = indexed ? [...files, indexed] : files
    const release = await reserveFiles(
      deps,
      all.map((each) => each.media),
    )
    kept.defer(() =>
      release().catch((error: unknown) => deps.log.warn({ err: error }, 'discarding an import')),
    )
    for (const { file, media: stored } of all) await file.keep(stored.contentType)
    const { fileName, joinKey } = sound
    audio.push({ ...(indexed?.media ?? media), tags: tagsOf(sound), fileName, joinKey })
  }
  const held = kept.move()
  return { audio, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

interface StoredSound {
  readonly file: ReceivedFile
  readonly media: NewMedia
}

function referTo(deps: MediaDeps, sound: LookedSound): { media: NewMedia; files: StoredSound[] } {
  return { media: { ...mediaOf(deps, sound), sha256: sound.fileKey, origin: 'library' }, files: [] }
}

async function copySound(
  deps: MediaDeps,
  sound: LookedSound,
): Promise<{ media: NewMedia; files: StoredSound[] }> {
  const file = await deps.storage.receive(createReadStream(sound.place), deps.config.maxAudioBytes)
  const media = { ...mediaOf(deps, sound), sha256: file.sha256, sizeBytes: file.sizeBytes }
  if (file.sizeBytes === sound.sizeBytes) return { media, files: [{ file, media }] }
  await file[Symbol.asyncDispose]()
  throw new ChangedSinceLook()
}

/** What its address serves where players need an index (0045). */
async function indexSound(deps: MediaDeps, sound: LookedSound, media: NewMedia): Promise<StoredSound | null> {
  const { sizeBytes } = sound
  const path = String(sound.place)
  const index = await receiveIndex(
    deps,
    [{ path, sizeBytes, sha256: media.sha256 }],
    probeProcess.forUpload(),
  )
  if (index === null) return null
  return { file: index.file, media: { ...index.media, joined: { ...index.joined, parts: [media] } } }
}

function mediaOf({ clock }: MediaDeps, sound: LookedSound): Omit<NewMedia, 'sha256'> {
  const { sizeBytes, contentType, durationMs, chapters } = sound
  const noPicture = { width: null, height: null, color: null, placeholder: null }
  return { sizeBytes, contentType, durationMs, chapters, ...noPicture, createdAt: clock() }
}

function tagsOf({ title }: LookedSound) {
  return { title, artist: null, picture: null }
}

async function checkSound({ place, sizeBytes, modifiedSeconds }: LookedSound): Promise<void> {
  const found = await orStorageError(stat(place).catch(orGone))
  const isSame = found?.size === sizeBytes && Math.floor(found.mtimeMs / 1000) === modifiedSeconds
  if (!isSame) throw new ChangedSinceLook()
}

function orGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
