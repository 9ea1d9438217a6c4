import { chapters, elementHead, header, segment, unsigned } from '../duration/ebml.ts'
import type { FileWindow } from '../duration/file-window.ts'
import { type FileChapter, mostRead } from '../../chapters/chapter-list.ts'

const [edition, editionHidden, editionDefault] = [0x45_b9, 0x45_bd, 0x45_db]
const [atom, atomHidden, timeStart, display, title] = [0xb6, 0x98, 0x91, 0x80, 0x85]

const maxChaptersBytes = 32 * 1024 ** 2
const maxElements = 10_000_000

/** RFC 9559, 5.1.7: those of the default edition, else of the first that is not hidden, at the top level. */
export async function readWebmChapters(file: FileWindow): Promise<FileChapter[]> {
  const content = await findChapters(file)
  if (!content) return []
  const editions = [...elementsIn(content)].filter(({ id }) => id === edition).map(readEdition)
  const shown = editions.filter(({ isHidden }) => !isHidden)
  return (shown.find(({ isDefault }) => isDefault) ?? shown[0])?.chapters ?? []
}

/** The elements of the segment follow one another; of one of unknown size the end is not looked for. */
async function findChapters(file: FileWindow): Promise<Buffer | null> {
  let position = 0
  for (let elements = 0; elements < maxElements; elements += 1) {
    const head = elementHead(await file.from(position, 32, 4096))
    if (head === null) return null
    const contentAt = position + head.headBytes
    if (head.id === chapters)
      return head.bytes <= maxChaptersBytes ? await file.piece(contentAt, head.bytes) : null
    if (head.id === segment) position = contentAt
    else if (head.bytes === Infinity && head.id !== header) return null
    else position = contentAt + head.bytes
  }
  return null
}

interface Element {
  readonly id: number
  readonly content: Buffer
}

function* elementsIn(buffer: Buffer): Generator<Element, void> {
  for (let at = 0; at < buffer.length; ) {
    const head = elementHead(buffer.subarray(at, at + 32))
    if (head === null || head.bytes === Infinity) return
    const contentAt = at + head.headBytes
    at = contentAt + head.bytes
    yield { id: head.id, content: buffer.subarray(contentAt, at) }
  }
}

interface Edition {
  readonly isHidden: boolean
  readonly isDefault: boolean
  readonly chapters: FileChapter[]
}

function readEdition({ content }: Element): Edition {
  let [isHidden, isDefault] = [false, false]
  const found: FileChapter[] = []
  for (const part of elementsIn(content)) {
    if (part.id === editionHidden) isHidden = unsigned(part.content) === 1
    else if (part.id === editionDefault) isDefault = unsigned(part.content) === 1
    else if (part.id === atom && found.length < mostRead) found.push(...readAtom(part.content))
  }
  return { isHidden, isDefault, chapters: found }
}

const titleBytes = 4096

/** Times are in nanoseconds. */
function readAtom(content: Buffer): FileChapter[] {
  const parts = [...elementsIn(content)]
  const find = (id: number) => parts.find((part) => part.id === id)?.content
  const [start, hidden, shown] = [find(timeStart), find(atomHidden), find(display)]
  if (!start || (hidden && unsigned(hidden) === 1)) return []
  const text = shown && elementsIn(shown).find(({ id }) => id === title)
  return [{ startMs: unsigned(start) / 1e6, title: text?.content.toString('utf8', 0, titleBytes) ?? '' }]
}
