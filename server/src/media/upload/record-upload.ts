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
import { readFileName } from './file-name.ts'

export interface RecordUpload<Texts = unknown> extends AsyncDisposable {
  /** Those that are present and not empty. */
  readonly texts: Texts
  /** Durable; inserted with the record before this is disposed of. Of a creator, its image. */
  readonly cover?: { readonly cover: NewMedia; readonly preview: NewMedia }
  readonly preview?: NewMedia
  /** The files of a recording, in the order of the form. */
  readonly audio: readonly UploadedAudio[]
}

export interface UploadedAudio {
  readonly media: IngestedAudio & { readonly fileName: string | null }
  /** How many addresses of present tracks stand before it in the form. */
  readonly after: number
}

type UploadDeps = Pick<MediaDeps, 'config' | 'db' | 'storage' | 'clock' | 'log'>

/** A file of a form before it is understood. */
interface FormFile {
  readonly field: string
  readonly file: ReceivedFile
  readonly after: number
  readonly fileName: string | null
}

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
  const files = new FormFiles(deps, () => process.forUpload(client.gone))
  try {
    const texts = await request.readForm({
      same,
      receive: (field, body, { audioUrl = [] }, fileName) =>
        files.receive(body, { field, after: new Set(audioUrl).size, fileName: readFileName(fileName) }),
    })
    await files.understand()
    return { texts, ...(await files.keep()) }
  } catch (error) {
    await files.discard()
    throw error
  }
}

class FormFiles {
  readonly #deps: UploadDeps
  readonly #reading: () => MediaProbe
  readonly #pictures: MediaProbe
  readonly #files: FormFile[] = []
  #cover: { cover: Received; preview: Received } | null = null
  #preview: Received | null = null
  readonly #audio: { received: Received<IngestedAudio>; of: FormFile }[] = []
  #release: (() => Promise<void>) | null = null

  /** @param reading has limits of its own for each recording */
  constructor(deps: UploadDeps, reading: () => MediaProbe) {
    this.#deps = deps
    this.#reading = reading
    this.#pictures = reading()
  }

  async receive(body: AsyncIterable<Uint8Array>, about: Omit<FormFile, 'file'>): Promise<void> {
    const { field } = about
    const { storage, config } = this.#deps
    const maxBytes = field === 'audio' ? config.maxAudioBytes : config.maxImageBytes
    await namingField(field, async () => {
      this.#files.push({ ...about, file: await storage.receive(body, maxBytes) })
    })
  }

  async understand(): Promise<void> {
    const bad: AppError[] = []
    for (const one of this.#files) {
      try {
        await namingField(one.field, () => this.#understand(one), this.#numberOf(one))
      } catch (error) {
        if (!isOfFile(error)) throw error
        bad.push(error)
      }
    }
    refuse(...bad)
  }

  /** Among several of its field. */
  #numberOf(file: FormFile): number | undefined {
    const recordings = this.#files.filter(({ field }) => field === 'audio')
    const number = recordings.indexOf(file) + 1
    return recordings.length > 1 && number > 0 ? number : undefined
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
      audio: this.#audio.map(({ received, of: { fileName, after } }) => ({
        media: { ...received.media, fileName },
        after,
      })),
      [Symbol.asyncDispose]: () => this.discard(),
    }
  }

  /** The sweep removes what remains. */
  async discard(): Promise<void> {
    for (const { file } of this.#files) await file[Symbol.asyncDispose]()
    for (const { file } of this.#received()) await file[Symbol.asyncDispose]()
    const release = this.#release
    this.#release = null
    await release?.().catch((error: unknown) => this.#deps.log.warn({ err: error }, 'discarding an upload'))
  }

  #received(): Received[] {
    const { cover, preview } = this.#cover ?? {}
    const audio = this.#audio.flatMap(({ received }) => [received, ...(received.parts ?? [])])
    return [cover, preview, this.#preview, ...audio].filter((one) => one !== undefined && one !== null)
  }

  async #understand(one: FormFile): Promise<void> {
    const { field, file } = one
    if (field === 'audio')
      this.#audio.push({ received: await probeReceivedAudio(this.#deps, file, this.#reading()), of: one })
    else if (field === 'coverImagePreview')
      this.#preview = await renderReceivedPreview(this.#deps, file, this.#pictures)
    else this.#cover = await renderReceivedCover(this.#deps, file, this.#pictures)
  }
}

/** @param number of the file among several of the field, from 1 */
async function namingField(field: string, work: () => Promise<void>, number?: number): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!isOfFile(error) || error.field !== undefined) throw error
    const description = number === undefined ? error.message : `File ${number}: ${error.message}`
    throw new AppError(error.code, { field, description })
  }
}

const fileCodes = new Set(['FileTooLarge', 'UnsupportedMedia', 'BrokenMedia', 'UnreadableMedia'])

function isOfFile(error: unknown): error is AppError {
  return error instanceof AppError && fileCodes.has(error.code)
}
