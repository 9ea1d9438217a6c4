import type { FastifyRequest } from 'fastify'
import type { MediaDeps } from '../storage/media-deps.ts'
import { AppError, AppErrors } from '../../errors.ts'
import type { Part } from '../../http/input/multipart.ts'
import { partsOf, watchClient } from '../../http/input/uploads.ts'
import {
  type IngestedAudio,
  type MediaReading,
  type Received,
  understandAudio,
  understandCover,
  understandPreview,
} from '../probe/ingest.ts'
import type { NewMedia } from '../media.queries.ts'
import { ignorePart, peek } from './part-body.ts'
import { type ReadingProcess, readingProcess } from '../probe/reading-process.ts'
import type { ReceivedFile } from '../storage/files/storage.ts'
import { claimFiles } from '../storage/unused-files.ts'
import { readText } from './upload-text.ts'

/** What a form that writes a record has brought. */
export interface RecordUpload extends AsyncDisposable {
  /** Text fields by their name in the record: only those that are present and not empty. */
  readonly fields: Readonly<Partial<Record<string, string>>>
  /** Files: looked into, typed, durable under their hash, to be inserted with the record before this is disposed of. */
  readonly cover?: { readonly cover: NewMedia; readonly preview: NewMedia }
  readonly preview?: NewMedia
  readonly audio?: IngestedAudio
}

export type FileField = 'coverImage' | 'coverImagePreview' | 'audio'

/** What a form may have, by the record's names; other text is ignored, other files are refused. */
export interface ExpectedForm {
  readonly fields: readonly string[]
  readonly files: readonly FileField[]
}

type UploadDeps = Pick<MediaDeps, 'config' | 'db' | 'storage' | 'clock' | 'log'>

/**
 * Reads the form of a request part by part; files are stored as they arrive, and looked into when all of it is there:
 * while they wait for their turn, the connection is listened to, and a client that has gone is not waited for. For
 * routes whose endpoint has a `form`. To be bound by `await using`: files that no medium refers to when it is disposed of go.
 *
 * @throws AppError, naming the field where one is to blame, or AppErrors, one for each bad file: `InvalidBody`, `UnexpectedFile`, `BrokenMedia`,
 * `UnreadableMedia`, `UnsupportedMedia`, `FileTooLarge`, `RequestTimeout`, `InsufficientStorage`, `ServiceUnavailable`. Nothing that
 * was received stays behind then.
 */
export async function readRecordUpload(
  deps: UploadDeps,
  request: FastifyRequest,
  expected: ExpectedForm,
  reading: ReadingProcess = readingProcess,
): Promise<RecordUpload> {
  using client = watchClient(request)
  const form = new FormReader(deps, expected, reading.forUpload(client.gone))
  try {
    for await (const part of partsOf(request)) await form.read(part)
    await form.lookIntoFiles()
    return await form.keep()
  } catch (error) {
    await form.discard()
    throw error
  }
}

class FormReader {
  readonly #deps: UploadDeps
  readonly #expected: ExpectedForm
  readonly #reading: MediaReading
  readonly #fields: Partial<Record<string, string>> = {}
  readonly #seen = new Set<string>()
  readonly #files: [field: FileField, file: ReceivedFile][] = []
  #cover: { cover: Received; preview: Received } | null = null
  #preview: Received | null = null
  #audio: Received<IngestedAudio> | null = null
  #release: (() => Promise<void>) | null = null

  constructor(deps: UploadDeps, expected: ExpectedForm, reading: MediaReading) {
    this.#deps = deps
    this.#expected = expected
    this.#reading = reading
  }

  async read({ name, fileName, body }: Part): Promise<void> {
    const { fields, files } = this.#expected
    const field = fields.find((known) => isNamed(known, name))
    const fileField = files.find((known) => isNamed(known, name))
    const first = await peek(body)
    if (fileName === null) {
      if (field) return await this.#readField(field, first.body)
      if (!fileField || first.isEmpty) return await ignorePart(first.body)
      throw new AppError('InvalidBody', { field: fileField, description: `${fileField} must be a file.` })
    }
    // What browsers send for a file input that was left empty.
    if (fileName === '' && first.isEmpty) return
    if (!fileField) throw new AppError('UnexpectedFile', { field: field ?? fieldName(name) })
    this.#seeOnce(fileField)
    await namingField(fileField, () => this.#receive(fileField, first.body))
  }

  /** @throws AppErrors with every bad file; anything else ends it at once */
  async lookIntoFiles(): Promise<void> {
    const bad: AppError[] = []
    for (const [field, file] of this.#files) {
      try {
        await namingField(field, () => this.#lookInto(field, file))
      } catch (error) {
        if (!isOfFile(error)) throw error
        bad.push(error)
      }
    }
    const [first, ...others] = bad
    if (first) throw new AppErrors([first, ...others])
  }

  /** Makes everything durable, last of all: a form that fails before has kept nothing. */
  async keep(): Promise<RecordUpload> {
    const received = this.#received()
    this.#release = await claimFiles(
      this.#deps,
      received.map(({ media }) => media),
    )
    for (const { file, media } of received) await file.keep(media.contentType)
    return {
      fields: this.#fields,
      ...(this.#cover && { cover: { cover: this.#cover.cover.media, preview: this.#cover.preview.media } }),
      ...(this.#preview && { preview: this.#preview.media }),
      ...(this.#audio && { audio: this.#audio.media }),
      [Symbol.asyncDispose]: () => this.discard(),
    }
  }

  /** What cannot be cleared away now, as the database or the disk is away, is swept later. */
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

  async #readField(field: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    this.#seeOnce(field)
    const text = await readText(field, body)
    if (text !== '') this.#fields[field] = text
  }

  async #receive(field: FileField, body: AsyncIterable<Uint8Array>): Promise<void> {
    const { storage, config } = this.#deps
    const maxBytes = field === 'audio' ? config.maxAudioBytes : config.maxImageBytes
    this.#files.push([field, await storage.receive(body, maxBytes)])
  }

  async #lookInto(field: FileField, file: ReceivedFile): Promise<void> {
    if (field === 'audio') this.#audio = await understandAudio(this.#deps, file, this.#reading)
    else if (field === 'coverImage') this.#cover = await understandCover(this.#deps, file, this.#reading)
    else this.#preview = await understandPreview(this.#deps, file, this.#reading)
  }

  #seeOnce(field: string): void {
    if (this.#seen.has(field)) {
      throw new AppError('InvalidBody', { field, description: `${field} must be there once.` })
    }
    this.#seen.add(field)
  }
}

/** Names of parts are those of the record in PascalCase, and matched without case. */
function isNamed(known: string, name: string): boolean {
  return known.toLowerCase() === name.toLowerCase()
}

/** What an unknown part would be called in a record; undefined for what is no name. */
function fieldName(name: string): string | undefined {
  return /^[a-z]\w{0,63}$/i.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : undefined
}

async function namingField(field: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isNameless = isOfFile(error) && error.field === undefined
    throw isNameless ? new AppError(error.code, { field, description: error.message }) : error
  }
}

/** What is wrong with one file, as against the whole request. */
const fileCodes = new Set(['FileTooLarge', 'UnsupportedMedia', 'BrokenMedia', 'UnreadableMedia'])

function isOfFile(error: unknown): error is AppError {
  return error instanceof AppError && fileCodes.has(error.code)
}
