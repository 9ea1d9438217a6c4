import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Picture } from '../../../media/probe/images.ts'
import { createProbeProcess } from '../../../media/probe/probe-process.ts'
import { findSource } from '../apply/book-source.ts'
import { isUnreadable, pictureFile } from '../apply/library-cover.ts'
import { ChangedSinceLook } from '../apply/library-sounds.ts'
import { findImportBook, type ImportBookRow } from '../import-books.queries.ts'
import type { ImportDeps } from '../import-deps.ts'
import { findImport } from '../imports.queries.ts'

/**
 * Pictures of proposals, drawn anew as small WebP. Browsers fetch images without a bearer: the HMAC-SHA-256 (RFC 2104) in
 * an address, which editors alone are told, stands for it. Another picture has another address.
 */
export interface ImportCovers {
  /** Null for a proposal without a picture. */
  readonly urlOf: (row: ImportBookRow) => string | null
  /** Undefined for a wrong address, and for a picture that is gone or broken. */
  readonly find: (address: CoverAddress) => Promise<Picture | undefined>
}

export interface CoverAddress {
  readonly importId: string
  readonly id: string
  readonly signature: string
}

const drawing = createProbeProcess()
const numberForm = /^\d{1,15}$/

/** @param key of this use alone */
export function createImportCovers(deps: ImportDeps, key: Uint8Array): ImportCovers {
  const secret = createSecretKey(key)
  const signatureOf = ({ importId, id, record: { cover } }: ImportBookRow) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([importId, id, cover]))
      .digest('base64url')

  return {
    urlOf: (row) => row.record.cover && `/media/import-covers/${row.importId}/${row.id}/${signatureOf(row)}`,
    async find({ importId, id, signature }) {
      if (!numberForm.test(importId) || !numberForm.test(id)) return undefined
      const row = await findImportBook(deps.db.connection, Number(importId), Number(id))
      if (!row?.record.cover || !areEqual(signature, signatureOf(row))) return undefined
      return await drawCover(deps, row)
    },
  }
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
    const picture = await source.findCover(record)
    if (picture === null) return undefined
    await using file = await pictureFile(deps, picture)
    return await drawing.forUpload().renderPreview(file.path, file.sizeBytes)
  } catch (error) {
    if (error instanceof ChangedSinceLook || isUnreadable(error)) return undefined
    throw error
  }
}
