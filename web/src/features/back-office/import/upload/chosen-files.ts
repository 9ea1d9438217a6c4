/** Files of this device, with their paths below what was dropped or chosen. */

export interface ChosenFile {
  /** With `/`, the chosen folder's name included. */
  readonly path: string
  readonly file: File
}

/** What a file input holds; of a folder all files below it. */
export function filesOfInput(files: FileList | null): ChosenFile[] {
  return [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

/** All files of what was dropped, folders at any depth included. Files that cannot be read any more reject. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  // The items are gone after the event.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return [...files].map((file) => ({ path: file.name, file }))
  const found: ChosenFile[] = []
  const waiting = [...entries]
  for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
    if (isFile(entry)) found.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) })
    else if (isDirectory(entry)) waiting.unshift(...(await entriesOf(entry)))
  }
  return found
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** Browsers hand out some hundred entries at a time, and an empty list at the end. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}
