import { type Import, type ImportApplication, pageImportBooks } from '@earmark/contract/imports.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import styles from './bring-all.module.css'
import { countQuery } from './import-search.ts'
import { reviewMessages as messages } from './messages.ts'

interface BringAllProps {
  of: Import
  asDrafts: boolean
  onDrafts: (asDrafts: boolean) => void
  onApply: (body: ImportApplication) => Promise<boolean>
}

/** Brings in what asks nothing, as drafts or published. */
export function BringAll({ of, asDrafts, onDrafts, onApply }: BringAllProps) {
  const [isRunning, setRunning] = useState(false)
  const count = useUnasked(of)

  async function bring() {
    setRunning(true)
    await onApply({ all: true, withoutWarningsOnly: true, publish: !asDrafts })
    setRunning(false)
  }

  return (
    <div className={styles.bring}>
      <label className={styles.drafts}>
        <input
          type="checkbox"
          className={styles.box}
          checked={asDrafts}
          onChange={({ target }) => onDrafts(target.checked)}
        />
        {messages.asDrafts}
      </label>
      <Button kind="filled" disabled={isRunning || count === 0} onClick={() => void bring()}>
        {messages.bringAll(count)}
      </Button>
    </div>
  )
}

/** How many books can be brought in without a question; undefined where some of them are brought in already. */
function useUnasked({ id, counts, progress }: Import): number | undefined {
  const asked = [
    { decision: 'Skip' },
    { decision: 'Skip', warning: 'Any' },
    { kind: 'Refused', warning: 'Any' },
  ] as const
  const [skipped = 0, skippedWarned = 0, refusedWarned = 0] = useQueries({
    queries: asked.map((filters) => ({
      ...apiQuery(pageImportBooks, { params: { id }, querystring: { ...countQuery, ...filters } }),
      staleTime: 0,
    })),
  }).map(({ data }) => data?.totalCount)
  if (progress.applied > 0) return undefined
  const { new: fresh, changed, moved, missing, warned } = counts
  const all = fresh + changed + moved + missing
  return Math.max(0, all - (warned - refusedWarned) - (skipped - skippedWarned))
}
