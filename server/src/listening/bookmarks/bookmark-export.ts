import type { Bookmark, ExportFormat } from '@earmark/contract/bookmarks.ts'

/** Bookmarks as files for people: by recording, with links. */

export const exportTypes: Readonly<Record<ExportFormat, { contentType: string; fileName: string }>> = {
  markdown: { contentType: 'text/markdown; charset=utf-8', fileName: 'bookmarks.md' },
  csv: { contentType: 'text/csv; charset=utf-8', fileName: 'bookmarks.csv' },
  json: { contentType: 'application/json; charset=utf-8', fileName: 'bookmarks.json' },
}

type Slices = AsyncIterable<readonly Bookmark[]>

/** @param slices with the bookmarks of a recording together */
export function exportTexts(
  format: ExportFormat,
  slices: Slices,
  publicUrl: string,
): AsyncGenerator<string, void> {
  return writers[format](slices, publicUrl)
}

const writers: Readonly<
  Record<ExportFormat, (slices: Slices, publicUrl: string) => AsyncGenerator<string, void>>
> = { markdown: writeMarkdown, csv: writeCsv, json: writeJson }

interface Listed {
  readonly bookmark: Bookmark
  /** Whether it is the first of its recording. */
  readonly isFirst: boolean
}

/** In slices. */
async function* listed(slices: Slices): AsyncGenerator<Listed[], void> {
  let last: string | null = null
  for await (const slice of slices) {
    const items: Listed[] = []
    for (const bookmark of slice) {
      const page = pageOf(bookmark)
      items.push({ bookmark, isFirst: page !== last })
      last = page
    }
    yield items
  }
}

function pageOf({ audioBook, podcast, podcastEpisode }: Bookmark): string {
  return audioBook
    ? `/audio-books/${audioBook.id}`
    : `/podcasts/${podcast?.id}/episodes/${podcastEpisode?.id}`
}

function linkOf(bookmark: Bookmark, publicUrl: string): string {
  const { startSeconds, endSeconds } = bookmark
  const end = endSeconds === null ? '' : `&end=${endSeconds}`
  return `${publicUrl}${pageOf(bookmark)}?t=${startSeconds}${end}`
}

const nameOf = ({ audioBook, podcastEpisode }: Bookmark) => audioBook?.name ?? podcastEpisode?.name ?? ''

/** `1:02:03`, `2:03`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const pad = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`
}

function timesOf({ startSeconds, endSeconds }: Bookmark): string {
  return endSeconds === null ? clock(startSeconds) : `${clock(startSeconds)}–${clock(endSeconds)}`
}

/** Characters with a meaning in CommonMark; text of one line. */
function plain(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(/[\\`*_{}[\]<>()#+\-.!|~&]/gu, String.raw`\$&`)
}

async function* writeMarkdown(slices: Slices, publicUrl: string): AsyncGenerator<string, void> {
  yield '# Bookmarks\n'
  for await (const slice of listed(slices)) {
    yield slice
      .map(({ bookmark, isFirst }) => {
        const { podcast, chapterTitle, note } = bookmark
        const name = plain(nameOf(bookmark)) + (podcast ? ` (${plain(podcast.name)})` : '')
        const head = isFirst ? `\n## [${name}](${publicUrl}${pageOf(bookmark)})\n\n` : ''
        const chapter = chapterTitle === null ? '' : ` ${plain(chapterTitle)}`
        const lines = note.split(/\r\n?|\n/u).map((line) => (line.trim() === '' ? '' : `  ${plain(line)}`))
        const written = note.trim() === '' ? '' : `\n\n${lines.join('\n')}\n`
        return `${head}- [${timesOf(bookmark)}](${linkOf(bookmark, publicUrl)})${chapter}${written}\n`
      })
      .join('')
  }
}

/** A spreadsheet computes what begins like a formula (OWASP, CSV Injection). */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const defused = /^[\s]*[=+\-@\t\r]/u.test(text) ? `'${text}` : text
  return /[",\r\n]/u.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused
}

const csvColumns = [
  'recording',
  'podcast',
  'startSeconds',
  'endSeconds',
  'start',
  'chapter',
  'note',
  'link',
  'createdAt',
]

async function* writeCsv(slices: Slices, publicUrl: string): AsyncGenerator<string, void> {
  // Spreadsheets take text without the mark for an older encoding.
  yield `\uFEFF${csvColumns.join(',')}\r\n`
  for await (const slice of slices) {
    const rows = slice.map((bookmark) => [
      nameOf(bookmark),
      bookmark.podcast?.name ?? null,
      bookmark.startSeconds,
      bookmark.endSeconds,
      clock(bookmark.startSeconds),
      bookmark.chapterTitle,
      bookmark.note,
      linkOf(bookmark, publicUrl),
      bookmark.createdAt,
    ])
    yield rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
  }
}

async function* writeJson(slices: Slices, publicUrl: string): AsyncGenerator<string, void> {
  const written = ({ bookmark, isFirst }: Listed) => {
    const item = JSON.stringify(itemOf(bookmark, publicUrl))
    return isFirst ? `]},${openRecording(bookmark, publicUrl)}${item}` : `,${item}`
  }
  let isEmpty = true
  for await (const slice of listed(slices)) {
    const text = slice.map(written).join('')
    // Nothing is before the first recording that it would end.
    yield isEmpty && text !== '' ? `[${text.slice(']},'.length)}` : text
    isEmpty &&= text === ''
  }
  yield isEmpty ? '[]' : ']}]'
}

function openRecording(bookmark: Bookmark, publicUrl: string): string {
  const { audioBook, podcast, podcastEpisode } = bookmark
  const recording = {
    audioBook: audioBook && { id: audioBook.id, name: audioBook.name },
    podcast: podcast && { id: podcast.id, name: podcast.name },
    podcastEpisode: podcastEpisode && { id: podcastEpisode.id, name: podcastEpisode.name },
    link: publicUrl + pageOf(bookmark),
  }
  return `${JSON.stringify(recording).slice(0, -1)},"bookmarks":[`
}

function itemOf(bookmark: Bookmark, publicUrl: string) {
  const { id, startSeconds, endSeconds, note, chapterTitle, createdAt, updatedAt } = bookmark
  return {
    id,
    startSeconds,
    endSeconds,
    chapterTitle,
    note,
    link: linkOf(bookmark, publicUrl),
    createdAt,
    updatedAt,
  }
}
