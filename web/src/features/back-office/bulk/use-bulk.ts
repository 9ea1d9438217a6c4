import type { BulkChanges, BulkKind } from '@earmark/contract/bulk-edits.ts'
import { useRef, useState } from 'react'
import { showToast } from '../../../ui/toast/toasts.ts'
import { forgetAnswers } from '../answers.ts'
import { showFailure } from '../attempt.ts'
import { bulkMessages as messages, type Nouns } from './messages.ts'
import { runBulk } from './run-bulk.ts'
import type { Selected, Selection } from './use-selection.ts'

export interface BulkFailure extends Selected {
  reason: string
}

/** How far a run is. */
interface Progress {
  count: number
  total: number
  isStopping: boolean
}

export interface BulkTable {
  kind: Extract<BulkKind, 'AudioBook' | 'Podcast'>
  nouns: Nouns
  answers: 'audio-books' | 'podcasts'
  selection: Selection
  /** With the ids that the run has changed. */
  onDone: (changes: BulkChanges, done: readonly number[]) => Promise<void>
}

/** Runs a change of all that is selected; what fails stays selected. */
export function useBulk({ kind, nouns, answers, selection, onDone }: BulkTable) {
  const [progress, setProgress] = useState<Progress>()
  const [outcome, setOutcome] = useState<{ done: number; failures: readonly BulkFailure[] }>()
  const isStopped = useRef(false)

  async function run(changes: BulkChanges): Promise<void> {
    const records = [...selection.selected].map(([id, name]) => ({ id, name }))
    const total = records.length
    isStopped.current = false
    setOutcome(undefined)
    setProgress({ count: 0, total, isStopping: false })
    const { done, failed, error } = await runBulk({
      kind,
      ids: records.map(({ id }) => id),
      changes,
      onProgress: (count) => setProgress({ count, total, isStopping: isStopped.current }),
      isStopped: () => isStopped.current,
    })
    const changed = new Set(done)
    selection.put(
      records.filter(({ id }) => changed.has(id)),
      false,
    )
    const failures = records.flatMap((record) => {
      const reason = failed.get(record.id)
      return reason === undefined ? [] : [{ ...record, reason }]
    })
    setOutcome({ done: done.length, failures })
    setProgress(undefined)
    if (done.length > 0) {
      showToast({ type: 'success', message: messages.changed(done.length, nouns) })
      await onDone(changes, done)
      await forgetAnswers(answers)
    }
    if (error !== undefined) showFailure(messages.failed(nouns[1]), error)
  }

  function stop() {
    isStopped.current = true
    setProgress((now) => now && { ...now, isStopping: true })
  }

  return { progress, outcome, run, stop }
}
