import type { Actor } from './draft.ts'
import type { WireAnswer } from './senders.ts'

/** What accounts have for themselves, by the answers that told of it; some of it has gone since. */

export const ownKinds = ['entry', 'bookmark', 'feedTokenId', 'device', 'upload', 'sourceImport'] as const
export type OwnKind = (typeof ownKinds)[number]

const addedBy: Readonly<Record<string, OwnKind>> = {
  addToLibrary: 'entry',
  addAllToLibrary: 'entry',
  addBookmark: 'bookmark',
  addFeedToken: 'feedTokenId',
  addDevice: 'device',
  createUpload: 'upload',
  importSources: 'sourceImport',
}

/** Of a kind and an account. */
const mostRemembered = 30

export class OwnThings {
  readonly #ids = new Map<string, (number | string)[]>()

  /** An id that is nobody's where there is none. */
  at(kind: OwnKind, actor: Actor, place: number): number | string {
    const ids = this.#ids.get(`${kind} ${actor}`) ?? []
    return ids[place % ids.length] ?? 1
  }

  learn(actor: Actor, operationId: string, { status, headers, body }: WireAnswer): void {
    const kind = addedBy[operationId]
    if (kind === undefined || status !== 201) return
    const added = kind === 'upload' ? [headers['location']?.split('/').at(-1) ?? ''] : idsIn(body)
    const key = `${kind} ${actor}`
    this.#ids.set(key, [...(this.#ids.get(key) ?? []), ...added].slice(-mostRemembered))
  }

  /** Another account has taken the seat. */
  forget(actor: Actor): void {
    for (const kind of ownKinds) this.#ids.delete(`${kind} ${actor}`)
  }
}

function idsIn(body: string): (number | string)[] {
  return [JSON.parse(body) as { id: number } | { id: number }[]].flat().map(({ id }) => id)
}
