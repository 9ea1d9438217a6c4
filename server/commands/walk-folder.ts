import { TooManyFiles, type WalkedFolder, walkTree } from '../src/exchange/import/walk/walk-tree.ts'
import type { WalkAnswer, WalkRequest } from '../src/exchange/import/walk/walk-folder.ts'

/** Walks one folder for the server, in a process of its own; a disk that does not answer holds up nobody else. */

const filesAtOnce = 2_000

const answer = (message: WalkAnswer) =>
  new Promise<void>((resolve, reject) =>
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve())),
  )

process.once('message', (message) => void walk(message as WalkRequest))
process.once('disconnect', () => process.exit())

async function walk({ root, start }: WalkRequest): Promise<void> {
  try {
    let folders: WalkedFolder[] = []
    let files = 0
    for (const folder of walkTree(root, start)) {
      folders.push(folder)
      files += folder.sounds.length + folder.sideFiles.length + 1
      if (files < filesAtOnce) continue
      await answer({ folders })
      folders = []
      files = 0
    }
    await answer({ folders })
    await answer({ done: true })
  } catch (error) {
    await answer({ failed: error instanceof TooManyFiles ? 'TooManyFiles' : 'FolderUnavailable' })
  }
}
