import type { Chapters } from '@earmark/contract/chapters.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ClipboardPaste, Layers, Play, Plus, Redo2, Undo2 } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { Page } from '../../../ui/page/page.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { type NewTrack, playFrom } from '../../player/index.ts'
import { PageBar } from '../form/page-bar.tsx'
import { useUnsavedChanges } from '../form/use-unsaved-changes.ts'
import { rememberedIndex } from '../index-search.ts'
import { formMessages } from '../messages.ts'
import type { ChapterCalls, Chaptered } from './chapter-calls.ts'
import { askForProposal, askForShift, askForText } from './chapter-dialogs.tsx'
import { ChapterLines } from './chapter-line.tsx'
import { ChapterRow, type Choice, type RowActions, type RowGoal } from './chapter-rows.tsx'
import rowStyles from './chapter-rows.module.css'
import styles from './chapters-page.module.css'
import { chapterMessages as messages } from './messages.ts'
import { playingMs, usePlayingMs } from './playing.ts'
import * as edit from './rows.ts'
import { formatTenths } from './times.ts'
import { type ChapterList, useChapterList } from './use-chapter-list.ts'
import { useSaving } from './use-saving.ts'

interface ChaptersPageProps {
  calls: ChapterCalls
  record: Chaptered
}

/** The chapters of a recording, for editors. */
export function ChaptersPage({ calls, record }: ChaptersPageProps) {
  const { name, track } = record
  const { data } = useSuspenseQuery(calls.query)
  return (
    <Page title={messages.ofRecord(name)}>
      <Breadcrumb current={messages.title}>
        <Link to="/edit" search={rememberedIndex()} activeOptions={{ exact: true }}>
          {formMessages.edit}
        </Link>
        <Link {...calls.editLink} dir="auto">
          {name}
        </Link>
      </Breadcrumb>
      {track === null || track.durationSeconds === null ? (
        <>
          <h1 className={`title ${styles.title}`} tabIndex={-1}>
            {messages.title}
          </h1>
          <p className={styles.none}>{messages.noAudio}</p>
          <Link {...calls.editLink} className={buttonClass}>
            {messages.toForm}
          </Link>
        </>
      ) : (
        <Editor calls={calls} track={track} durationMs={track.durationSeconds * 1000} latest={data} />
      )}
    </Page>
  )
}

interface EditorProps {
  calls: ChapterCalls
  track: NewTrack
  durationMs: number
  latest: Chapters
}

function Editor({ calls, track, durationMs, latest }: EditorProps) {
  const list = useChapterList(latest)
  const { rows, stored, changes } = list
  const [choice, setChoice] = useState<Choice>({ id: rows[0]?.id })
  const choose = (id: number | undefined, goal?: RowGoal) => setChoice({ id, goal })
  const add = useRef<HTMLButtonElement>(null)
  const saving = useSaving(calls, track, list)
  const actions = useRowActions({ list, track, durationMs, choose, leave: () => add.current?.focus() })
  const own = edit.problemsOf(rows, durationMs)
  const problems = own.size > 0 ? own : saving.refusals
  const chosen = rows.find(({ id }) => id === choice.id)
  useUnsavedChanges(changes > 0)
  useUndoKeys(list)

  function replaceAll(given: edit.Rows | undefined) {
    if (given === undefined) return
    list.change(() => given)
    choose(given[0]?.id)
    showToast({ message: messages.put(given.length) })
  }

  function save() {
    const [first] = own
    if (first === undefined) return void saving.save()
    const [id, problem] = first
    choose(id, problem === messages.longTitle ? 'title' : 'time')
  }

  async function discard() {
    if (changes > 0 && !saving.isRunning && (await confirm(formMessages.discardAll)))
      list.change(() => stored.rows)
  }

  return (
    <>
      <div className={styles.head}>
        <h1 className={`title ${styles.title}`} tabIndex={-1}>
          {messages.title}
        </h1>
        <p className={styles.source}>{messages.source(rows.length, stored.source)}</p>
        <div className={styles.actions}>
          <Button aria-disabled={!list.canUndo} onClick={list.undo}>
            <Undo2 size={18} aria-hidden="true" />
            {messages.undo}
          </Button>
          <Button aria-disabled={!list.canRedo} onClick={list.redo}>
            <Redo2 size={18} aria-hidden="true" />
            {messages.redo}
          </Button>
          <Button onClick={() => void askForText(calls).then(replaceAll)}>
            <ClipboardPaste size={18} aria-hidden="true" />
            {messages.paste}
          </Button>
          <Button onClick={() => void askForProposal(calls).then(replaceAll)}>
            <Layers size={18} aria-hidden="true" />
            {messages.propose}
          </Button>
          {stored.source !== 'Embedded' && stored.source !== 'Files' && stored.source !== 'None' && (
            <Button kind="quiet" onClick={() => void saving.takeFile()}>
              {messages.takeFile}
            </Button>
          )}
        </div>
      </div>
      <ChapterLines
        track={track}
        rows={rows}
        durationMs={durationMs}
        chosen={chosen}
        onChoose={(id) => choose(id, 'row')}
        onMove={(id, ms, drag) => list.change((now) => edit.withStart(now, id, ms), `drag ${drag}`)}
      />
      {rows.length === 0 && <p className={styles.none}>{messages.none}</p>}
      <ol role="list" className={rowStyles.list} aria-label={messages.title} hidden={rows.length === 0}>
        {rows.map((row, place) => (
          <ChapterRow
            key={row.id}
            row={row}
            number={place + 1}
            lengthMs={(rows[place + 1]?.startMs ?? durationMs) - row.startMs}
            choice={row.id === choice.id ? choice : undefined}
            problem={problems.get(row.id)}
            actions={actions}
          />
        ))}
      </ol>
      <AddButton track={track} isFirst={rows.length === 0} button={add} onAdd={actions.addAt} />
      <PageBar
        state={
          <span aria-live="polite">
            {own.size > 0 ? messages.toMend(own.size) : changes > 0 && formMessages.changes(changes)}
          </span>
        }
      >
        <Button aria-disabled={changes === 0 || saving.isRunning} onClick={() => void discard()}>
          {formMessages.discard}
        </Button>
        <Button kind="filled" disabled={saving.isRunning || changes === 0} onClick={save}>
          {messages.saveChapters}
        </Button>
      </PageBar>
    </>
  )
}

interface AddButtonProps {
  track: NewTrack
  /** There is no row yet whose beginning could be played. */
  isFirst: boolean
  button: RefObject<HTMLButtonElement | null>
  onAdd: (ms: number | null) => void
}

/** At the second that plays, else behind the last one. */
function AddButton({ track, isFirst, button, onAdd }: AddButtonProps) {
  const now = usePlayingMs(track, 1000)
  return (
    <div className={styles.add}>
      {isFirst && (
        <Button onClick={() => playFrom(track, 0)}>
          <Play size={16} fill="currentColor" aria-hidden="true" />
          {messages.listenAll}
        </Button>
      )}
      <Button ref={button} onClick={() => onAdd(playingMs(track))}>
        <Plus size={18} aria-hidden="true" />
        {now === null ? messages.add : messages.addAt(formatTenths(now).slice(0, -2))}
      </Button>
    </div>
  )
}

interface Acting {
  list: ChapterList
  track: NewTrack
  durationMs: number
  choose: (id: number | undefined, goal?: RowGoal) => void
  /** To what is behind the rows. */
  leave: () => void
}

const listenedBeforeMs = 3000

/** Stay the same over all renderings: two thousand rows are drawn again only where they change. */
function useRowActions(acting: Acting): RowActions & { addAt: (ms: number | null) => void } {
  const present = useRef(acting)
  useEffect(() => {
    present.current = acting
  })
  return useMemo(() => {
    const now = () => present.current
    const rowsNow = () => now().list.rows
    const change = (next: (rows: edit.Rows) => edit.Rows, key?: string) => now().list.change(next, key)
    const add = (startMs: number, goal: RowGoal) => {
      const row = edit.newRow(Math.max(0, Math.min(startMs, now().durationMs - 100)))
      change((rows) => edit.added(rows, row))
      now().choose(row.id, goal)
    }
    return {
      choose: (id, goal) => now().choose(id, goal),
      step(id, by, goal) {
        const to = rowsNow()[rowsNow().findIndex((row) => row.id === id) + by]
        if (to) now().choose(to.id, goal)
      },
      listen(id) {
        const startMs = rowsNow().find((row) => row.id === id)?.startMs ?? 0
        playFrom(now().track, Math.max(0, startMs - listenedBeforeMs) / 1000)
        now().choose(id, 'row')
      },
      type: (id, text) => change((rows) => edit.withTyped(rows, id, text)),
      title: (id, title) => change((rows) => edit.withTitle(rows, id, title), `title ${id}`),
      nudge: (id, ms) => change((rows) => edit.nudged(rows, id, ms, now().durationMs)),
      setHere(id) {
        const ms = playingMs(now().track)
        if (ms === null) return showToast({ message: messages.notPlaying })
        const last = now().durationMs - 100
        return change((rows) => edit.withStart(rows, id, Math.min(Math.round(ms / 100) * 100, last)))
      },
      async shift(id) {
        const ms = await askForShift(rowsNow().findIndex((row) => row.id === id) + 1)
        if (ms) change((rows) => edit.shifted(rows, id, ms))
      },
      addBelow: (id) => add(edit.middleBelow(rowsNow(), id, now().durationMs), 'time'),
      addAt(ms) {
        const last = rowsNow().at(-1)
        const behind = last ? edit.middleBelow(rowsNow(), last.id, now().durationMs) : 0
        if (ms === null) add(behind, 'time')
        else add(Math.round(ms / 100) * 100, 'title')
      },
      remove(id) {
        const place = rowsNow().findIndex((row) => row.id === id)
        const next = rowsNow()[place + 1] ?? rowsNow()[place - 1]
        change((rows) => edit.removed(rows, id))
        now().choose(next?.id, 'delete')
        if (next === undefined) now().leave()
      },
    }
  }, [])
}

/** Ctrl+Z and Ctrl+Shift+Z or Ctrl+Y, with the Mac's key too; not under a dialog. */
function useUndoKeys({ undo, redo }: ChapterList): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || document.querySelector('dialog[open]')) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [undo, redo])
}
