import type { NoteBlock, NoteRun, Notes } from '@earmark/contract/notes.ts'
import { linkedRuns, safeHref } from './note-links.ts'
import type { NoteTag } from './note-tags.ts'

type Kind = NoteBlock['kind']
type Mark = NonNullable<NoteRun['mark']>

// Control characters are blanks, too: entities can name them.
// oxlint-disable-next-line no-control-regex
const blanks = /[\u0000-\u0020\u007f]+/g
/** Blanks other than single spaces. */
// oxlint-disable-next-line no-control-regex
const uneven = /[\u0000-\u001f\u007f]| {2}/

export interface NotesBounds {
  readonly base: string
  readonly maxBlocks: number
  /** UTF-8, of all texts. */
  readonly maxBytes: number
}

/** Makes blocks and runs of tags and texts in the order of a document. */
export class NotesWriter {
  isFull = false
  readonly #bounds: NotesBounds
  readonly #blocks: NoteBlock[] = []
  readonly #kinds: Kind[] = []
  readonly #marks: Mark[] = []
  readonly #hrefs: (string | null)[] = []
  #runs: NoteRun[] = []
  #silence = 0
  #length = 0
  #bytes: number | null = null
  #endsWithSpace = true
  #breaks = 0

  constructor(bounds: NotesBounds) {
    this.#bounds = bounds
  }

  open({ role, kind, mark }: NoteTag, href: string | null): void {
    if (role === 'silent') this.#silence += 1
    else if (role === 'break') this.breakLine()
    else if (role === 'link') this.#hrefs.push(href === null ? null : safeHref(href, this.#bounds.base))
    else if (role === 'cell') this.write(' ')
    else if (role === 'block') this.#endBlock()
    else if (mark) this.#marks.push(mark)
    else if (kind) {
      this.#endBlock()
      this.#kinds.push(kind)
    }
  }

  close({ role, kind, mark }: NoteTag): void {
    if (role === 'silent') this.#silence -= 1
    else if (role === 'link') this.#hrefs.pop()
    else if (role === 'block') this.#endBlock()
    else if (mark) this.#marks.splice(this.#marks.lastIndexOf(mark), 1)
    else if (kind) {
      this.#endBlock()
      this.#kinds.pop()
    }
  }

  write(given: string): void {
    if (this.isFull || this.#silence > 0) return
    let text = uneven.test(given) ? given.replace(blanks, ' ') : given
    if (this.#endsWithSpace && text.startsWith(' ')) text = text.slice(1)
    if (text === '') return
    if (this.#breaks > 0 && this.#runs.length > 0) {
      const last = this.#runs.at(-1)
      if (last) last.text = last.text.trimEnd()
      if (last?.text === '') this.#runs.pop()
      this.#add('\n')
    }
    this.#breaks = 0
    this.#endsWithSpace = text.endsWith(' ')
    this.#add(text)
  }

  /** Two of them end the paragraph. */
  breakLine(): void {
    if (this.#silence > 0) return
    this.#breaks += 1
    this.#endsWithSpace = true
    if (this.#breaks > 1) this.#endBlock()
  }

  end(): Notes {
    this.#endBlock()
    return this.#blocks
  }

  #add(text: string): void {
    const fitting = this.#fitting(text)
    if (fitting.length < text.length) this.isFull = true
    if (fitting === '') return
    const mark = this.#mark()
    const href = this.#hrefs.at(-1) ?? undefined
    const last = this.#runs.at(-1)
    if (last && last.mark === mark && last.href === href) last.text += fitting
    else if (mark === undefined && href === undefined) this.#runs.push({ text: fitting })
    else this.#runs.push({ text: fitting, ...(mark && { mark }), ...(href && { href }) })
  }

  #mark(): Mark | undefined {
    if (this.#marks.length < 2) return this.#marks[0]
    return (['code', 'strong', 'em'] as const).find((mark) => this.#marks.includes(mark))
  }

  /** Bytes are counted once they may become too many. */
  #fitting(text: string): string {
    this.#length += text.length
    if (this.#length * 3 <= this.#bounds.maxBytes) return text
    const written = [...this.#blocks.flatMap(({ runs }) => runs), ...this.#runs]
    this.#bytes ??= written.reduce((sum, run) => sum + Buffer.byteLength(run.text), 0)
    const bytes = Buffer.from(text).subarray(0, Math.max(0, this.#bounds.maxBytes - this.#bytes))
    this.#bytes += bytes.length
    return new TextDecoder().decode(bytes, { stream: true })
  }

  #endBlock(): void {
    if (this.#runs.length === 0) {
      this.#endsWithSpace = true
      this.#breaks = 0
      return
    }
    const runs = linkedRuns(trimmed(this.#runs))
    this.#runs = []
    this.#endsWithSpace = true
    this.#breaks = 0
    if (runs.length === 0) return
    this.#blocks.push({ kind: this.#kinds.at(-1) ?? 'p', runs })
    if (this.#blocks.length >= this.#bounds.maxBlocks) this.isFull = true
  }
}

function trimmed(runs: NoteRun[]): NoteRun[] {
  for (let last = runs.at(-1); last; last = runs.at(-1)) {
    last.text = last.text.trimEnd()
    if (last.text !== '') break
    runs.pop()
  }
  for (let first = runs[0]; first; first = runs[0]) {
    first.text = first.text.trimStart()
    if (first.text !== '') break
    runs.shift()
  }
  return runs
}
