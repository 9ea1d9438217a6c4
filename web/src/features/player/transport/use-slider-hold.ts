import { useEffect, useState } from 'react'
import { player, usePlayer } from '../player.ts'

/** While the slider is held its position is a draft without sound; the media seeks once, at the pointer's release. */
export function useSliderHold() {
  const [held, setHeld] = useState(false)
  const [draft, setDraft] = useState<number | null>(null)
  const isSeeking = usePlayer(({ seeking }) => seeking !== null)

  // Another load ends the hold.
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
      // A tap on a touch screen changes the value after the release.
      else player.send({ type: 'seek', position })
    },
  }
}
