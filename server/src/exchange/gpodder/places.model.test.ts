import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  afterTelling,
  answerTimestamp,
  confirms,
  type DevicePlace,
  mustTell,
  type Play,
  receivePlay,
  type SyncDialect,
  toldPlace,
  untold,
} from './places.ts'

/**
 * Two phones that synchronise as AntennaPod does and two browsers in random orders of listening, seeking and
 * synchronising, with lost requests and answers and clocks up to an hour off. Nobody is set back from a place that the
 * device which does so has not had, and in the end all are at the same place.
 */

const totalMs = 3_600_000
const tolerance = 5000

interface Saved {
  readonly version: number
  readonly positionMs: number
  readonly finished: boolean
  readonly by: Actor
  readonly updatedAt: number
}

/** A phone or a browser. */
interface Actor {
  positionMs: number
  finished: boolean
  /** Versions whose place it has had as its own. */
  readonly heard: Set<number>
}

interface Queued extends Play {
  /** What the phone had had when it was made. */
  readonly heard: ReadonlySet<number>
}

interface Phone extends Actor {
  readonly dialect: SyncDialect
  readonly clockOffMs: number
  since: number
  queue: Queued[]
  /** The server's record of it. */
  place: DevicePlace
  lastAnswer: number | null
  lastSince: number | null
}

interface Told {
  readonly positionMs: number
  readonly finished: boolean
  readonly at: number
  readonly version: number
}

class World {
  now = Date.UTC(2026, 0, 5)
  present: Saved | null = null
  setBack = 0
  readonly phones: Phone[]
  readonly browsers: (Actor & { seen: number })[]

  constructor(dialect: SyncDialect, clocks: readonly number[]) {
    this.phones = clocks.map((clockOffMs) => ({
      ...newActor(),
      dialect,
      clockOffMs,
      since: 0,
      queue: [],
      place: untold,
      lastAnswer: null,
      lastSince: null,
    }))
    this.browsers = [0, 1].map(() => ({ ...newActor(), seen: 0 }))
  }

  save(by: Actor, place: { positionMs: number; finished: boolean }, heard: ReadonlySet<number>): void {
    const { present } = this
    const isBack =
      present !== null &&
      !place.finished &&
      (present.finished || place.positionMs <= present.positionMs - tolerance)
    if (isBack && !heard.has(present.version)) this.setBack += 1
    const version = (present?.version ?? 0) + 1
    this.present = { version, ...place, by, updatedAt: Math.max(this.now, (present?.updatedAt ?? 0) + 1) }
    by.heard.add(version)
  }

  seenBy(phone: Phone) {
    return this.present && { ...this.present, isOwn: this.present.by === phone }
  }

  get(phone: Phone): { timestamp: number; told: Told | null } {
    const asked = phone.since
    phone.place = afterTelling(phone.place, confirms(asked, phone, phone.dialect))
    const timestamp = answerTimestamp(this.now, 0, phone.lastAnswer)
    phone.lastAnswer = timestamp
    phone.lastSince = asked
    const since = phone.dialect === 'nextcloud' ? Math.max(0, asked - 3600) : asked
    const present = this.seenBy(phone)
    if (!present || !mustTell(present, phone.place, since)) return { timestamp, told: null }
    const told = toldPlace(present, phone.place, totalMs)
    if (!told) return { timestamp, told: null }
    phone.place = { ...phone.place, toldVersion: present.version }
    const { version, finished } = present
    return { timestamp, told: { version, finished, at: told.at, positionMs: told.position * 1000 } }
  }

  post(phone: Phone): number {
    const play = phone.queue.toSorted((one, other) => one.at - other.at).at(-1)
    if (play) {
      const { reception, place } = receivePlay(this.seenBy(phone), phone.place, play)
      phone.place = place
      const { positionMs, finished } = play
      if (reception === 'save') this.save(phone, { positionMs, finished }, play.heard)
    }
    return phone.dialect === 'nextcloud' ? clockOf(this, phone) : (phone.lastAnswer ?? 0)
  }
}

const newActor = (): Actor => ({ positionMs: 0, finished: false, heard: new Set() })
const clockOf = ({ now }: World, { clockOffMs }: Phone) => Math.floor((now + clockOffMs) / 1000)

/** The newest of what waits to be sent stays, unless what is told is as new. */
function hear(phone: Phone, told: Told): void {
  const newest = Math.max(...phone.queue.map(({ at }) => at))
  if (phone.queue.length > 0 && newest > Math.floor(told.at / 1000) * 1000) return
  phone.positionMs = told.positionMs
  phone.finished = told.finished
  phone.heard.add(told.version)
}

type Loss = 'none' | 'get request' | 'get answer' | 'post request' | 'post answer'

function synchronise(world: World, phone: Phone, loss: Loss): void {
  if (loss === 'get request') return
  const { timestamp, told } = world.get(phone)
  if (loss === 'get answer') return
  if (told) hear(phone, told)
  let next = timestamp
  if (phone.queue.length > 0) {
    if (loss === 'post request') return
    next = world.post(phone)
    if (loss === 'post answer') return
    phone.queue = []
  }
  phone.since = next
}

function listenOnPhone(world: World, phone: Phone, positionMs: number): void {
  const at = clockOf(world, phone) * 1000
  phone.positionMs = positionMs
  phone.finished = positionMs >= totalMs
  phone.queue.push({ at, positionMs, finished: phone.finished, heard: new Set(phone.heard) })
}

function listenInBrowser(world: World, browser: Actor & { seen: number }, positionMs: number): void {
  if ((world.present?.version ?? 0) !== browser.seen) return read(world, browser)
  world.save(browser, { positionMs, finished: positionMs >= totalMs }, browser.heard)
  read(world, browser)
}

/** A browser follows what there is: it has the place before it changes it. */
function read(world: World, browser: Actor & { seen: number }): void {
  const { present } = world
  if (!present) return
  browser.seen = present.version
  browser.positionMs = present.positionMs
  browser.finished = present.finished
  browser.heard.add(present.version)
}

const who = fc.nat(1)
const someLoss = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Loss>('none') },
  { weight: 4, arbitrary: fc.constantFrom<Loss>('get request', 'get answer', 'post request', 'post answer') },
)
/** On from where it is, most of the time. */
const someMove = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 5, max: 300 }).map((by) => ({ by })) },
  { weight: 2, arbitrary: fc.nat(3599).map((to) => ({ to })) },
  { weight: 1, arbitrary: fc.constantFrom({ to: 0 }, { to: 3600 }) },
)
type Move = { readonly by: number } | { readonly to: number }
const moved = ({ positionMs, finished }: Actor, move: Move) =>
  'to' in move ? move.to * 1000 : Math.min(totalMs, (finished ? 0 : positionMs) + move.by * 1000)

const someStep = fc.oneof(
  fc.record({ kind: fc.constant('phone' as const), who, move: someMove }),
  fc.record({ kind: fc.constant('sync' as const), who, loss: someLoss }),
  fc.record({ kind: fc.constant('browser' as const), who, move: someMove }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(0, 1, 1, 60, 900, 7200) }),
)
type Step = typeof someStep extends fc.Arbitrary<infer S> ? S : never

function take(world: World, step: Step): void {
  if (step.kind === 'wait') {
    world.now += step.seconds * 1000
    return
  }
  if (step.kind === 'browser') {
    const browser = world.browsers[step.who] as World['browsers'][number]
    return listenInBrowser(world, browser, moved(browser, step.move))
  }
  const phone = world.phones[step.who] as Phone
  if (step.kind === 'sync') return synchronise(world, phone, step.loss)
  listenOnPhone(world, phone, moved(phone, step.move))
}

function expectAgreement(world: World): void {
  for (let round = 0; round < 4; round += 1) {
    for (const phone of world.phones) {
      world.now += 2000
      synchronise(world, phone, 'none')
    }
  }
  const { present } = world
  for (const { positionMs, finished } of present ? world.phones : []) {
    expect(finished).toBe(present?.finished)
    if (!finished) expect(Math.abs(positionMs - (present?.positionMs ?? 0))).toBeLessThan(tolerance)
  }
}

const walks = Number(process.env['PLACE_WALKS'] ?? 1000)
const clock = fc.integer({ min: -3_600_000, max: 3_600_000 })

it.each<SyncDialect>(['gpodder', 'nextcloud'])(
  'sets nobody back unheard, and all agree, in %s’s dialect',
  {
    timeout: 600_000,
  },
  (dialect) => {
    fc.assert(
      fc.property(
        fc.tuple(clock, clock),
        fc.array(someStep, { minLength: 5, maxLength: 30, size: 'max' }),
        (clocks, steps) => {
          const world = new World(dialect, clocks)
          for (const step of steps) take(world, step)
          expect(world.setBack).toBe(0)
          expectAgreement(world)
        },
      ),
      { numRuns: walks },
    )
  },
)
