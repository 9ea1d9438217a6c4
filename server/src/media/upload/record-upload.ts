import type { FastifyRequest } from 'fastify'
import { AppError, refuse } from '../../errors.ts'
import type { ReadForm } from '../../http/api.ts'
import { watchClient } from '../../http/input/uploads.ts'
import {
  type IngestedAudio,
  type MediaProbe,
  type Received,
  probeReceivedAudio,
  renderReceivedCover,
  renderReceivedPreview,
} from '../probe/ingest.ts'
import type { NewMedia } from '../media.queries.ts'
import { type ProbeProcess, probeProcess } from '../probe/probe-process.ts'
import type { ReceivedFile, MediaDeps } from '../storage/files/storage.ts'
import { reserveFiles } from '../storage/unused-files.ts'

export interface RecordUpload<Texts = unknown> extends AsyncDisposable {
  /** Those that are present and not empty. */
  readonly texts: Texts
  /** Durable; inserted with the record before this is disposed of. */
  readonly cover?: { readonly cover: NewMedia; readonly preview: NewMedia }
  readonly preview?: NewMedia
  readonly audio?: IngestedAudio
}

type UploadDeps = Pick<MediaDeps, 'config' | 'db' | 'storage' | 'clock' | 'log'>

interface Reading<Texts> {
  readonly same?: Partial<Texts>
  readonly process?: ProbeProcess | undefined
}

/**
 * Files are probed when the whole form is there and its texts are right. Files that no medium refers to at the disposal
 * are removed.
 *
 * @throws AppErrors for each wrong text or each bad file; AppError for others, with the field where one is to blame
 */
export async function readRecordUpload<Texts>(
  deps: UploadDeps,
  request: FastifyRequest & { readonly readForm: ReadForm<Texts> },
  { same = {}, process = probeProcess }: Reading<Texts> = {},
): Promise<RecordUpload<Texts>> {
  using client = watchClient(request)
  const files = new FormFiles(deps, process.forUpload(client.gone))
  try {
    const texts = await request.readForm({ same, receive: (field, body) => files.receive(field, body) })
    await files.understand()
    return { texts, ...(await files.keep()) }
  } catch (error) {
    await files.discard()
    throw error
  }
}

class FormFiles {
  readonly #deps: UploadDeps
  readonly #reading: MediaProbe
  readonly #files: [field: string, file: ReceivedFile][] = []
  #cover: { cover: Received; preview: Received } | null = null
  #preview: Received | null = null
  #audio: Received<IngestedAudio> | null = null
  #release: (() => Promise<void>) | null = null

  constructor(deps: UploadDeps, reading: MediaProbe) {
    this.#deps = deps
    this.#reading = reading
  }

  async receive(field: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const { storage, config } = this.#deps
    const maxBytes = field === 'audio' ? config.maxAudioBytes : config.maxImageBytes
    await namingField(field, async () => {
      this.#files.push([field, await storage.receive(body, maxBytes)])
    })
  }

  async understand(): Promise<void> {
    const bad: AppError[] = []
    for (const [field, file] of this.#files) {
      try {
        await namingField(field, () => this.#understand(field, file))
      } catch (error) {
        if (!isOfFile(error)) throw error
        bad.push(error)
      }
    }
    refuse(...bad)
  }

  /** Last of all: a form that fails before has kept nothing. */
  async keep(): Promise<Omit<RecordUpload, 'texts'>> {
    const received = this.#received()
    this.#release = await reserveFiles(
      this.#deps,
      received.map(({ media }) => media),
    )
    for (const { file, media } of received) await file.keep(media.contentType)
    return {
      ...(this.#cover && { cover: { cover: this.#cover.cover.media, preview: this.#cover.preview.media } }),
      ...(this.#preview && { preview: this.#preview.media }),
      ...(this.#audio && { audio: this.#audio.media }),
      [Symbol.asyncDispose]: () => this.discard(),
    }
  }

  /** The sweep removes what remains. */
  async discard(): Promise<void> {
    for (const [, file] of this.#files) await file[Symbol.asyncDispose]()
    for (const { file } of this.#received()) await file[Symbol.asyncDispose]()
    const release = this.#release
    this.#release = null
    await release?.().catch((error: unknown) => this.#deps.log.warn({ err: error }, 'discarding an upload'))
  }

  #received(): Received[] {
    const { cover, preview } = this.#cover ?? {}
    return [cover, preview, this.#preview, this.#audio].filter((one) => one !== undefined && one !== null)
  }

  async #understand(field: string, file: ReceivedFile): Promise<void> {
    if (field === 'audio') this.#audio = await probeReceivedAudio(this.#deps, file, this.#reading)
    else if (field === 'coverImage') this.#cover = await renderReceivedCover(this.#deps, file, this.#reading)
    else this.#preview = await renderReceivedPreview(this.#deps, file, this.#reading)
  }
}

async function namingField(field: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isNameless = isOfFile(error) && error.field === undefined
    throw isNameless ? new AppError(error.code, { field, description: error.message }) : error
  }
}

const fileCodes = new Set(['FileTooLarge', 'UnsupportedMedia', 'BrokenMedia', 'UnreadableMedia'])

function isOfFile(error: unknown): error is AppError {
  return error instanceof AppError && fileCodes.has(error.code)
}
