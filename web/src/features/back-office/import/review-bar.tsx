import { changeImportBook, type ImportBook, mergeImportBooks } from '@earmark/contract/imports.ts'
import { Merge, X } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { attempt } from '../attempt.ts'
import bar from '../bulk/bulk-bar.module.css'
import { SelectionBar } from '../bulk/selection-bar.tsx'
import { currentOf, forgetImports } from './calls/import-calls.ts'
import { reviewMessages as messages } from './messages.ts'

interface ReviewBarProps {
  importId: number
  /** In the order of their rows. */
  books: readonly ImportBook[]
  /** @returns whether it was begun */
  onBring: (bookIds: number[]) => Promise<boolean>
  /** Before the bar disappears, and the focus with it. */
  onLeave: () => void
  onClear: () => void
}

/** What can be done with all selected books. */
export function ReviewBar({ importId, books, onBring, onLeave, onClear }: ReviewBarProps) {
  const [isRunning, setRunning] = useState(false)
  const [skipped, setSkipped] = useState<number>()
  const bookIds = books.map(({ id }) => id)

  /** @param work says whether the selection is done with */
  async function run(work: () => Promise<boolean>) {
    if (isRunning) return
    setRunning(true)
    const isDone = await work()
    setRunning(false)
    if (!isDone) return
    onLeave()
    onClear()
  }

  async function join(): Promise<boolean> {
    const texts = { done: messages.joined, failed: messages.joinFailed }
    const work = () => call(mergeImportBooks, { params: { id: importId }, body: { bookIds } })
    const isJoined = (await attempt(work, texts)) !== undefined
    if (isJoined) await forgetImports()
    return isJoined
  }

  async function skip(): Promise<boolean> {
    const isSkipped = await attempt(
      async () => {
        for (const [place, book] of books.entries()) {
          setSkipped(place)
          await skipBook(importId, book)
        }
      },
      { failed: messages.changeFailed },
    )
    setSkipped(undefined)
    await forgetImports()
    return isSkipped !== undefined
  }

  return (
    <SelectionBar label={messages.selection} isRunning={isRunning}>
      <p className={bar.count} role="status">
        {skipped === undefined ? messages.selected(books.length) : messages.skipping(skipped, books.length)}
      </p>
      <div className={bar.actions}>
        {books.length > 1 && (
          <Button className={bar.action} aria-disabled={isRunning} onClick={() => void run(join)}>
            <Merge size={16} aria-hidden="true" />
            {messages.joinSelected}
          </Button>
        )}
        <Button className={bar.action} aria-disabled={isRunning} onClick={() => void run(skip)}>
          {messages.skip}
        </Button>
        <Button kind="filled" aria-disabled={isRunning} onClick={() => void run(() => onBring(bookIds))}>
          {messages.bring(books.length)}
        </Button>
        <IconButton
          label={messages.clear}
          className={bar.icon}
          onClick={() => {
            onLeave()
            onClear()
          }}
        >
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </SelectionBar>
  )
}

/** A decision takes nothing from what somebody else has mended meanwhile. */
async function skipBook(importId: number, { id, version }: ImportBook): Promise<void> {
  const decide = (baseVersion: number) =>
    call(changeImportBook, {
      params: { id: importId, bookId: id },
      body: { decision: 'Skip', baseVersion },
    })
  try {
    await decide(version)
  } catch (error) {
    const newer = currentOf<ImportBook>(error, 'StaleRecord')
    if (newer === undefined) throw error
    await decide(newer.version)
  }
}
