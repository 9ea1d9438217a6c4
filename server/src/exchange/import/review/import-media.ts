import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Picture } from '../../../media/probe/images.ts'
import { createProbeProcess } from '../../../media/probe/probe-process.ts'
import { openLibraryFile } from '../../../media/library/open-library-file.ts'
import { type OpenFile, OpenFiles } from '../../../media/storage/files/open-files.ts'
import { findSource } from '../apply/book-source.ts'
import { findFolderName } from '../apply/library-books.queries.ts'
import { isUnreadable, type LookedCover, pictureFile } from '../apply/library-cover.ts'
import { ChangedSinceLook } from '../apply/library-sounds.ts'
import { findImportBook, type ImportBookRow } from '../import-books.queries.ts'
import type { ImportDeps } from '../import-deps.ts'
import type { RecordFile } from '../import-record.ts'
import { findImport } from '../imports.queries.ts'
import { findFolderSetting } from '../library-folders.ts'

/**
 * Pictures and sounds of proposals. Browsers fetch both without a bearer: the HMAC-SHA-256 (RFC 2104) in an address, which
 * editors alone are told, stands for it. Another picture or sound has another address.
 */
export interface ImportMedia {
  /** Null for a proposal without a picture. */
  readonly coverUrl: (row: ImportBookRow) => string | null
  /** @param place of the file in its book, from 1 */
  readonly soundUrl: (row: ImportBookRow, place: number) => string | null
  /** A small WebP; undefined for a wrong address, and for a picture that is gone or broken. */
  readonly findCover: (address: MediaAddress) => Promise<Picture | undefined>
  /** Undefined for a wrong address, and for a sound that is another by now, or not on this node. */
  readonly findSound: (address: SoundAddress) => Promise<OpenedSound | undefined>
  readonly close: () => void
}

export interface MediaAddress {
  readonly importId: string
  readonly id: string
  readonly signature: string
}

export interface SoundAddress extends MediaAddress {
  readonly place: string
}

/** The file is to be released once. */
export interface OpenedSound extends Pick<RecordFile, 'contentType' | 'sizeBytes'> {
  readonly file: OpenFile
}

const drawing = createProbeProcess()
const numberForm = /^\d{1,15}$/

/** @param key of this use alone */
export function createImportMedia(deps: ImportDeps, key: Uint8Array): ImportMedia {
  const secret = createSecretKey(key)
  const files = new OpenFiles()
  const sign = (...parts: unknown[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const coverSignature = ({ importId, id, record: { cover, otherCovers } }: ImportBookRow) =>
    sign(importId, id, cover, otherCovers)
  const soundSignature = ({ importId, id }: ImportBookRow, { path, fileKey }: RecordFile) =>
    sign(importId, id, path, fileKey)

  return {
    coverUrl: (row) =>
      row.record.cover && `/media/import-covers/${row.importId}/${row.id}/${coverSignature(row)}`,
    soundUrl(row, place) {
      const file = row.record.files[place - 1]
      if (!file || file.isMissing) return null
      return `/media/import-sounds/${row.importId}/${row.id}/${place}/${soundSignature(row, file)}`
    },
    async findCover(address) {
      const row = await findRow(deps, address)
      if (!row?.record.cover || !areEqual(address.signature, coverSignature(row))) return undefined
      return await drawCover(deps, row)
    },
    async findSound(address) {
      const row = await findRow(deps, address)
      const file = row?.record.files[Number(address.place) - 1]
      if (!row || !file || !areEqual(address.signature, soundSignature(row, file))) return undefined
      return await openSound(deps, files, row, file)
    },
    close: () => files.dropAll(),
  }
}

async function findRow(
  { db }: ImportDeps,
  { importId, id }: MediaAddress,
): Promise<ImportBookRow | undefined> {
  if (!numberForm.test(importId) || !numberForm.test(id)) return undefined
  return await findImportBook(db.connection, Number(importId), Number(id))
}

function areEqual(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

async function drawCover(deps: ImportDeps, row: ImportBookRow): Promise<Picture | undefined> {
  const { importId, id, kind, record } = row
  const folderId = (await findImport(deps.db.connection, importId))?.folderId ?? null
  try {
    const source = await findSource(deps, { id, importId, folderId, kind, record })
    for await (const picture of source.coversOf(record)) {
      const drawn = await drawPicture(deps, picture)
      if (drawn) return drawn
    }
  } catch (error) {
    if (!(error instanceof ChangedSinceLook)) throw error
  }
  return undefined
}

async function drawPicture(deps: ImportDeps, picture: LookedCover): Promise<Picture | undefined> {
  try {
    await using file = await pictureFile(deps, picture)
    return await drawing.forUpload().renderPreview(file.path, file.sizeBytes)
  } catch (error) {
    if (isUnreadable(error)) return undefined
    throw error
  }
}

/** @throws AppError `ServiceUnavailable` where the folder is away */
async function openSound(
  { db, config }: ImportDeps,
  files: OpenFiles,
  { importId }: ImportBookRow,
  { pathKey, sizeBytes, modifiedSeconds, contentType }: RecordFile,
): Promise<OpenedSound | undefined> {
  const folderId = (await findImport(db.connection, importId))?.folderId ?? null
  const name = folderId === null ? null : await findFolderName(db.connection, folderId)
  const folder = findFolderSetting(config, name ?? null)
  if (!folder) return undefined
  const opened = await openLibraryFile(files, folder.path, { pathKey, sizeBytes, modifiedSeconds })
  return opened ? { file: opened.file, sizeBytes, contentType } : undefined
}
