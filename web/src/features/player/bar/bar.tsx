import { useRouter } from '@tanstack/react-router'
import { ListMusic } from 'lucide-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { hasFailed, type Track } from '../reducer/state.ts'
import { messages } from '../bar-messages.ts'
import { swipe } from '../full-player/swipe.ts'
import { Offers } from '../offers/offers.tsx'
import { Elsewhere, usePlaysElsewhere } from '../tabs/elsewhere.tsx'
import { returningTo } from '../../auth/index.ts'
import { BookmarkControl } from '../bookmarks/bookmark-control.tsx'
import { wayToSignIn } from '../bookmarks/mark-moment.ts'
import { closeAll, dropPanels, togglePanel, usePanels } from '../panels.ts'
import { ProgressLine } from '../transport/progress-line.tsx'
import { SeekBar } from '../transport/seek-bar.tsx'
import { QueueOffer, useIsOffered } from '../queue/queue-offer.tsx'
import { startPlayer } from './start-player.ts'
import { useCurrentTrack, usePlayer } from '../player.ts'
import styles from './bar.module.css'
import { NowPlaying } from './now-playing.tsx'
import { SleepControl } from '../sleep/sleep-control.tsx'
import { SpeedControl } from '../settings/speed-control.tsx'
import { Transport } from '../transport/transport.tsx'
import { MoreControl, VolumeControl } from '../settings/volume-control.tsx'

const QueuePanel = lazy(async () => ({
  default: (await import('../queue/queue-panel.tsx')).QueuePanel,
}))
const FullPlayer = lazy(async () => ({
  default: (await import('../full-player/full-player.tsx')).FullPlayer,
}))
const KeysDialog = lazy(async () => ({
  default: (await import('../input/keys-dialog.tsx')).KeysDialog,
}))

export { prefetchTrack } from '../queue/find-files.ts'

export function Bar({ storedQueue }: { storedQueue: Record<string, unknown> }) {
  const track = useCurrentTrack()
  const open = usePanels((panels) => panels.open)
  const isOffered = useIsOffered()
  const router = useRouter()

  useEffect(() => startPlayer(storedQueue), [storedQueue])
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && dropPanels()),
    [router],
  )

  useEffect(() => {
    wayToSignIn.go = () => {
      const { href, pathname } = router.state.location
      void router.navigate({ to: '/auth/login', search: returningTo({ href, pathname }) })
    }
  }, [router])

  return (
    <>
      {track !== null && <ShownBar track={track} isQueueOpen={open.includes('queue')} />}
      {track === null && isOffered && <OfferAlone />}
      {/* One Suspense each: an open panel stays while another one's code is fetched. */}
      <Suspense>{open.includes('player') && track !== null && <FullPlayer />}</Suspense>
      <Suspense>{open.includes('queue') && track !== null && <QueuePanel />}</Suspense>
      <Suspense>{open.includes('keys') && <KeysDialog />}</Suspense>
    </>
  )
}

function ShownBar({ track, isQueueOpen }: { track: Track; isQueueOpen: boolean }) {
  const failed = usePlayer(hasFailed)
  const isElsewhere = usePlaysElsewhere() !== null
  const hasStrip = useIsOffered() || isElsewhere
  const swiping = useMemo(() => swipe('up', () => togglePanel('player')), [])

  useEffect(() => closeAll, [])
  usePlayerHeight(hasStrip ? 'calc(var(--bar-height) + var(--strip-height))' : 'var(--bar-height)')

  return (
    <section
      className={styles.bar}
      aria-label={messages.player}
      data-failed={failed ? '' : undefined}
      {...swiping}
    >
      <Offers track={track} />
      <Elsewhere className={styles.strip} />
      {!isElsewhere && <QueueOffer className={styles.strip} />}
      <ProgressLine className={styles.line} />
      <NowPlaying track={track} failed={failed} />
      <div className={styles.middle}>
        <Transport />
        <SeekBar className={styles.seek} />
      </div>
      <div className={styles.end}>
        <SpeedControl as="pill" />
        <SleepControl as="pill" />
        <div className={styles.wide}>
          <BookmarkControl as="pill" />
        </div>
        <VolumeControl />
        <IconButton
          label={isQueueOpen ? messages.hideQueue : messages.showQueue}
          aria-expanded={isQueueOpen}
          onClick={() => togglePanel('queue')}
        >
          <ListMusic size={20} aria-hidden="true" />
        </IconButton>
        <MoreControl />
      </div>
      <div className={styles.spoken} aria-live="polite">
        <VisuallyHidden>{messages.currentIs(track.title)}</VisuallyHidden>
      </div>
    </section>
  )
}

/** Another device's queue, offered without a queue here. */
function OfferAlone() {
  usePlayerHeight('calc(var(--strip-height) + env(safe-area-inset-bottom, 0px))')
  return (
    <section className={styles.bare} aria-label={messages.player}>
      <QueueOffer />
    </section>
  )
}

/** Tells the page the player's height, before the paint, for its foot and floating parts. */
function usePlayerHeight(height: string): void {
  useLayoutEffect(() => {
    const page = document.documentElement
    page.style.setProperty('--player-height', height)
    return () => {
      page.style.removeProperty('--player-height')
    }
  }, [height])
}
