import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A file for the server's user alone that is on disk as a whole before it has its name, in place of one that was there:
 * its bytes, its name, the folder.
 */
export async function writeDurably(path: string, content: string | Buffer): Promise<void> {
  const draft = `${path}.part`
  try {
    {
      await using file = await open(draft, 'w', 0o600)
      await file.writeFile(content)
      await file.sync()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** File systems that write names through, or never promise to, have nothing to synchronise: CIFS, Windows. */
const unsupported = new Set(['EINVAL', 'EBADF', 'ENOTSUP', 'EPERM'])

/** Makes the names in a folder durable, where its file system can. */
export async function syncFolder(path: string, files: { open: typeof open } = { open }): Promise<void> {
  const folder = await files.open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    if (!unsupported.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await folder.close()
  }
}
