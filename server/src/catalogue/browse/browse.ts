import type { CoreDeps } from '../../deps.ts'
import { listIdsAfter } from '../../http/lists/whole-list.queries.ts'
import { type BrowseIndex, createBrowseIndex } from './browse-index.ts'
import { type BrowsedKind, listBrowsedRecords } from './browsed-records.queries.ts'

export interface Browse {
  /** The index with every change that was committed before the call, as far as this node can know. */
  current(): Promise<BrowseIndex>
}

/** Of the kinds of records with lists of their own. */
export type Browses = Readonly<Record<BrowsedKind, Browse>>

export function createBrowses(deps: Pick<CoreDeps, 'db' | 'changes'>): Browses {
  return { 'audio-book': createBrowse(deps, 'audio-book'), podcast: createBrowse(deps, 'podcast') }
}

const recordsAtOnce = 500

/** Keeps the browse index of a kind current: built once in slices, afterwards by the records that changed. */
function createBrowse({ db, changes }: Pick<CoreDeps, 'db' | 'changes'>, kind: BrowsedKind): Browse {
  const list = `${kind}s` as const
  const table = kind === 'audio-book' ? 'audio_books' : 'podcasts'
  let index = createBrowseIndex()
  let made = { scopes: [list], version: Number.NaN }
  let refreshing: Promise<BrowseIndex> | null = null

  async function refresh(): Promise<BrowseIndex> {
    const { version } = changes
    const changed = changes.changedSince(list, made.version)
    if (changed === undefined) index = await build()
    else
      for (let start = 0; start < changed.length; start += recordsAtOnce)
        await reread(changed.slice(start, start + recordsAtOnce))
    made = { scopes: [list], version }
    return index
  }

  async function build(): Promise<BrowseIndex> {
    const fresh = createBrowseIndex()
    await using snapshot = await db.snapshot()
    for (let last = 0; ; ) {
      const ids = await listIdsAfter(snapshot.connection, table, last, recordsAtOnce)
      if (ids.length === 0) return fresh
      const records = await listBrowsedRecords(snapshot.connection, kind, db.dialect.idSet(ids))
      for (const record of records) fresh.put(record)
      last = ids.at(-1) as number
    }
  }

  async function reread(ids: readonly number[]): Promise<void> {
    const records = await listBrowsedRecords(db.connection, kind, db.dialect.idSet(ids))
    const byId = new Map(records.map((record) => [record.id, record]))
    for (const id of ids) {
      const record = byId.get(id)
      if (record) index.put(record)
      else index.remove(id)
    }
  }

  function refreshOnce(): Promise<BrowseIndex> {
    refreshing ??= refresh().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  return {
    async current() {
      while (!changes.isCurrent(made)) {
        const fresh = await refreshOnce()
        if (Number.isNaN(changes.version)) return fresh
      }
      return index
    },
  }
}
