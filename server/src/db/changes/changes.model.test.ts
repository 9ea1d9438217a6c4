import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createChanges } from './changes.ts'
import type { ChangedScope, Scope } from '../engine/scopes.ts'

const list = fc.constantFrom('audio-books' as const, 'podcasts' as const)
const record = fc
  .tuple(list, fc.integer({ min: 1, max: 4 }))
  .map(([name, id]): ChangedScope => `${name}/${id}`)
const changed = fc.oneof(
  { weight: 4, arbitrary: record },
  list.map((name): ChangedScope => `${name}/+`),
  list.map((name): ChangedScope => `${name}/*`),
)
const scopes = fc.uniqueArray(fc.oneof<fc.Arbitrary<Scope>[]>(list, record), { maxLength: 3 })
const steps = fc.array(
  fc.oneof(
    fc.record({ keep: scopes }),
    fc.record({ change: fc.array(changed, { minLength: 1, maxLength: 3 }) }),
  ),
  { maxLength: 40 },
)

/** As `scopes.ts` says it. */
function voids(change: ChangedScope, scope: Scope): boolean {
  const [name, what] = change.split('/')
  return scope === name || scope === change || (what === '*' && scope.startsWith(`${name}/`))
}

it.each([
  { remembered: 100, says: 'as long as nothing that it was made from has changed, and no longer' },
  { remembered: 2, says: 'never after a change, also where changes are forgotten' },
])('what is kept is used $says', ({ remembered }) => {
  fc.assert(
    fc.property(steps, (taken) => {
      const changes = createChanges(undefined, remembered)
      const kept: { scopes: readonly Scope[]; version: number; isVoid: boolean }[] = []
      for (const step of taken) {
        if ('keep' in step) kept.push({ scopes: step.keep, version: changes.version, isVoid: false })
        else {
          changes.changed(step.change)
          for (const one of kept)
            one.isVoid ||= step.change.some((change) => one.scopes.some((scope) => voids(change, scope)))
        }
        for (const one of kept) {
          const isUsed = changes.isCurrent(one)
          if (one.isVoid) expect(isUsed).toBe(false)
          else if (remembered === 100) expect(isUsed).toBe(true)
        }
      }
    }),
  )
})
