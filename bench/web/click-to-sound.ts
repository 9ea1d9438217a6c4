import { execFile } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { adminSettings, login } from '../http/upload-client.ts'
import { type Server, startShipped, makeSampleData } from '../http/shipped-server.ts'
import { type BenchRow, median } from '../rows.ts'
import { inBrowser } from './browser.ts'

/**
 * How long after the click the audio element says that it plays, by the browser's own clock: short recordings, one
 * of eight hours, and how long after a track's end the next one of the queue does.
 */

const clicks = 15
const mostMs = 120
const longHours = 8
const podcast = 'Kitchen Table Physics'

export async function measureClickToSound(folder: string): Promise<BenchRow[]> {
  const dataDir = await makeSampleData(join(folder, 'sound'), adminSettings)
  const server = await startShipped(dataDir, { environment: adminSettings })
  try {
    const long = await addLongAudioBook(server, folder)
    const addresses = await shortAudioBooks(server)
    return await inBrowser(async (browser) => {
      const page = await browser.newPage({ baseURL: server.url })
      return [
        row('click to playing, short audio books', await playEach(page, addresses)),
        row(`click to playing, ${longHours} hours`, await playEach(page, Array(clicks).fill(long))),
        row('end of a track to the next one playing', await nextTracks(page)),
      ]
    })
  } finally {
    await server.stop()
  }
}

function row(what: string, times: readonly number[]): BenchRow {
  const middle = median(times)
  return {
    what,
    ours: `median ${middle.toFixed(0)} ms of ${times.length}, at most ${Math.max(...times).toFixed(0)} ms`,
    yardstick: '',
    ratio: '',
    goal: `≤ ${mostMs} ms`,
    isReached: middle <= mostMs,
  }
}

/** One of the sample's recordings again and again, its frames copied, under an identity of its own. */
async function addLongAudioBook(server: Server, folder: string): Promise<string> {
  const short = resolve(import.meta.dirname, '../../sample/audio/bread-slowly.mp3')
  const file = join(folder, 'long.mp3')
  const copy = ['-stream_loop', '-1', '-i', short, '-t', String(longHours * 3600), '-c', 'copy', file]
  await promisify(execFile)('ffmpeg', ['-loglevel', 'error', ...copy])
  const form = new FormData()
  form.set('Name', 'Eight hours')
  form.set('Audio', await openAsBlob(file), 'long.mp3')
  const headers = { authorization: `Bearer ${await login(server)}` }
  const answer = await fetch(`${server.url}/api/audio-books`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`The long audio book was refused: ${await answer.text()}`)
  return `/audio-books/${((await answer.json()) as { id: number }).id}`
}

async function shortAudioBooks(server: Server): Promise<string[]> {
  const answer = await fetch(`${server.url}/api/audio-books/paged?pageSize=${clicks}&sortOrder=asc`)
  const { items } = (await answer.json()) as {
    items: { id: number; name: string; audioUrl: string | null }[]
  }
  return items
    .filter(({ name, audioUrl }) => audioUrl && name !== 'Eight hours')
    .map(({ id }) => `/audio-books/${id}`)
}

/** Each on a page of its own load, as if it were the first thing that a listener does. */
async function playEach(page: Page, addresses: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const address of addresses) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await timeUntilPlaying(page, 'click')
    await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).click()
    times.push(await readTime(page))
    await page.evaluate(() => localStorage.clear())
  }
  return times
}

async function nextTracks(page: Page): Promise<number[]> {
  await page.goto('/podcasts', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: podcast }).first().click()
  await page.getByRole('button', { name: 'Play all' }).click()
  const times: number[] = []
  for (let track = 0; track < 4; track += 1) {
    await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.2)
    await timeUntilPlaying(page, 'ended')
    await page.evaluate(() => {
      const audio = document.querySelector('audio') as HTMLAudioElement
      audio.currentTime = audio.duration - 2
    })
    times.push(await readTime(page))
  }
  return times
}

interface Timed {
  untilPlaying?: Promise<number>
}

/** From the next event of that type to the first `playing` after it; neither bubbles, both can be captured. */
async function timeUntilPlaying(page: Page, from: 'click' | 'ended'): Promise<void> {
  await page.evaluate((type) => {
    ;(globalThis as Timed).untilPlaying = new Promise((resolve) => {
      const begin = (begun: Event) => {
        document.addEventListener('playing', ({ timeStamp }) => resolve(timeStamp - begun.timeStamp), {
          capture: true,
          once: true,
        })
      }
      document.addEventListener(type, begin, { capture: true, once: true })
    })
  }, from)
}

async function readTime(page: Page): Promise<number> {
  return (await page.evaluate(() => (globalThis as Timed).untilPlaying)) as number
}
