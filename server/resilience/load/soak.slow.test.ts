import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { skipLoudly, tell } from '../faults/fault-site.ts'
import { keepUp } from './habits.ts'
import { type Moment, momentOf, untilRested } from './held-by.ts'
import { type Slope, slopeOf } from './slope.ts'
import { edit } from './soak-editors.ts'
import { type Exchange, startExchange } from './soak-exchange.ts'
import { addPerson, comeAndGo, useOwn } from './soak-people.ts'
import { openSoakSite, readAllOnce, type SoakSite } from './soak-site.ts'
import { fillMemory, visit } from './soak-visitors.ts'
import { processorSeconds } from '../../src/testing/process-state.ts'

/**
 * All that people do, for as long as SOAK_MINUTES says: does the server hold no more than it held after the first
 * quarter of an hour? In `npm test` it takes seconds, which shows that nobody is refused and nothing stays open.
 */

const isProof = process.env.SOAK_MINUTES !== undefined
const minutes = Number(process.env.SOAK_MINUTES ?? 0.04)
const seed = Number(process.env.SOAK_SEED ?? (isProof ? Date.now() % 1_000_000 : 7))
const size = isProof ? { listeners: 300, people: 10, sources: 500 } : { listeners: 10, people: 3, sources: 2 }
/** Once every cache is full, and what runs often is compiled: in that time all comes more often. */
const warmHours = Math.min(0.25, minutes / 240)
const warmUpHaste = 5
const sampleMs = isProof ? 15_000 : 1_000
/** Bytes an hour. */
const mostGrowth = 1_000_000

const isLinux = process.platform === 'linux'
if (!isLinux) skipLoudly('the soak', 'Only Linux has many loopback addresses.')
/** In the suite one engine stands for both. */
const isWanted = isLinux && process.env.EARMARK_TEST_ENGINE === 'sqlite'

it.runIf(isWanted)(
  'holds no more after much of everything than before',
  {
    timeout: 180_000 + minutes * 61_000,
  },
  async () => {
    await using exchange = await startExchange(size.sources)
    const { settings } = exchange
    await using soak = await openSoakSite({ seed, sample: isProof, listeners: size.listeners, settings })
    const { program } = soak.site
    const habits = await moveIn(soak, exchange)
    const before = await momentOf(program)
    const begun = performance.now()
    const isWarm = () => performance.now() - begun > warmHours * 3_600_000
    const leave = keepUp(habits, soak.random, () => (isWarm() ? 1 : warmUpHaste))
    const { moments, processorShare } = await watch(soak)
    const failures = await leave()
    const figures = judge(moments)
    const answers = Object.fromEntries(soak.tally)
    if (isProof) tell('soak', { seed, minutes, processorShare, ...figures, answers })
    expect(failures).toEqual([])
    expect(program.output()).not.toMatch(/unexpected|unhandled/i)
    program.hangUp()
    await untilRested(program, before)
    if (!isProof) return
    expect(figures.resident.perHour).toBeLessThan(mostGrowth)
    expect(figures.live.perHour).toBeLessThan(mostGrowth)
  },
)

/** Everybody has come. */
async function moveIn(soak: SoakSite, exchange: Exchange) {
  const people = []
  for (let place = 0; place < size.people; place += 1) people.push(await addPerson(soak, 'User'))
  const [passing, ...staying] = people
  const editor = await addPerson(soak, 'Editor')
  const editing = edit(soak, editor)
  const exchanging = await exchange.open(soak, editor, staying)
  await editing[0]?.once()
  if (isProof) await fillMemory(soak)
  await readAllOnce(soak)
  const leaving = passing ? [comeAndGo(soak, passing)] : []
  return [
    ...visit(soak),
    ...leaving,
    ...staying.flatMap((person) => useOwn(soak, person)),
    ...editing,
    ...exchanging,
  ]
}

interface Timed extends Moment {
  readonly hours: number
}

async function watch({ site: { program } }: SoakSite) {
  const moments: Timed[] = []
  const begun = performance.now()
  const hours = () => (performance.now() - begun) / 3_600_000
  const busyBefore = processorSeconds(program.pid)
  while (hours() < minutes / 60) {
    await pause(sampleMs)
    moments.push({ hours: hours(), ...(await momentOf(program)) })
  }
  const processorShare = (processorSeconds(program.pid) - busyBefore) / (hours() * 3_600)
  return { moments, processorShare }
}

/** Of each quantity how it grew, and how large it was at both ends of that time. */
function judge(moments: readonly Timed[]) {
  const warm = moments.filter(({ hours }) => hours > warmHours)
  const course = (valueOf: (moment: Timed) => number): Slope & { first?: number; last?: number } => {
    const values = warm.map((moment) => ({ hours: moment.hours, value: valueOf(moment) }))
    return { first: values[0]?.value, last: values.at(-1)?.value, ...slopeOf(values) }
  }
  return {
    resident: course(({ resident }) => resident),
    live: course(({ heapUsed, external }) => heapUsed + external),
    descriptors: course(({ descriptors }) => descriptors),
  }
}
