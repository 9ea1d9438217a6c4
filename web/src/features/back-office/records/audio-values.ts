/** The files of a recording in its form, in their order, and the parts that are sent of them. */
import { withoutSignature } from '@earmark/contract/media-addresses.ts'
import { formatTime } from '../../../lib/format-time.ts'
import type { FormEntry } from '../../../lib/upload.ts'
import { type FileChoice, formatSize, noFile } from '../../../ui/file-field/file-kinds.ts'
import { messages } from './messages.ts'

export interface StoredAudio {
  readonly kind: 'stored'
  readonly url: string
  readonly name: string
  readonly durationSeconds: number | null
}

export type AudioChoice = StoredAudio | Extract<FileChoice, { kind: 'chosen' }>

export interface RecordAudio {
  audioUrl?: string | null
  durationSeconds?: number | null
  tracksCount?: number
  /** Of an audio book. */
  tracks?: readonly { number: number; title: string | null; audioUrl: string; durationSeconds: number }[]
}

export function storedAudio({ tracks, audioUrl, durationSeconds = null }: RecordAudio): StoredAudio[] {
  const kind = 'stored' as const
  if (tracks)
    return tracks.map(({ number, title, audioUrl: url, durationSeconds: seconds }) => ({
      kind,
      url,
      name: title ?? messages.track(number),
      durationSeconds: seconds,
    }))
  return audioUrl ? [{ kind, url: audioUrl, name: messages.audio, durationSeconds }] : []
}

/** Whether the files of a record are of kinds that no one player plays in a row. */
export function areDifferent({ audioUrl, tracksCount = 0 }: RecordAudio): boolean {
  return audioUrl === null && tracksCount > 1
}

export interface AudioRow {
  /** Stays the same when the order changes. */
  id: string
  choice: AudioChoice
  name: string
  /** `1:02:11`, of a new file its size; empty when unknown. */
  fact: string
}

export function audioRows(audio: readonly AudioChoice[]): AudioRow[] {
  const seen = new Map<string, number>()
  return audio.map((choice) => {
    const key = choice.kind === 'stored' ? withoutSignature(choice.url) : choice.file.name
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return { id: `${key}-${count}`, choice, ...wordsOf(choice) }
  })
}

function wordsOf(choice: AudioChoice): { name: string; fact: string } {
  if (choice.kind === 'chosen') return { name: choice.file.name, fact: formatSize(choice.file.size) }
  const { name, durationSeconds } = choice
  return { name, fact: durationSeconds === null ? '' : formatTime(durationSeconds) }
}

/** `4 files · 11:24:15`; the length is the server's to find while one of them is new. */
export function audioSummary(audio: readonly AudioChoice[]): string {
  const count = messages.filesCount(audio.length)
  const seconds = audio.map((choice) => (choice.kind === 'stored' ? choice.durationSeconds : null))
  if (seconds.includes(null)) return count
  return `${count} · ${formatTime(seconds.reduce<number>((sum, each) => sum + (each ?? 0), 0))}`
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Files that were chosen at once: 2 before 10. */
export function byName(files: readonly File[]): File[] {
  return files.toSorted((one, other) => names.compare(one.name, other.name))
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))
}

/** A refusal that counts the new files says which one it is about. */
export function namedRefusal(text: string, audio: readonly AudioChoice[]): string {
  const [, number, reason] = /^File (\d+): (.*)$/s.exec(text) ?? []
  const file = audio.flatMap((choice) => (choice.kind === 'chosen' ? [choice.file] : []))[Number(number) - 1]
  return file ? `“${file.name}”: ${reason}` : text
}

/** Of a recording that has one file at most. */
export function onlyAudio([only]: readonly AudioChoice[]): FileChoice {
  return only ?? noFile
}

/** New files and the addresses of those that stay, in the order of the tracks. */
export function audioEntries(audio: readonly AudioChoice[]): FormEntry[] {
  const entries = audio.map(
    (choice): FormEntry => (choice.kind === 'chosen' ? ['Audio', choice.file] : ['AudioUrl', choice.url]),
  )
  // Beside the one address of a record, files would replace what is there.
  const isMixed = new Set(audio.map(({ kind }) => kind)).size === 2
  return isMixed ? [['AddsAudio', 'true'], ...entries] : entries
}

/** Whether the files that were found are those that were sent; a stored new file has a new address. */
export function isAudioStored(
  found: readonly AudioChoice[],
  sent: readonly AudioChoice[],
  before: readonly AudioChoice[],
): boolean {
  const isStored = (choice: AudioChoice, place: number) => {
    const now = found[place]
    if (now === undefined) return false
    return choice.kind === 'stored' ? isSame(choice, now) : !before.some((one) => isSame(one, now))
  }
  return found.length === sent.length && sent.every(isStored)
}

/** Files that were left alone are those of the newer version; of changed ones, those that it still has. */
export function rebasedAudio(
  mine: readonly AudioChoice[],
  over: readonly AudioChoice[],
  theirs: readonly AudioChoice[],
): readonly AudioChoice[] {
  const isUntouched = mine.length === over.length && mine.every((one, place) => isSame(one, over[place]))
  if (isUntouched) return theirs
  return mine.flatMap((one) => (one.kind === 'chosen' ? [one] : theirs.filter((other) => isSame(one, other))))
}

function isSame(one: AudioChoice, other: AudioChoice | undefined): boolean {
  if (one.kind !== 'stored' || other?.kind !== 'stored') return false
  return withoutSignature(one.url) === withoutSignature(other.url)
}
