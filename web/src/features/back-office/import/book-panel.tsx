import {
  changeImportBook,
  type ImportBook,
  mergeImportBooks,
  splitImportBook,
} from '@earmark/contract/imports.ts'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { attempt, showFailure } from '../attempt.ts'
import { askWhichVersion } from '../form/stale-dialog.tsx'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import { BookChapters } from './book-chapters.tsx'
import {
  type BookDraft,
  changeOf,
  changesOf,
  invalidFields,
  noChanges,
  orderOf,
  withField,
  withOrder,
} from './book-draft.ts'
import { BookFields } from './book-fields.tsx'
import { BookFiles } from './book-files.tsx'
import styles from './book-panel.module.css'
import { currentOf, forgetImports, titleOf } from './calls/import-calls.ts'
import { reviewMessages as messages } from './messages.ts'

interface BookPanelProps {
  importId: number
  book: ImportBook
  next: ImportBook | undefined
  isReview: boolean
  onLeave: () => void
}

/** All that is proposed of a book, to be mended before it is brought in. */
export function BookPanel({ importId, book, next, isReview, onLeave }: BookPanelProps) {
  const [draft, setDraft] = useState<BookDraft>(noChanges)
  const [isRunning, setRunning] = useState(false)
  const changes = changesOf(draft)
  const invalid = invalidFields(draft)
  useUnsavedChanges(changes > 0)
  const name = titleOf(book) ?? messages.untitled
  const canEdit = isReview && book.kind !== 'Refused' && book.kind !== 'Missing'
  const canJoin =
    canEdit && next !== undefined && !next.isApplied && next.kind !== 'Refused' && next.kind !== 'Missing'

  /** @returns whether nothing is left to be saved */
  async function save(baseVersion: number): Promise<boolean> {
    const params = { id: importId, bookId: book.id }
    try {
      await call(changeImportBook, { params, body: changeOf(draft, baseVersion) })
    } catch (error) {
      const newer = currentOf<ImportBook>(error, 'StaleRecord')
      if (newer === undefined) {
        showFailure(messages.changeFailed, error)
        return false
      }
      const version = await askWhichVersion(name)
      if (version === 'mine') return save(newer.version)
      if (version === 'newer') setDraft(noChanges)
      await forgetImports()
      return false
    }
    showToast({ type: 'success', message: messages.saved })
    setDraft(noChanges)
    await forgetImports()
    return true
  }

  async function run(work: () => Promise<unknown>) {
    if (isRunning) return
    setRunning(true)
    await work()
    setRunning(false)
  }

  /** What is not saved would be lost with the book. */
  async function regroup(work: () => Promise<unknown>, texts: { done: string; failed: string }) {
    if (changes > 0 && !(await save(book.version))) return
    if ((await attempt(work, texts)) === undefined) return
    onLeave()
    await forgetImports()
  }

  function splitAt(place: number) {
    const order = orderOf(book, draft)
    const left = book.files.filter((file) => file.place === null).map(({ path }) => path)
    const paths = [[...order.slice(0, place), ...left], order.slice(place)]
    const work = () => call(splitImportBook, { params: { id: importId }, body: { bookId: book.id, paths } })
    void run(() => regroup(work, { done: messages.split(2), failed: messages.splitFailed }))
  }

  function join() {
    const bookIds = [book.id, next?.id ?? 0]
    const work = () => call(mergeImportBooks, { params: { id: importId }, body: { bookIds } })
    void run(() => regroup(work, { done: messages.joined, failed: messages.joinFailed }))
  }

  return (
    <div className={styles.panel}>
      <p className={styles.path} dir="auto">
        {book.path.split('/').join(' / ')}
      </p>
      <BookFields
        book={book}
        draft={draft}
        canEdit={canEdit}
        onType={(field, text) => setDraft((before) => withField(before, book, field, text))}
      />
      <div className={styles.side}>
        <BookFiles
          book={book}
          order={orderOf(book, draft)}
          canEdit={canEdit}
          onOrder={(order) => setDraft((before) => withOrder(before, book, order))}
          onSplit={splitAt}
        />
        <BookChapters
          book={book}
          source={draft.chaptersSource}
          canEdit={canEdit}
          onSource={(chaptersSource) =>
            setDraft(({ chaptersSource: _before, ...rest }) =>
              chaptersSource ? { ...rest, chaptersSource } : rest,
            )
          }
        />
      </div>
      {canEdit && (
        <div className={styles.actions}>
          {canJoin && next && (
            <Button aria-label={messages.joinWith(titleOf(next) ?? messages.untitled)} onClick={join}>
              {messages.join}
            </Button>
          )}
          <span className={styles.changes} aria-live="polite">
            {changes > 0 && messages.changes(changes)}
          </span>
          {changes > 0 && <Button onClick={() => setDraft(noChanges)}>{messages.discard}</Button>}
          <Button
            aria-disabled={changes === 0 || invalid.length > 0 || isRunning}
            onClick={() => {
              if (changes > 0 && invalid.length === 0) void run(() => save(book.version))
            }}
          >
            {messages.save}
          </Button>
        </div>
      )}
    </div>
  )
}
