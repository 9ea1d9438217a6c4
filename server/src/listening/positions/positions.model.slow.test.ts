import { randomUUID } from 'node:crypto'
import {
  forgetAudioBookPosition,
  type NewPosition,
  saveAudioBookPosition,
} from '@earmark/contract/position-edits.ts'
import { getAudioBookPosition, listAudioBookPositions, type Position } from '@earmark/contract/positions.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { makePerson } from '../../testing/people.ts'
import { makeAudioBook, soundOf } from '../../testing/records.ts'
import { startTestServer } from '../../testing/server.ts'
import { walks } from '../../testing/walks.ts'

/**
 * Three devices of one listener in random orders of saving, reading, losing answers, repeating and forgetting,
 * sometimes at the same time. A position is replaced only by a device that has seen it; no version is used twice.
 */

const server = await forAllTests(startTestServer())
const bookId = await makeAudioBook(server, { name: 'Persuasion', audio: soundOf(1000) })
const authorization = (await makePerson(server)).headers['authorization'] as string

interface Device {
  readonly id: string
  /** The version that it has seen last; 0: it knows of none. */
  seen: number
  /** What it sent last and has no answer to. */
  lost: NewPosition | null
}

/** What was acknowledged; null where there is nothing. */
interface State {
  readonly version: number
  readonly baseVersion: number
  readonly seconds: number
  readonly deviceId: string
}

class Model {
  readonly devices: Device[] = Array.from({ length: 3 }, () => ({ id: randomUUID(), seen: 0, lost: null }))
  current: State | null = null
  /** Newest first. */
  past: State[] = []
  readonly versions = new Set<number>()

  take(state: State): void {
    expect(this.versions.has(state.version)).toBe(false)
    expect(state.version).toBeGreaterThan(Math.max(0, ...this.versions))
    this.versions.add(state.version)
    this.current = state
    this.past = [state, ...this.past].slice(0, 50)
  }

  /** Whether a save by this device follows what there is. */
  isFresh({ baseVersion }: NewPosition): boolean {
    return baseVersion === (this.current?.version ?? 0)
  }

  isRepeated({ id }: Device, { baseVersion, positionSeconds }: NewPosition): boolean {
    const { current } = this
    return (
      current?.deviceId === id && current.baseVersion === baseVersion && current.seconds === positionSeconds
    )
  }
}

const headersOf = ({ id }: Device) => ({ authorization, 'x-deviceid': id })
const input = () => ({ params: { id: bookId } })

async function send(device: Device, body: NewPosition) {
  return await server.attempt(saveAudioBookPosition, { ...input(), body }, headersOf(device))
}

type Answer = Awaited<ReturnType<typeof send>>

/** Holds an answer against the model, which takes over what was saved. */
function judge(model: Model, device: Device, body: NewPosition, answer: Answer, isLost: boolean): void {
  device.lost = isLost ? body : null
  const isFresh = model.isFresh(body)
  if (isFresh || model.isRepeated(device, body)) {
    expect(answer.status).toBe(200)
    const position = JSON.parse(answer.body) as Position
    if (isFresh) {
      const { version, positionSeconds: seconds } = position
      model.take({ version, seconds, baseVersion: body.baseVersion, deviceId: device.id })
    }
    expectCurrent(model, device, position)
    if (!isLost) device.seen = position.version
    return
  }
  expect(answer).toMatchObject({ status: 409, codes: ['StalePosition'] })
  const current = answer.errors[0]?.current as Position | null
  expectCurrent(model, device, current)
  // A refused device shows the present position.
  if (!isLost) device.seen = current?.version ?? 0
}

function expectCurrent({ current }: Model, device: Device, answered: Position | null): void {
  expect(answered && [answered.version, answered.positionSeconds, answered.fromThisDevice]).toEqual(
    current && [current.version, current.seconds, current.deviceId === device.id],
  )
}

async function readAll(model: Model): Promise<void> {
  for (const device of model.devices) {
    const { status, body } = await server.attempt(getAudioBookPosition, input(), headersOf(device))
    expect(status).toBe(model.current ? 200 : 404)
    if (model.current) expectCurrent(model, device, JSON.parse(body) as Position)
  }
  const { body } = await server.attempt(
    listAudioBookPositions,
    input(),
    headersOf(model.devices[0] as Device),
  )
  const past = model.current ? (JSON.parse(body) as { version: number; positionSeconds: number }[]) : []
  expect(past.map(({ version, positionSeconds }) => [version, positionSeconds])).toEqual(
    model.past.map(({ version, seconds }) => [version, seconds]),
  )
}

type Step = { readonly toString: () => string; readonly run: (model: Model) => Promise<void> }
const device = fc.nat(2)
const step = (name: string, run: Step['run']): Step => ({ toString: () => name, run })

const save = fc.tuple(device, fc.nat(900), fc.nat(3)).map(([who, seconds, luck]) =>
  step(`device ${who} saves ${seconds}${luck === 0 ? ', unanswered' : ''}`, async (model) => {
    const by = model.devices[who] as Device
    const body = { positionSeconds: seconds, baseVersion: by.seen }
    judge(model, by, body, await send(by, body), luck === 0)
  }),
)

const again = device.map((who) =>
  step(`device ${who} sends again what it has no answer to`, async (model) => {
    const by = model.devices[who] as Device
    if (by.lost) judge(model, by, by.lost, await send(by, by.lost), false)
  }),
)

const forget = device.map((who) =>
  step(`device ${who} forgets`, async (model) => {
    const by = model.devices[who] as Device
    await server.call(forgetAudioBookPosition, input(), headersOf(by))
    model.current = null
    model.past = []
    by.seen = 0
  }),
)

/** All have seen the same: one of them wins, the others are told what it saved. */
const race = fc.constant(
  step('all save at once', async (model) => {
    const baseVersion = model.current?.version ?? 0
    const bodies = [901, 902, 903].map((positionSeconds) => ({ positionSeconds, baseVersion }))
    const answers = await Promise.all(bodies.map((body, place) => send(model.devices[place] as Device, body)))
    const winner = answers.findIndex(({ status }) => status === 200)
    for (const place of [winner, 0, 1, 2].filter((one, index) => index === 0 || one !== winner)) {
      judge(
        model,
        model.devices[place] as Device,
        bodies[place] as NewPosition,
        answers[place] as Answer,
        false,
      )
    }
  }),
)

const time = fc.integer({ min: -60_000, max: 60_000 }).map((ms) =>
  step(`the clock goes ${ms} ms`, async () => {
    server.time.now += ms
  }),
)

const someStep = fc.oneof(
  { weight: 10, arbitrary: save },
  { weight: 4, arbitrary: again },
  { weight: 2, arbitrary: race },
  { weight: 1, arbitrary: forget },
  { weight: 1, arbitrary: time },
)

it('is replaced by devices that have seen it and by no others, in any order', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 5, maxLength: 70, size: 'max' }), async (steps) => {
      const model = new Model()
      await server.call(forgetAudioBookPosition, input(), headersOf(model.devices[0] as Device))
      for (const { run } of steps) await run(model)
      await readAll(model)
    }),
    { numRuns: walks(25), plugins: [fc.interruptAfterTimeLimit(20_000)] },
  )
})
