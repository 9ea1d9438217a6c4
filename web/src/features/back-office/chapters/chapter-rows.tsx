import { Plus, Play, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { formatTime } from '../../../lib/format-time.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import styles from './chapter-rows.module.css'
import { chapterMessages as messages } from './messages.ts'
import type { Row } from './rows.ts'
import { formatTenths } from './times.ts'

/** What can be done with a row; the same for all and always. */
export interface RowActions {
  choose: (id: number, by: number) => void
  listen: (id: number) => void
  type: (id: number, text: string) => void
  title: (id: number, title: string) => void
  nudge: (id: number, ms: number) => void
  setHere: (id: number) => void
  shift: (id: number) => void
  addBelow: (id: number) => void
  remove: (id: number) => void
}

interface RowProps {
  row: Row
  number: number
  lengthMs: number
  isChosen: boolean
  problem: string | undefined
  actions: RowActions
}

/** All rows are there, for the browser's own search; the browser lays out those in sight. */
export const ChapterRow = memo(function ChapterRow(props: RowProps) {
  const { row, number, lengthMs, isChosen, problem, actions } = props
  const { id, startMs, title } = row
  return (
    <li
      className={styles.row}
      data-row={id}
      data-chosen={isChosen ? '' : undefined}
      data-invalid={problem === undefined ? undefined : ''}
    >
      <span className={styles.number}>{number}</span>
      <IconButton label={messages.listen(number)} onClick={() => actions.listen(id)}>
        <Play size={14} fill="currentColor" aria-hidden="true" />
      </IconButton>
      {isChosen ? (
        <Fields {...props} />
      ) : (
        <button
          type="button"
          className={styles.words}
          aria-label={messages.change(number, title || messages.untitled, formatTenths(startMs))}
          onClick={() => actions.choose(id, 0)}
        >
          <span className={styles.time}>{row.typed ?? formatTenths(startMs)}</span>
          <span className={styles.title} dir="auto" title={title}>
            {title || <i>{messages.untitled}</i>}
          </span>
        </button>
      )}
      <span className={styles.length}>{formatTime(Math.max(0, lengthMs) / 1000)}</span>
      {isChosen && <Tools id={id} actions={actions} />}
      <IconButton
        className={styles.remove}
        label={messages.delete(number)}
        onClick={() => actions.remove(id)}
      >
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
      {problem !== undefined && (
        <p id={`problem-${id}`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </li>
  )
})

function Fields({ row, number, problem, actions }: RowProps) {
  const { id, startMs, title } = row
  const time = useRef<HTMLInputElement>(null)
  const shown = row.typed ?? formatTenths(startMs)
  /** What is being typed; null when it is what is there. */
  const [draft, setDraft] = useState<string | null>(null)
  const described = problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `problem-${id}` }

  useEffect(() => {
    const row = time.current?.closest('li')
    // Chosen from the line, it may be out of sight; a row that was clicked keeps the focus.
    if (document.activeElement === document.body || row?.contains(document.activeElement))
      time.current?.focus()
    row?.scrollIntoView?.({ block: 'nearest' })
  }, [])

  function take() {
    if (draft !== null && draft !== shown) actions.type(id, draft)
    setDraft(null)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') take()
    if (by === 0) return
    event.preventDefault()
    take()
    actions.choose(id, by)
  }

  return (
    <span className={styles.fields}>
      <input
        ref={time}
        className={styles.field}
        aria-label={messages.time(number)}
        inputMode="decimal"
        autoComplete="off"
        value={draft ?? shown}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={take}
        onKeyDown={onKeyDown}
        {...described}
      />
      <input
        className={styles.field}
        aria-label={messages.titleOf(number)}
        autoComplete="off"
        dir="auto"
        value={title}
        onChange={(event) => actions.title(id, event.target.value)}
        onKeyDown={onKeyDown}
        {...described}
      />
    </span>
  )
}

function Tools({ id, actions }: { id: number; actions: RowActions }) {
  return (
    <span className={styles.tools}>
      <span className={styles.nudges}>
        {messages.nudges.map(({ ms, text, label }) => (
          <Button key={ms} aria-label={label} onClick={() => actions.nudge(id, ms)}>
            {text}
          </Button>
        ))}
      </span>
      <Button title={messages.setHereHint} onClick={() => actions.setHere(id)}>
        {messages.setHere}
      </Button>
      <Button onClick={() => actions.shift(id)}>{messages.shift}</Button>
      <Button onClick={() => actions.addBelow(id)}>
        <Plus size={16} aria-hidden="true" />
        {messages.addBelow}
      </Button>
    </span>
  )
}
