import { BookmarkPlus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatTime } from '../../../lib/format-time.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ControlButton, type ControlKind } from '../controls/control-button.tsx'
import { useCurrentTrack } from '../player.ts'
import { isOf } from './calls.ts'
import { beginClip, markMoment, useOpenClip } from './mark-moment.ts'
import { messages } from './messages.ts'

const holdMilliseconds = 500

/** A press bookmarks the moment, or ends a clip; held, it begins one. `row` in a sheet. */
export function BookmarkControl({ as }: { as: ControlKind | 'row' }) {
  const recording = useCurrentTrack()?.recording
  const clip = useOpenClip((state) => state.clip)
  const isOpen = clip !== null && recording !== undefined && isOf(clip.recording, recording)
  const holding = useHolding(markMoment, beginClip)
  const label = isOpen ? messages.endClip : messages.add
  if (as === 'row')
    return (
      <Button {...holding}>
        <BookmarkPlus size={18} aria-hidden="true" />
        {label}
      </Button>
    )
  return (
    <ControlButton
      as={as}
      label={label}
      caption={isOpen && as === 'tool' ? messages.clipFrom(formatTime(clip.startSeconds)) : messages.short}
      isOn={isOpen}
      isIcon
      aria-keyshortcuts="B"
      {...holding}
    >
      <BookmarkPlus size={as === 'tool' ? 22 : 18} aria-hidden="true" />
    </ControlButton>
  )
}

/** The click that follows holding does nothing more. */
function useHolding(press: () => void, hold: () => void) {
  const timer = useRef(0)
  const isHeld = useRef(false)
  const release = () => window.clearTimeout(timer.current)

  useEffect(() => () => window.clearTimeout(timer.current), [])

  return {
    onPointerDown: ({ button }: { button: number }) => {
      isHeld.current = false
      release()
      if (button !== 0) return
      timer.current = window.setTimeout(() => {
        isHeld.current = true
        hold()
      }, holdMilliseconds)
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    // Holding a finger would open the browser’s own menu.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      if (!isHeld.current) press()
      isHeld.current = false
    },
  }
}
