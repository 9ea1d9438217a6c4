import type { Bookmark } from '@earmark/contract/bookmarks.ts'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { useToasts } from '../../../ui/toast/toasts.ts'
import { storeSession } from '../audio/testing/fake-player.ts'
import type { RecordingRef } from '../reducer/state.ts'
import { add, bringBack, change, flush, remove } from './outbox.ts'
import { BookmarkServer, type Fate } from './testing/bookmark-server.ts'
import { listUnsent, readUnsent, type Unsent } from './unsent.ts'

/** Random marks while the server answers when and how it pleases. */

const book: RecordingRef = { kind: 'audio-book', id: 1 }

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

function begin(fates: readonly Fate[]): BookmarkServer {
  localStorage.clear()
  queryClient.clear()
  useToasts.setState({ shown: [] })
  storeSession('ada')
  return new BookmarkServer(fates)
}

async function settle(server: BookmarkServer): Promise<void> {
  server.fates = ['done']
  await flush()
  await flush()
}

const contents = (bookmarks: readonly Bookmark[]) =>
  bookmarks.map(({ startSeconds, endSeconds, note }) => `${startSeconds} ${endSeconds} ${note}`).toSorted()

const anyFate = fc.constantFrom<Fate>('done', 'busy', 'unheard', 'lost')
const anyStep = fc.oneof(
  fc.nat(900).map((startSeconds) => ({ kind: 'add', startSeconds }) as const),
  fc
    .tuple(fc.nat(9), fc.string({ maxLength: 5 }))
    .map(([place, note]) => ({ kind: 'note', place, note }) as const),
  fc
    .tuple(fc.nat(9), fc.integer({ min: 901, max: 999 }))
    .map(([place, end]) => ({ kind: 'end', place, end }) as const),
  fc.nat(9).map((place) => ({ kind: 'remove', place }) as const),
  fc.constantFrom({ kind: 'undo' } as const, { kind: 'wait' } as const),
)
type Step = typeof anyStep extends fc.Arbitrary<infer Kind> ? Kind : never

interface Wanted {
  id: string
  startSeconds: number
  endSeconds: number | null
  note: string
}

/** What the listener believes to have. */
class Listener {
  wanted: Wanted[] = []
  removed: { back: Unsent; wanted: Wanted } | null = null
  private readonly server: BookmarkServer

  constructor(server: BookmarkServer) {
    this.server = server
  }

  async do(step: Step): Promise<void> {
    if (step.kind === 'add') return this.add(step.startSeconds)
    if (step.kind === 'undo') return this.undo()
    if (step.kind === 'wait') return await flush()
    const one = this.wanted[step.place % Math.max(this.wanted.length, 1)]
    if (one === undefined) return
    if (step.kind === 'remove') return this.remove(one)
    const marked = step.kind === 'note' ? { note: step.note } : { endSeconds: step.end }
    Object.assign(one, marked)
    change(one.id, marked)
  }

  private add(startSeconds: number): void {
    const marked = { startSeconds, endSeconds: null, note: '' }
    this.wanted.push({ id: add(book, marked, null), ...marked })
  }

  private remove(one: Wanted): void {
    const there = this.server.bookmarks.find(({ clientId }) => clientId === one.id)
    const shown = readUnsent(one.id) ?? there
    const back = shown ? remove(shown) : null
    if (back === null) return
    this.wanted = this.wanted.filter((other) => other !== one)
    this.removed = { back, wanted: one }
  }

  private undo(): void {
    if (this.removed === null) return
    const { back, wanted } = this.removed
    this.removed = null
    // Anew it has another id, by which it is not changed again here.
    const known = new Set(listUnsent().map(({ clientId }) => clientId))
    bringBack(back)
    const fresh = listUnsent().find(({ clientId }) => !known.has(clientId))
    this.wanted.push({ ...wanted, id: fresh?.clientId ?? back.clientId })
  }
}

test('whatever fails, the server has what was wanted once it answers again, and nothing twice', async () => {
  const property = fc.asyncProperty(
    fc.array(anyStep, { minLength: 1, maxLength: 20 }),
    fc.array(anyFate, { minLength: 1, maxLength: 12 }),
    async (steps, fates) => {
      const server = begin(fates)
      const listener = new Listener(server)
      for (const step of steps) await listener.do(step)
      await settle(server)
      expect(listUnsent()).toEqual([])
      expect(contents(server.bookmarks)).toEqual(contents(listener.wanted as unknown as Bookmark[]))
      const ids = server.bookmarks.map(({ clientId }) => clientId)
      expect(new Set(ids).size).toBe(ids.length)
      expect(useToasts.getState().shown).toEqual([])
    },
  )
  await fc.assert(property, { numRuns: 150 })
})

test('what the server refuses for good is told and given up', async () => {
  const server = begin(['refused'])
  add(book, { startSeconds: 5, endSeconds: null, note: '' }, null)
  await flush()
  expect(listUnsent()).toEqual([])
  expect(useToasts.getState().shown).toMatchObject([{ type: 'error', description: 'Not this.' }])
  expect(server.bookmarks).toEqual([])
})

test('without a connection it waits, also for the next visit, and is sent once', async () => {
  const server = begin(['unheard'])
  const clientId = add(book, { startSeconds: 5, endSeconds: null, note: '' }, 'The Lock')
  await flush()
  expect(listUnsent()).toMatchObject([{ clientId, tried: true, saved: null, chapterTitle: 'The Lock' }])
  server.fates = ['done']
  server.asked.length = 0
  await flush()
  await flush()
  expect(server.bookmarks).toMatchObject([{ clientId, startSeconds: 5 }])
  expect(server.asked).toEqual(['POST'])
})

test('nothing is sent for somebody who has signed out', async () => {
  const server = begin(['done'])
  localStorage.removeItem('accessToken')
  localStorage.setItem('bookmark:ada:1', '{}')
  await flush()
  expect(server.asked).toEqual([])
})
