import { useEffect, useState } from 'react'
import { player, usePlayer } from '../player.ts'

/**
 * The slider under a finger or a mouse. While it is held the position is a draft without sound; the media
 * jumps once, when it is let go. Where that happens is the window's to say: the pointer has long left the slider.
 */
export function useSliderHold() {
  const [held, setHeld] = useState(false)
  const [draft, setDraft] = useState<number | null>(null)
  const isSeeking = usePlayer(({ seeking }) => seeking !== null)

  // Another track has come meanwhile: nothing is held any more.
  if (held && !isSeeking) {
    setHeld(false)
    setDraft(null)
  }

  useEffect(() => {
    if (!held) return
    const letting = new AbortController()
    const letGo = () => {
      player.send({ type: 'seek-end', position: draft ?? player.position() })
      setHeld(false)
      setDraft(null)
    }
    for (const event of ['pointerup', 'pointercancel', 'blur'] as const) {
      window.addEventListener(event, letGo, { signal: letting.signal })
    }
    return () => letting.abort()
  }, [held, draft])

  return {
    draft: held ? draft : null,
    begin(): void {
      player.send({ type: 'seek-start' })
      setHeld(true)
    },
    moveTo(position: number): void {
      if (held) setDraft(position)
      // A tap on a touch screen moves the slider only after the finger has gone.
      else player.send({ type: 'seek', position })
    },
  }
}
