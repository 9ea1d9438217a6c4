import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a small file atomically and durably, readable by the server's user only. */
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

const unsupported = new Set(['EINVAL', 'EBADF', 'ENOTSUP', 'EPERM'])

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
