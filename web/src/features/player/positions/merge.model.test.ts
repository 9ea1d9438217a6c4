import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isUnsent } from './merge.ts'
import { endOfRecording, ModelDevices } from './testing/model-devices.ts'

type Step = { name: string; run: (world: ModelDevices) => void }

const device = fc.constantFrom(0, 1)
const position = fc.integer({ min: 0, max: endOfRecording })
const place = fc.nat(9)
const where = fc.constantFrom('here' as const, 'there' as const)

function step<First, Second = number>(
  name: string,
  [first, second]: readonly [fc.Arbitrary<First>, fc.Arbitrary<Second>?],
  run: (world: ModelDevices, first: First, second: Second) => void,
): fc.Arbitrary<Step> {
  const rest = second ?? (fc.constant(0) as fc.Arbitrary<unknown> as fc.Arbitrary<Second>)
  return fc.tuple(first, rest).map(([one, other]) => ({
    name: `${name} ${String(one)} ${String(other)}`,
    run: (world) => run(world, one, other),
  }))
}

const often = (arbitrary: fc.Arbitrary<Step>) => ({ arbitrary, weight: 4 })
const seldom = (arbitrary: fc.Arbitrary<Step>) => ({ arbitrary, weight: 1 })

const anyStep = fc.oneof(
  often(step('play', [device], (world, at) => world.play(at))),
  often(step('hear', [device, fc.integer({ min: 1, max: 300 })], (world, at, s) => world.hear(at, s))),
  often(step('send', [device], (world, at) => world.send(at))),
  often(step('deliver', [place], (world, at) => world.deliver(at))),
  often(step('answer', [place], (world, at) => world.answer(at))),
  often(step('look', [device], (world, at) => world.look(at))),
  often(
    step('save', [device], (world, at) => {
      world.send(at)
      world.deliver(-1)
      world.answer(-1)
    }),
  ),
  often(
    step('save without an answer', [device], (world, at) => {
      world.send(at)
      world.deliver(-1)
      world.lose(-1)
    }),
  ),
  often(
    step('look at once', [device], (world, at) => {
      world.look(at)
      world.deliver(-1)
      world.answer(-1)
    }),
  ),
  seldom(step('seek', [device, position], (world, at, to) => world.seek(at, to))),
  seldom(step('pause', [device], (world, at) => world.pause(at))),
  seldom(step('lose', [place], (world, at) => world.lose(at))),
  seldom(step('kill', [device], (world, at) => world.kill(at))),
  seldom(step('online', [device, fc.boolean()], (world, at, is) => world.setOnline(at, is))),
  seldom(step('decide', [device, where], (world, at, which) => world.decide(at, which))),
  seldom(step('forget', [device], (world) => world.forget())),
  seldom(step('join', [device, position], (world, at, to) => world.join(at, to))),
)

it('two devices, a bad network and killed tabs: nothing is lost or set back, and after quiet all agree', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60, size: 'max' }), where, (steps, finally_) => {
      const world = new ModelDevices()
      for (const { run } of steps) run(world)
      world.settle(finally_)
      for (const { kept } of world.devices) {
        expect(kept?.theirs ?? null).toBeNull()
        expect(kept !== null && isUnsent(kept)).toBe(false)
        expect(kept?.position ?? null).toBe(world.saved?.position ?? null)
        expect(kept?.base ?? 0).toBe(world.saved?.version ?? 0)
      }
    }),
    { numRuns: 2000 },
  )
})
