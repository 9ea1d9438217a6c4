import type { WalkAnswer, WalkRequest } from '../src/exchange/import/walk/walk-folder.ts'
import { connectToParent } from '../src/processes/parent.ts'
import {
  type ClosedPlace,
  TooManyFiles,
  type WalkedFolder,
  walkTree,
} from '../src/exchange/import/walk/walk-tree.ts'

/** Walks folders for the server, one at a time in a process of its own; a disk that does not answer holds up nobody else. */

const filesAtOnce = 2_000

const send = connectToParent((message) => void walk(message as WalkRequest))
const answer = (message: WalkAnswer) => send(message)

async function walk(request: WalkRequest): Promise<void> {
  try {
    await tell(request)
  } catch (error) {
    await answer({ failed: error instanceof TooManyFiles ? 'TooManyFiles' : 'FolderUnavailable' })
  }
}

async function tell({ root, places, known }: WalkRequest): Promise<void> {
  const gone = new Set(known?.keys())
  const count = { folders: 0, soundsCount: 0 }
  const closed: ClosedPlace[] = []
  const onClosed = (place: ClosedPlace) => void closed.push(place)
  let hasLinks = false
  let folders: WalkedFolder[] = []
  let files = 0
  for (const { path, isDeep } of places)
    for (const folder of walkTree(root, path, { isDeep, known, onClosed })) {
      count.folders += 1
      count.soundsCount += folder.soundsCount
      hasLinks ||= folder.isLinked
      gone.delete(folder.path)
      if (folder.files !== null) folders.push(folder)
      files += folder.soundsCount + (folder.files?.sideFiles.length ?? 0) + 1
      if (files < filesAtOnce) continue
      await answer({ folders })
      folders = []
      files = 0
    }
  await answer({ folders })
  await answer({ done: { ...count, gone: [...gone], hasLinks, closed } })
}
