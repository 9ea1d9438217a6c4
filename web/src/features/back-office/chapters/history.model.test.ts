import fc from 'fast-check'
import { expect, it } from 'vitest'
import { begun, changedTo, type History, redone, undone } from './history.ts'

/** All states that were, and where among them one is. */
interface Model {
  states: number[]
  at: number
  key: string | null
}
type Step = { kind: 'change'; key: string | null } | { kind: 'undo' | 'redo' | 'same' }

function follow(model: Model, step: Step, value: number): void {
  const last = model.states.length - 1
  if (step.kind === 'undo' || step.kind === 'redo') {
    const to = model.at + (step.kind === 'undo' ? -1 : 1)
    if (to >= 0 && to <= last) Object.assign(model, { at: to, key: null })
  } else if (step.kind === 'change') {
    const joins = step.key !== null && step.key === model.key
    model.states = [...model.states.slice(0, joins ? model.at : model.at + 1), value]
    Object.assign(model, { at: model.states.length - 1, key: step.key })
  }
}

function take(history: History<number>, step: Step, value: number): History<number> {
  if (step.kind === 'undo') return undone(history)
  if (step.kind === 'redo') return redone(history)
  return step.kind === 'change' ? changedTo(history, value, step.key) : changedTo(history, history.present)
}

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('change' as const), key: fc.constantFrom(null, 'a', 'b') }),
  fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const, 'same' as const) }),
)

it('goes back and forth over every change, and joins those of one key', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
      const model: Model = { states: [0], at: 0, key: null }
      let history = begun(0)
      steps.forEach((step, place) => {
        follow(model, step, place + 1)
        history = take(history, step, place + 1)
        expect([...history.past, history.present, ...history.future.toReversed()]).toEqual(model.states)
        expect(history.past).toHaveLength(model.at)
      })
    }),
  )
})

it('remembers the last five hundred', () => {
  let history = begun(0)
  for (let step = 1; step <= 600; step += 1) history = changedTo(history, step)
  for (let step = 0; step < 600; step += 1) history = undone(history)
  expect(history.present).toBe(100)
})
