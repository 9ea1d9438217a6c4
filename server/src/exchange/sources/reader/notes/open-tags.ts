import type { NotesWriter } from './notes-writer.ts'

const maxDepth = 100
const voids = new Set('br hr img input meta link wbr area base col embed source track param'.split(' '))
/** What a tag ends although nothing says so. */
const ends = new Map(
  Object.entries({
    p: ['p'],
    li: ['li'],
    dt: ['dt', 'dd'],
    dd: ['dt', 'dd'],
    tr: ['tr', 'td', 'th'],
    td: ['td', 'th'],
    th: ['td', 'th'],
  }),
)
/** Beyond which a tag ends nothing. */
const scopes = new Set(['ul', 'ol', 'dl', 'table', 'blockquote'])

/** Which tags are open, whether their ends are written or implied. */
export class OpenTags {
  readonly #writer: NotesWriter
  readonly #names: string[] = []

  constructor(writer: NotesWriter) {
    this.#writer = writer
  }

  get isPreformatted(): boolean {
    return this.#names.includes('pre')
  }

  /** False beyond the depth that is read. */
  begin(name: string, href: string | null): boolean {
    const implied = ends.get(name)
    if (implied) this.#endImplied(implied)
    this.#writer.open(name, href)
    if (voids.has(name)) this.#writer.close(name)
    else this.#names.push(name)
    return this.#names.length <= maxDepth
  }

  end(name: string): void {
    const at = this.#names.lastIndexOf(name)
    if (at < 0) return
    while (this.#names.length > at) this.#writer.close(this.#names.pop() ?? '')
  }

  #endImplied(ended: readonly string[]): void {
    for (let at = this.#names.length - 1; at >= 0; at -= 1) {
      const name = this.#names[at] ?? ''
      if (scopes.has(name)) return
      if (ended.includes(name)) return this.end(name)
    }
  }
}
