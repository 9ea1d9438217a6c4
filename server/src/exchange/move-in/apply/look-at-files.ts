import { AppError } from '../../../errors.ts'
import { libraryFileKey } from '../../../media/library/library-file-key.ts'
import type { FoundFile } from '../places/find-files.ts'
import { type LookedFile, putLibraryFiles, requireFolder } from './library-rows.queries.ts'
import type { LookedFacts, MoveDeps } from './move-deps.ts'

/** A file that cannot be taken, and the code that says why. */
export interface RefusedFile {
  readonly place: string
  readonly code: string
}

const refusals = new Set(['UnsupportedMedia', 'BrokenMedia', 'UnreadableMedia', 'FileTooLarge'])
const unreadable = new Set(['EACCES', 'EPERM', 'EIO', 'ENOENT'])

/** Of all files, or the first that cannot be taken. */
export async function lookAtFiles(
  { lookInto }: Pick<MoveDeps, 'lookInto'>,
  files: readonly FoundFile[],
): Promise<{ readonly looked: LookedFile[] } | { readonly refused: RefusedFile }> {
  const looked: LookedFile[] = []
  for (const file of files) {
    try {
      looked.push(lookedFile(file, await lookInto(file.place, file.sizeBytes)))
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      if (error instanceof AppError && refusals.has(code)) return { refused: { place: file.place, code } }
      if (unreadable.has(code)) return { refused: { place: file.place, code: 'UnreadableMedia' } }
      throw error
    }
  }
  return { looked }
}

/** Of those files that can be taken. */
export async function lookAtSound(
  deps: Pick<MoveDeps, 'lookInto'>,
  files: readonly FoundFile[],
): Promise<LookedFile[]> {
  const sounds: LookedFile[] = []
  for (const file of files) {
    const found = await lookAtFiles(deps, [file])
    if ('looked' in found) sounds.push(...found.looked)
  }
  return sounds
}

/** Where the storage finds the bytes of media that stay where they are; copied ones are its own. */
export async function keepLibraryFiles(
  { db, clock }: MoveDeps,
  { name, isCopied }: FoundFile['folder'],
  looked: readonly LookedFile[],
): Promise<void> {
  if (isCopied) return
  await db.connection.transaction().execute(async (transaction) => {
    await putLibraryFiles(transaction, await requireFolder(transaction, name), looked, clock())
  })
}

function lookedFile(
  { place, path, sizeBytes, modifiedSeconds }: FoundFile,
  { print, contentType, durationMs, needsIndex, joinKey, tags, chapters }: LookedFacts,
): LookedFile {
  return {
    place,
    path,
    pathKey: path,
    fileName: path.slice(path.lastIndexOf('/') + 1),
    sizeBytes,
    modifiedSeconds,
    print,
    fileKey: libraryFileKey(print, sizeBytes, modifiedSeconds),
    contentType,
    durationMs,
    needsIndex,
    joinKey,
    title: tags.title ?? null,
    tags,
    chapters,
  }
}
