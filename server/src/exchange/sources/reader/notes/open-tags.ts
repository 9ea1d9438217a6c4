import type { NoteTag } from './note-tags.ts'
import type { NotesWriter } from './notes-writer.ts'

const maxDepth = 100

/** Which tags are open, whether their ends are written or implied. */
export class OpenTags {
  readonly #writer: NotesWriter
  readonly #tags: NoteTag[] = []

  constructor(writer: NotesWriter) {
    this.#writer = writer
  }

  get isPreformatted(): boolean {
    return this.#tags.some(({ name }) => name === 'pre')
  }

  /** False beyond the depth that is read. */
  begin(tag: NoteTag, href: string | null): boolean {
    if (tag.ends) this.#endImplied(tag.ends)
    this.#writer.open(tag, href)
    if (tag.isVoid) this.#writer.close(tag)
    else this.#tags.push(tag)
    return this.#tags.length <= maxDepth
  }

  end(name: string): void {
    let at = this.#tags.length - 1
    while (at >= 0 && this.#tags[at]?.name !== name) at -= 1
    if (at >= 0) this.#endFrom(at)
  }

  #endImplied(ended: readonly string[]): void {
    for (let at = this.#tags.length - 1; at >= 0; at -= 1) {
      const tag = this.#tags[at]
      if (!tag || tag.isScope) return
      if (ended.includes(tag.name)) return this.#endFrom(at)
    }
  }

  #endFrom(at: number): void {
    while (this.#tags.length > at) {
      const tag = this.#tags.pop()
      if (tag) this.#writer.close(tag)
    }
  }
}
