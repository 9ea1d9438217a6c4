import type { NoteBlock, NoteRun, Notes } from '@earmark/contract/notes.ts'
import type { ReactNode } from 'react'
import { spokenTime } from '../../../lib/format-time.ts'
import { type NewTrack, playFrom } from '../../player/index.ts'
import { Folded } from '../description/folded.tsx'
import { timesIn } from './note-times.ts'
import styles from './show-notes.module.css'

interface ShowNotesProps {
  notes: Notes
  /** Null for an episode without audio, whose times are words. */
  track: NewTrack | null
  /** Fetches the rest of the queue. */
  list?: () => Promise<readonly NewTrack[]>
}

/** The notes of an episode; times in it are buttons that play there. */
export function ShowNotes({ notes, track, list }: ShowNotesProps) {
  const play = track === null ? null : (seconds: number) => playFrom(track, seconds, list)
  const runs = (block: NoteBlock) =>
    numbered(block.runs).map(([number, run]) => (
      <Run key={number} run={run} durationSeconds={track?.durationSeconds ?? null} play={play} />
    ))
  return (
    <Folded>
      {numbered(partsOf(notes)).map(([number, part]) =>
        Array.isArray(part) ? (
          <ul key={number} className={styles.list}>
            {numbered(part).map(([place, block]) => (
              <li key={place} dir="auto">
                {runs(block)}
              </li>
            ))}
          </ul>
        ) : (
          <Block key={number} kind={part.kind}>
            {runs(part)}
          </Block>
        ),
      )}
    </Folded>
  )
}

/** Items of lists that follow one another are one list. */
function partsOf(notes: Notes): (NoteBlock | NoteBlock[])[] {
  const parts: (NoteBlock | NoteBlock[])[] = []
  for (const block of notes) {
    const last = parts.at(-1)
    if (block.kind !== 'li') parts.push(block)
    else if (Array.isArray(last)) last.push(block)
    else parts.push([block])
  }
  return parts
}

function Block({ kind, children }: { kind: NoteBlock['kind']; children: ReactNode }) {
  if (kind === 'h')
    return (
      <h2 className={`title ${styles.heading}`} dir="auto">
        {children}
      </h2>
    )
  if (kind === 'quote')
    return (
      <blockquote className={styles.quote} dir="auto">
        {children}
      </blockquote>
    )
  return (
    <p className={styles.paragraph} dir="auto">
      {children}
    </p>
  )
}

interface RunProps {
  run: NoteRun
  durationSeconds: number | null
  play: ((seconds: number) => void) | null
}

function Run({ run, durationSeconds, play }: RunProps) {
  const { text, mark: Mark, href } = run
  const words =
    href !== undefined ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    ) : play === null ? (
      text
    ) : (
      <Times text={text} durationSeconds={durationSeconds} play={play} />
    )
  return Mark === undefined ? words : <Mark className={styles.mark}>{words}</Mark>
}

interface TimesProps {
  text: string
  durationSeconds: number | null
  play: (seconds: number) => void
}

function Times({ text, durationSeconds, play }: TimesProps) {
  return numbered(timesIn(text, durationSeconds)).map(([number, { text: words, seconds }]) =>
    seconds === null ? (
      words
    ) : (
      <button
        key={number}
        type="button"
        className={styles.time}
        aria-label={noteMessages.playFrom(words, spokenTime(seconds))}
        onClick={() => play(seconds)}
      >
        {words}
      </button>
    ),
  )
}

/** Apart from the other texts, which the first page loads. */
const noteMessages = {
  /** Voice control finds a button by what is seen of it. */
  playFrom: (clock: string, spoken: string) => `${clock}, play from ${spoken}`,
} as const

/** With their index as React key: they have no other identity. */
function numbered<Item>(items: readonly Item[]): [number, Item][] {
  return items.map((item, index) => [index, item])
}
