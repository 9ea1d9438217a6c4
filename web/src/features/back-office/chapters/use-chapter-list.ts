import type { Chapters } from '@earmark/contract/chapters.ts'
import { useState } from 'react'
import { begun, changedTo, redone, undone } from './history.ts'
import { changesCount, type Row, type Rows, rowsOf } from './rows.ts'

interface Stored {
  readonly version: number
  readonly source: Chapters['source']
  readonly rows: readonly Row[]
}

function storedOf({ version, source, chapters }: Chapters): Stored {
  return { version, source, rows: rowsOf(chapters) }
}

/** The list in the editor with what can be taken back, over the stored one. @param latest the stored one that is known */
export function useChapterList(latest: Chapters) {
  const [stored, setStored] = useState(() => storedOf(latest))
  const [history, setHistory] = useState(() => begun<Rows>(stored.rows))
  const rows = history.present
  const changes = changesCount(rows, stored.rows)

  /** What the server has now, in the place of the rows: changes are counted from there. */
  function adopt(chapters: Chapters): void {
    const saved = storedOf(chapters)
    setStored(saved)
    setHistory((now) => changedTo(now, saved.rows))
  }

  // Another editor's list replaces this one only while nothing was changed.
  if (latest.version > stored.version && changes === 0) adopt(latest)

  return {
    stored,
    rows,
    changes,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    change: (next: (rows: Rows) => Rows, key?: string) =>
      setHistory((now) => changedTo(now, next(now.present), key)),
    adopt,
  }
}

export type ChapterList = ReturnType<typeof useChapterList>
