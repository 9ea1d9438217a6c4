import { ApiError } from '../../../lib/api.ts'
import { beforeLeaving } from '../../../lib/session-news.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import { onPersonChange } from '../../auth/index.ts'
import { type Player, together } from '../audio/player.ts'
import type { RecordingRef } from '../reducer/state.ts'
import type { SyncClient } from './sync-client.ts'
import { recordPositions, type Written } from './recorder.ts'
import { onPositionChange, prune, readPosition } from './store.ts'
import { beginAs, changePerson } from './accounts.ts'
import { positionName, resumeAt } from './recall.ts'
import { isUnsent } from './merge.ts'

const whilePlayingMilliseconds = 10_000
const afterJumpMilliseconds = 1000
const freshMilliseconds = 15_000
/** Stored positions further away move the player. */
const soundingSeconds = 6
const standingSeconds = 1

/** Decides when stored positions are sent, and when the server's are fetched. */
export function syncPositions(player: Player, syncClient: SyncClient): () => void {
  const recorder = recordPositions(player, written)
  const leaving = new AbortController()
  let lookedAt = 0
  let afterJump: ReturnType<typeof setTimeout> | undefined

  function current(): RecordingRef | null {
    return player.track()?.recording ?? null
  }

  function written(recording: RecordingRef, why: Written): void {
    if (why === 'stop') void syncClient.push(recording)
    if (why !== 'jump') return
    clearTimeout(afterJump)
    afterJump = setTimeout(() => void syncClient.push(recording), afterJumpMilliseconds)
  }

  function look(): void {
    const recording = current()
    lookedAt = Date.now()
    if (recording !== null) syncClient.pull(recording).catch(ignoreTransient)
  }

  /** A position of another device or tab moves a paused player, and a playing one over a larger distance. */
  function follow(name: string): void {
    const recording = current()
    if (recording === null || name !== positionName(storedPerson(), recording)) return
    // In a visit the player is elsewhere on purpose.
    if (player.store.getState().visit !== null) return
    const kept = readPosition(recording)
    // Another tab's unsent seconds are read when playing goes on here.
    if (kept === null || isUnsent(kept) || kept.finished) return
    const near = player.isActive() ? soundingSeconds : standingSeconds
    if (Math.abs(kept.position - player.position()) <= near) return
    const place = resumeAt(kept, Date.now())
    if (Math.abs(place - player.position()) > near) player.send({ type: 'move', position: place })
  }

  function leave(): void {
    recorder.saveNow()
    const recording = current()
    if (recording !== null) void syncClient.push(recording, true)
    void syncClient.pushAll()
  }

  function comeBack(): void {
    if (Date.now() - lookedAt > freshMilliseconds) look()
  }

  async function begin(): Promise<void> {
    lookedAt = Date.now()
    await syncClient.pullAll().catch(ignoreTransient)
    const recording = current()
    if (recording !== null && (readPosition(recording)?.base ?? 0) > 0)
      await syncClient.pull(recording).catch(ignoreTransient)
    await syncClient.pushAll()
    prune()
  }

  beginAs(storedPerson())
  void begin()
  const repeating = setInterval(() => {
    if (player.isActive()) recorder.saveNow()
    void syncClient.pushAll()
  }, whilePlayingMilliseconds)
  const options = { signal: leaving.signal }
  window.addEventListener('pagehide', leave, options)
  window.addEventListener('online', () => void syncClient.pushAll().then(look), options)
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? leave() : comeBack()),
    options,
  )
  return together(
    () => clearInterval(repeating),
    () => clearTimeout(afterJump),
    () => leaving.abort(),
    onPositionChange(follow),
    onPersonChange((to, from) => {
      changePerson(player, recorder, to, from)
      void begin()
    }),
    beforeLeaving(async () => {
      await pausedFor(player)
      await syncClient.pushAll()
    }),
    player.store.subscribe((state, before) => {
      if (state.load === before.load || state.currentId === null) return
      look()
    }),
    recorder.stop,
  )
}

/** Resolves once the player is silent. */
export function pausedFor(player: Player): Promise<void> {
  return new Promise((resolve) => {
    if (!player.store.getState().playing) return resolve()
    const stop = player.store.subscribe(({ playing }) => {
      if (playing) return
      stop()
      resolve()
    })
    player.pause()
  })
}

/** Requests are repeated before long. */
function ignoreTransient(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
