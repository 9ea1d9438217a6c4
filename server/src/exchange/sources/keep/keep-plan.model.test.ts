import { keepPolicies } from '@earmark/contract/sources.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { givenUp, type KeepableItem, type KeptUse, planKeeping } from './keep-plan.ts'

const items = fc
  .array(
    fc.record({
      publishedAt: fc.option(fc.integer({ min: 1, max: 8 })),
      isListed: fc.boolean(),
      isOwn: fc.boolean(),
      isKept: fc.boolean(),
      isOutdated: fc.boolean(),
      isRefused: fc.boolean(),
      use: fc.record({ isInUse: fc.boolean(), isFinished: fc.boolean() }),
    }),
    { maxLength: 12 },
  )
  .map((made) =>
    made.map((item, id) => {
      const isKept = item.isKept && !item.isOwn
      return { ...item, id, isKept, isOutdated: item.isOutdated && isKept }
    }),
  )

const policies = fc.record({
  keep: fc.constantFrom(...keepPolicies),
  keepCount: fc.integer({ min: 1, max: 6 }),
})

type Made = KeepableItem & { readonly use: KeptUse }

/** What has been fetched is kept, what was given up is not; fetches that are refused stay so. */
function carriedOut(made: readonly Made[], policy: Parameters<typeof planKeeping>[0]): Made[] {
  const fetched = new Set(planKeeping(policy, made).fetched)
  const after = made.map((item) =>
    fetched.has(item.id) ? { ...item, isKept: true, isOutdated: false } : item,
  )
  const gone = new Set(givenUp(planKeeping(policy, after), usesOf(after)))
  return after.map((item) => (gone.has(item.id) ? { ...item, isKept: false } : item))
}

const usesOf = (made: readonly Made[]) => new Map(made.map(({ id, use }) => [id, use]))
const keptIds = (made: readonly Made[]) => made.filter(({ isKept }) => isKept).map(({ id }) => id)

it('what a policy makes of recordings is settled, and takes from nobody', () => {
  fc.assert(
    fc.property(items, policies, (made, policy) => {
      const after = carriedOut(made, policy)
      const again = planKeeping(policy, after)
      // Nothing is fetched that was just given up.
      expect(again.fetched).toEqual([])
      expect(givenUp(again, usesOf(after))).toEqual([])
      // An editor's own file is neither fetched nor given up.
      for (const { id, isOwn, isKept } of after) if (isOwn) expect([id, isKept]).toEqual([id, false])
      for (const { id, isKept, use } of made) if (isKept && use.isInUse) expect(keptIds(after)).toContain(id)
      if (policy.keep === 'all') expect(keptIds(after)).toEqual(expect.arrayContaining(keptIds(made)))
      const most = { none: 0, last: policy.keepCount, all: made.length }[policy.keep]
      const free = after.filter(({ isKept, use }) => isKept && !use.isInUse)
      expect(free.length).toBeLessThanOrEqual(most)
    }),
    { numRuns: 2_000 },
  )
})

it('what was finished goes before what was not, the oldest first', () => {
  const kept = [1, 2, 3, 4, 5].map((id) => {
    return {
      id,
      publishedAt: id,
      isListed: true,
      isOwn: false,
      isKept: true,
      isOutdated: false,
      isRefused: false,
    }
  })
  const plan = planKeeping({ keep: 'last', keepCount: 1 }, kept)
  const use = (isInUse: boolean, isFinished: boolean): KeptUse => ({ isInUse, isFinished })
  const uses = new Map([
    [1, use(false, false)],
    [2, use(true, true)],
    [3, use(false, true)],
    [4, use(false, true)],
  ])
  expect(givenUp(plan, uses)).toEqual([3, 4, 1])
  expect(givenUp(planKeeping({ keep: 'last', keepCount: 4 }, kept), uses)).toEqual([1])
})
