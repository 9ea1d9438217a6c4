import { changeImportBook, type ImportBook, type ImportDecision } from '@earmark/contract/imports.ts'
import { maxBookFiles } from '@earmark/contract/limits.ts'
import type { FieldValue } from '@earmark/contract/planner/plan-input.ts'
import { Link } from '@tanstack/react-router'
import { ChevronDown, CircleQuestionMark } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format-day.ts'
import { formatTime } from '../../../lib/format-time.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Cover } from '../../../ui/cover/cover.tsx'
import { attempt } from '../attempt.ts'
import { BookPanel } from './book-panel.tsx'
import styles from './book-row.module.css'
import { grouped } from './calls/grouped.ts'
import { forgetImports, titleOf } from './calls/import-calls.ts'
import { inSentence, refusals, reviewMessages as messages } from './messages.ts'

interface BookRowProps {
  importId: number
  book: ImportBook
  /** Of the import. */
  startedAt: string
  /** The one below it on this page. */
  next: ImportBook | undefined
  isReview: boolean
  isSelected: boolean
  onSelect: (isRange: boolean) => void
  /** The book is no longer there: it was split or joined. */
  onLeave: () => void
}

/** A book that an import proposes; unfolded, all that is proposed of it. */
export function BookRow(props: BookRowProps) {
  const { importId, book, startedAt, next, isReview, isSelected, onSelect, onLeave } = props
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  const name = titleOf(book) ?? messages.untitled
  const isChoosable = isReview && book.kind !== 'Refused' && !book.isApplied
  return (
    <li className={styles.row} data-skipped={book.decision === 'Skip' ? '' : undefined}>
      <div className={styles.head}>
        {isChoosable ? (
          <label className={styles.target}>
            <input
              type="checkbox"
              className={styles.box}
              aria-label={messages.select(name)}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        ) : (
          <span className={styles.target} />
        )}
        <Cover
          name={name}
          shape="square"
          sizes="56px"
          className={styles.cover}
          coverImageUrl={book.cover?.url ?? null}
        />
        <div className={styles.words}>
          <h3 className={styles.heading}>
            <button
              type="button"
              className={styles.title}
              aria-expanded={isOpen}
              aria-controls={panelId}
              onClick={() => setOpen(!isOpen)}
            >
              <span className={styles.name} title={name} dir="auto">
                {name}
              </span>
              <ChevronDown size={16} className={styles.arrow} aria-hidden="true" />
            </button>
          </h3>
          <People book={book} />
        </div>
        <Questions book={book} startedAt={startedAt} />
        <Facts book={book} />
        <Decision importId={importId} book={book} name={name} isReview={isReview} />
      </div>
      <div id={panelId} hidden={!isOpen}>
        {isOpen && (
          <BookPanel
            importId={importId}
            book={book}
            next={next}
            isReview={isReview && !book.isApplied}
            onLeave={onLeave}
          />
        )}
      </div>
    </li>
  )
}

export function inWords(value: FieldValue): string {
  if (value === null) return ''
  return typeof value === 'object' ? value.join('; ') : String(value)
}

const mostNamed = 3

function People({ book: { kind, fields, path } }: { book: ImportBook }) {
  const authors = namesOf(fields.authors.value)
  const narrators = namesOf(fields.narrators.value)
  const series = inWords(fields.series.value)
  const readBy =
    narrators.length > mostNamed ? messages.readers(narrators.length) : messages.by(narrators.join(', '))
  const people = [
    authors.join(', ') || messages.noAuthor,
    narrators.length > 0 ? readBy : authors.length > 0 && messages.noReader,
  ]
    .filter(Boolean)
    .join(' · ')
  const isWhere = kind === 'Refused' || kind === 'Missing' || kind === 'Moved'
  return (
    <>
      {kind !== 'Refused' && (
        <p className={styles.people} title={[...authors, ...narrators].join(', ')} dir="auto">
          {people}
        </p>
      )}
      {series && (
        <p className={styles.series} dir="auto">
          {messages.ofSeries(series, inWords(fields.sequence.value) || null)}
        </p>
      )}
      {isWhere && (
        <p className={styles.place} title={path} dir="auto">
          {path}
        </p>
      )}
    </>
  )
}

function namesOf(value: FieldValue): readonly string[] {
  return typeof value === 'object' ? (value ?? []) : [String(value)]
}

/** In columns of their own where there is room: the heads of these say what is counted. */
function Facts({ book: { files, durationSeconds } }: { book: ImportBook }) {
  const count = files.filter(({ place }) => place !== null).length
  return (
    <p className={styles.facts}>
      <span className={styles.length}>{durationSeconds !== null && formatTime(durationSeconds)}</span>
      <span className={styles.count}>
        {grouped(count || files.length)}
        <span className={styles.unit}> {messages.filesUnit(count || files.length)}</span>
      </span>
    </p>
  )
}

function Questions({ book: { kind, warnings, files }, startedAt }: Pick<BookRowProps, 'book' | 'startedAt'>) {
  const refused = kind === 'Refused' ? files.flatMap(({ refusal }) => refusal ?? []) : []
  const told = [
    ...(kind === 'Missing' ? [messages.missing(inSentence(formatDay(startedAt)))] : []),
    ...(kind === 'Moved' ? [messages.moved] : []),
    ...(kind === 'Refused' && files.length > maxBookFiles ? [messages.tooManyFiles] : []),
    ...new Set(refused.map((refusal) => refusals[refusal])),
    ...warnings.map(({ description }) => description),
  ]
  if (told.length === 0) return null
  return (
    <ul role="list" className={styles.questions}>
      {told.map((text) => (
        <li key={text} className={styles.question}>
          <CircleQuestionMark size={16} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  )
}

interface DecisionProps {
  importId: number
  book: ImportBook
  name: string
  isReview: boolean
}

function Decision({ importId, book, name, isReview }: DecisionProps) {
  const [isRunning, setRunning] = useState(false)

  async function decide(decision: ImportDecision) {
    setRunning(true)
    const params = { id: importId, bookId: book.id }
    const body = { decision, baseVersion: book.version }
    await attempt(() => call(changeImportBook, { params, body }), { failed: messages.changeFailed })
    await forgetImports()
    setRunning(false)
  }

  if (book.isApplied)
    return book.audioBookId === null ? (
      <span className={styles.applied}>{messages.inLibrary}</span>
    ) : (
      <Link
        to="/edit/audio-books/$id"
        params={{ id: String(book.audioBookId) }}
        className={styles.applied}
        aria-label={`${messages.inLibrary}: ${name}`}
      >
        {messages.inLibrary}
      </Link>
    )
  if (!isReview || book.kind === 'Refused') return null
  const isSkipped = book.decision === 'Skip'
  return (
    <Button
      kind="quiet"
      className={styles.decide}
      aria-label={isSkipped ? messages.takeBook(name) : messages.skipBook(name)}
      aria-disabled={isRunning}
      onClick={() => !isRunning && void decide(isSkipped ? 'Open' : 'Skip')}
    >
      {isSkipped ? messages.take : messages.skip}
    </Button>
  )
}
