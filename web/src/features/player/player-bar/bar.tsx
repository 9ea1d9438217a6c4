import { useRouter } from '@tanstack/react-router'
import { ListMusic } from 'lucide-react'
import { lazy, Suspense, useEffect, useLayoutEffect } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import type { Track } from '../engine/state.ts'
import { messages } from '../messages.ts'
import { closePanel, togglePanel, usePanels } from '../panels.ts'
import { ProgressLine } from '../seek-bar/progress-line.tsx'
import { SeekBar } from '../seek-bar/seek-bar.tsx'
import { startPlayer } from '../start-player.ts'
import { useCurrentTrack, usePlayer } from '../use-player.ts'
import styles from './bar.module.css'
import { NowPlaying } from './now-playing.tsx'
import { SpeedControl } from './speed-control.tsx'
import { Transport } from './transport.tsx'
import { VolumeControl } from './volume-control.tsx'

const QueuePanel = lazy(async () => ({
  default: (await import('../queue-panel/queue-panel.tsx')).QueuePanel,
}))
const KeysDialog = lazy(async () => ({
  default: (await import('../keys-dialog/keys-dialog.tsx')).KeysDialog,
}))

export function Bar() {
  const track = useCurrentTrack()
  const open = usePanels((panels) => panels.open)
  const router = useRouter()

  useEffect(() => startPlayer(), [])
  useEffect(() => router.subscribe('onBeforeNavigate', closePanel), [router])

  return (
    <>
      {track !== null && <ShownBar track={track} isQueueOpen={open === 'queue'} />}
      <Suspense fallback={null}>
        {open === 'queue' && track !== null && <QueuePanel />}
        {open === 'keys' && <KeysDialog />}
      </Suspense>
    </>
  )
}

function ShownBar({ track, isQueueOpen }: { track: Track; isQueueOpen: boolean }) {
  const failed = usePlayer((state) => state.failed && state.media === 'nothing')

  // Before it is painted: it would grow before everybody's eyes.
  useLayoutEffect(() => {
    const page = document.documentElement
    page.style.setProperty('--player-height', 'calc(4.75rem + env(safe-area-inset-bottom, 0px))')
    return () => {
      page.style.removeProperty('--player-height')
    }
  }, [])

  return (
    <section className={styles.bar} aria-label={messages.player} data-failed={failed ? '' : undefined}>
      <ProgressLine className={styles.line} />
      <NowPlaying track={track} failed={failed} />
      <div className={styles.middle}>
        <Transport />
        <SeekBar className={styles.seek} />
      </div>
      <div className={styles.end}>
        <SpeedControl />
        <VolumeControl />
        <IconButton
          label={isQueueOpen ? messages.hideQueue : messages.showQueue}
          aria-expanded={isQueueOpen}
          onClick={() => togglePanel('queue')}
        >
          <ListMusic size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.spoken} aria-live="polite">
        <VisuallyHidden>{messages.currentIs(track.title)}</VisuallyHidden>
      </div>
    </section>
  )
}
