import { execFile } from 'node:child_process'
import { mkdir, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchRow } from '../rows.ts'
import { type Measured, startImporting } from './importing-server.ts'

const files = 100
const filesOfBook = 20
const fileSeconds = 300
const goalMs = 10
/** Epoch seconds. */
const writtenAt = Date.UTC(2025, 0, 1) / 1000

/** A first look at MP3 files of five minutes with covers, beside one at a single one: what is left is theirs. */
export async function measureFirstLook(folder: string): Promise<BenchRow[]> {
  const [one, all] = [join(folder, 'one'), join(folder, 'all')]
  const [cover, sound] = [join(folder, 'cover.jpg'), join(folder, 'sound.mp3')]
  await mkdir(folder, { recursive: true })
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=800x800', '-frames:v', '1', cover)
  await ffmpeg('-f', 'lavfi', '-i', `anoisesrc=a=0.2:d=${fileSeconds + 1}`, '-ac', '2', '-b:a', '128k', sound)
  await tagFile(join(one, 'Author/Book 0'), 0, { cover, sound })
  for (let number = 0; number < files; number += 1)
    await tagFile(join(all, `Author/Book ${Math.floor(number / filesOfBook)}`), number, { cover, sound })
  const [ofOne, ofAll] = [await look(one, folder), await look(all, folder)]
  const perFile = (name: 'readingSeconds' | 'processorSeconds') =>
    ((ofAll[name] - ofOne[name]) * 1000) / (files - 1)
  const reading = perFile('readingSeconds')
  return [
    {
      what: `first look at ${files} MP3 of ${fileSeconds / 60} min with covers: processor time of reading`,
      ours: `${reading.toFixed(1)} ms a file`,
      yardstick: `${perFile('processorSeconds').toFixed(1)} ms with the server, its database and its polling`,
      ratio: '–',
      goal: `≤ ${goalMs} ms a file`,
      isReached: reading <= goalMs,
    },
  ]
}

async function tagFile(
  book: string,
  number: number,
  { cover, sound }: { readonly cover: string; readonly sound: string },
): Promise<void> {
  await mkdir(book, { recursive: true })
  const tags = [
    `title=Part ${number}`,
    `album=${book}`,
    'artist=Author',
    `track=${(number % filesOfBook) + 1}`,
  ]
  const inputs = ['-ss', String(number / files), '-i', sound, '-i', cover, '-map', '0:a', '-map', '1:v']
  const metadata = tags.flatMap((tag) => ['-metadata', tag])
  const file = join(book, `${number}.mp3`)
  await ffmpeg(...inputs, '-t', String(fileSeconds), '-c', 'copy', ...metadata, file)
  // Young files are left for later.
  await utimes(file, writtenAt, writtenAt)
}

async function ffmpeg(...args: string[]): Promise<void> {
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...args])
}

async function look(library: string, folder: string): Promise<Measured> {
  await using importing = await startImporting(join(folder, `data of ${basename(library)}`), library)
  const measured = await importing.look()
  if (measured.row.progress.filesLooked === 0) throw new Error('Nothing was looked into.')
  return measured
}
