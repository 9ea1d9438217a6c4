import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { expect, it } from 'vitest'
import { read, skipLoudly, tell } from '../faults/fault-site.ts'
import { keepUp } from './habits.ts'
import { momentOf, untilRested } from './held-by.ts'
import { numberedFile } from './numbered-file.ts'
import type { PlayersJob, PlayersReport, Recording } from './player-jobs.ts'
import { edit } from './soak-editors.ts'
import { formOf } from './soak-forms.ts'
import { startExchange } from './soak-exchange.ts'
import { addPerson, type SoakPerson } from './soak-people.ts'
import { openSoakSite, readAllOnce, type SoakSite } from './soak-site.ts'
import { lookAround } from './soak-visitors.ts'
import { processorSeconds, residentBytes } from '../../src/testing/process-state.ts'

/**
 * Many who listen at 128 kbit/s and have their places saved, who all begin to jump about at once, while others read the
 * catalogue, editors change it, feeds elsewhere are checked and heard, apps synchronise, and a folder of books is brought in. LOAD_MINUTES makes it last with five hundred, and has its figures told and held to.
 */

const isProof = process.env.LOAD_MINUTES !== undefined
const minutes = Number(process.env.LOAD_MINUTES ?? 0.04)
const size = isProof
  ? {
      listeners: 500,
      files: 4,
      fileBytes: 100_000_000,
      arrivalSeconds: 20,
      stormEverySeconds: 200,
      stormSeconds: 60,
      sources: Number(process.env.LOAD_SOURCES ?? 5_000),
      phones: 20,
    }
  : {
      listeners: 40,
      files: 2,
      fileBytes: 4_000_000,
      arrivalSeconds: 0.5,
      stormEverySeconds: 2.4,
      stormSeconds: 1.6,
      sources: 2,
      phones: 1,
    }
const mostFirstByteMs = 300
/** Of the server's event loop. */
const mostDelayMs = 50
/** Bytes. */
const mostMemory = 400_000_000
/** The program of the players must not be late itself by more, or its figures say nothing. */
const mostLagMs = 100

const isLinux = process.platform === 'linux'
if (!isLinux) skipLoudly('many listeners', 'Only Linux has many loopback addresses.')
/** In the suite one engine stands for both. */
const isWanted = isLinux && (isProof || process.env.EARMARK_TEST_ENGINE === 'sqlite')

it.runIf(isWanted)(
  `${size.listeners} listeners who jump about hear what they should, and leave nothing open`,
  {
    timeout: 1_800_000 + minutes * 61_000,
  },
  async () => {
    await using exchange = await startExchange(size.sources)
    const { settings } = exchange
    await using soak = await openSoakSite({ seed: 1, sample: isProof, listeners: size.listeners, settings })
    const { program, listeners } = soak.site
    const editors = [await addPerson(soak, 'Editor'), await addPerson(soak, 'Editor')]
    const phones = []
    for (let count = 0; count < size.phones; count += 1) phones.push(await addPerson(soak, 'User'))
    const exchanging = await exchange.open(soak, editors[0] as SoakPerson, phones)
    const recordings = await addRecordings(soak)
    for (const editor of editors) await edit(soak, editor)[0]?.once()
    await readAllOnce(soak)
    const before = await momentOf(program)
    const habits = [...editors.flatMap((editor) => edit(soak, editor, 4)), ...lookAround(soak), ...exchanging]
    const leave = keepUp(habits, soak.random)
    const { port } = program
    const { arrivalSeconds, stormEverySeconds, stormSeconds } = size
    const times = { seconds: minutes * 60, arrivalSeconds, stormEverySeconds, stormSeconds }
    const { report, mostResident, processorShare } = await play(soak, {
      port,
      recordings,
      listeners,
      ...times,
    })
    const { longestDelayMs } = await momentOf(program)
    if (isProof)
      tell('many listeners', {
        minutes,
        ...report,
        mostResident,
        processorShare,
        longestDelayMs,
        answers: Object.fromEntries(soak.tally),
      })
    const failures = await leave()
    program.hangUp()
    await untilRested(program, before)

    expect(failures).toEqual([])
    expect(report.surprises).toEqual({})
    expect(program.output()).not.toMatch(/unexpected|unhandled/i)
    expect(report.heardSeconds).toBeGreaterThan(0)
    if (!isProof) return
    expect(report.lagMs.p99, 'the players were late, not the server').toBeLessThan(mostLagMs)
    expect(report.stalls).toBe(0)
    expect(report.firstByteMs.p99).toBeLessThan(mostFirstByteMs)
    expect(mostResident).toBeLessThan(mostMemory)
    expect(longestDelayMs).toBeLessThanOrEqual(mostDelayMs)
  },
)

async function addRecordings({ site, ask }: SoakSite): Promise<Recording[]> {
  const recordings: Recording[] = []
  for (let number = 1; number <= size.files; number += 1) {
    const file = numberedFile(size.fileBytes, number)
    const form = await formOf('POST', '/api/audio-books', site.headers, {
      Name: `File ${number}`,
      Audio: new Blob([file]),
    })
    const { audioUrl } = read<AudioBook>(await ask(form, 201))
    await ask({ method: 'GET', path: audioUrl ?? '', headers: { range: 'bytes=0-0' } }, 206)
    recordings.push({ url: audioUrl ?? '', number, sizeBytes: file.length })
  }
  return recordings
}

async function play({ site: { program } }: SoakSite, job: PlayersJob) {
  let mostResident = 0
  const looking = setInterval(() => {
    mostResident = Math.max(mostResident, residentBytes(program.pid))
  }, 250)
  const busyBefore = processorSeconds(program.pid)
  const players = fork(join(import.meta.dirname, './play-many.ts'), { execArgv: [] })
  players.send(job)
  const exited = once(players, 'exit').then(([code]) => {
    throw new Error(`The players have ended with ${code}.`)
  })
  const [report] = (await Promise.race([once(players, 'message'), exited])) as [PlayersReport]
  clearInterval(looking)
  const processorShare = (processorSeconds(program.pid) - busyBefore) / job.seconds
  return { report, mostResident, processorShare }
}
