import { Plus, Play, Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { formatTime } from '../../../lib/format-time.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import styles from './chapter-rows.module.css'
import { chapterMessages as messages } from './messages.ts'
import type { Row } from './rows.ts'
import { formatTenths } from './times.ts'

/** Where the focus goes with a row that was chosen; `row` moves it into sight only. */
export type RowGoal = 'row' | 'time' | 'title' | 'delete'

/** The chosen row; a new one each time that it is chosen. */
export interface Choice {
  readonly id: number | undefined
  readonly goal?: RowGoal | undefined
}

/** What can be done with a row; the same for all and always. */
export interface RowActions {
  choose: (id: number, goal: RowGoal) => void
  /** To a row above or below. */
  step: (id: number, by: number, goal: RowGoal) => void
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
  /** When it is the chosen one. */
  choice: Choice | undefined
  problem: string | undefined
  actions: RowActions
}

/** All rows are there, for the browser's own search; the browser lays out those in sight. */
export const ChapterRow = memo(function ChapterRow(props: RowProps) {
  const { row, number, lengthMs, choice, problem, actions } = props
  const { id, startMs, title } = row
  const isChosen = choice !== undefined
  const item = useRef<HTMLLIElement>(null)

  useEffect(() => {
    if (choice?.goal === undefined) return
    item.current?.querySelector<HTMLElement>(`[data-goal='${choice.goal}']`)?.focus({ preventScroll: true })
    item.current?.scrollIntoView?.({ block: 'nearest' })
  }, [choice])

  return (
    <li
      ref={item}
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
          onClick={({ target }) => actions.choose(id, isTitle(target) ? 'title' : 'time')}
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
        data-goal="delete"
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

/** Of what is being typed, not of the list. */
function isUndo({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'z'
}

/** Of a click on its words; the keyboard's is none. */
function isTitle(clicked: EventTarget): boolean {
  return clicked instanceof Element && clicked.closest(`.${styles.title}`) !== null
}

function Fields({ row, number, problem, actions }: RowProps) {
  const { id, startMs, title } = row
  const shown = row.typed ?? formatTenths(startMs)
  /** What is being typed; null when it is what is there. */
  const [draft, setDraft] = useState<string | null>(null)
  const described = { 'aria-invalid': true, 'aria-describedby': `problem-${id}` }
  const isOfTitle = problem === messages.longTitle

  function take() {
    if (draft !== null && draft !== shown) actions.type(id, draft)
    setDraft(null)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (draft !== null && isUndo(event)) {
      event.preventDefault()
      event.stopPropagation()
      setDraft(null)
      return
    }
    const goal = event.currentTarget.dataset.goal as RowGoal
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter' || by !== 0) take()
    // The row may have moved.
    if (event.key === 'Enter') actions.choose(id, goal)
    if (by === 0) return
    event.preventDefault()
    actions.step(id, by, goal)
  }

  return (
    <span className={styles.fields}>
      <input
        className={styles.field}
        data-goal="time"
        aria-label={messages.time(number)}
        inputMode="decimal"
        autoComplete="off"
        value={draft ?? shown}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={take}
        onKeyDown={onKeyDown}
        {...(problem !== undefined && !isOfTitle && described)}
      />
      <input
        className={styles.field}
        data-goal="title"
        aria-label={messages.titleOf(number)}
        autoComplete="off"
        dir="auto"
        value={title}
        onChange={(event) => actions.title(id, event.target.value)}
        onKeyDown={onKeyDown}
        {...(isOfTitle && described)}
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
