import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { load, queryClient } from '../../lib/query-client.ts'
import { useToasts } from '../../ui/toast/toasts.ts'
import { followsQuery, knownShelf, libraryQuery } from './library-query.ts'
import { type Change, groupOf, isIn, type Subject } from './membership.ts'
import { requestChange, usePendingChanges } from './pending-changes.ts'
import { type Fate, LibraryServer } from './testing/library-server.ts'

/** Random clicks while the server answers when and how it pleases. */

const subjects: readonly Subject[] = [
  { kind: 'audio-book', id: 1 },
  { kind: 'episode', id: 11, podcastId: 7 },
  { kind: 'episode', id: 12, podcastId: 7 },
  { kind: 'podcast', id: 7 },
]

afterEach(() => vi.unstubAllGlobals())

const shown = (subject: Subject) => isIn(knownShelf(), usePendingChanges.getState().changes, subject)

async function settle(): Promise<void> {
  const isQuiet = () => {
    expect(usePendingChanges.getState().changes).toEqual([])
    expect(queryClient.isFetching()).toBe(0)
  }
  await vi.waitFor(isQuiet, { interval: 1, timeout: 60_000 })
}

/** @returns the last change of each group */
async function play(scheduler: fc.Scheduler, places: readonly number[]): Promise<Change[]> {
  await Promise.all([load(libraryQuery), load(followsQuery)])
  const last = new Map<string, Change>()
  const { task } = scheduler.scheduleSequence(
    places.map((place) => async () => {
      const subject = subjects[place] as Subject
      const wanted = !shown(subject)
      last.set(groupOf(subject), { subject, wanted })
      requestChange(subject, wanted)
      expect(shown(subject)).toBe(wanted)
    }),
  )
  await scheduler.waitFor(task.then(settle))
  return [...last.values()]
}

const clicks = fc.array(fc.nat({ max: subjects.length - 1 }), { minLength: 1, maxLength: 12 })

async function withServer(
  scheduler: fc.Scheduler,
  fates: readonly Fate[],
  check: (server: LibraryServer) => Promise<void>,
) {
  queryClient.clear()
  useToasts.setState({ shown: [] })
  const server = new LibraryServer()
  server.install()
  let asked = 0
  server.fateOf = async ({ method }) => {
    if (method === 'GET' && server.asked.length <= 2) return 'done'
    asked += 1
    const fate = method === 'GET' ? 'done' : (fates[asked % fates.length] ?? 'done')
    return await scheduler.schedule(Promise.resolve(fate))
  }
  await check(server)
}

test('the last click wins where nothing fails', async () => {
  const property = fc.asyncProperty(fc.scheduler(), clicks, (scheduler, places) =>
    withServer(scheduler, ['done'], async (server) => {
      const last = await play(scheduler, places)
      const truth = server.shelf()
      for (const { subject, wanted } of last) expect(isIn(truth, [], subject)).toBe(wanted)
      expect(subjects.map(shown)).toEqual(subjects.map((subject) => isIn(truth, [], subject)))
    }),
  )
  await fc.assert(property, { numRuns: 60 })
})

test('whatever failed, the page ends up showing the true state', async () => {
  const fates = fc.array(fc.constantFrom<Fate>('done', 'refused', 'unheard'), { minLength: 1, maxLength: 8 })
  const property = fc.asyncProperty(fc.scheduler(), clicks, fates, (scheduler, places, given) =>
    withServer(scheduler, given, async (server) => {
      await play(scheduler, places)
      expect(server.asked.length).toBeGreaterThan(1)
      const truth = server.shelf()
      expect(subjects.map(shown)).toEqual(subjects.map((subject) => isIn(truth, [], subject)))
    }),
  )
  await fc.assert(property, { numRuns: 60 })
})
