import { Play } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import type { NewTrack } from '../engine/state.ts'
import { messages } from '../messages.ts'
import { player } from '../the-player.ts'
import { useWarming } from './use-warming.ts'

/** Starts at the first. Nothing to play, no button. */
export function PlayAllButton({ tracks }: { tracks: readonly NewTrack[] }) {
  const [first] = tracks
  return first === undefined ? null : <StartButton first={first} tracks={tracks} />
}

function StartButton({ first, tracks }: { first: NewTrack; tracks: readonly NewTrack[] }) {
  const warming = useWarming(first.audioSrc)
  return (
    <Button
      kind="filled"
      {...warming}
      onClick={(event) => {
        if (event.detail < 2) player.play(first, tracks)
      }}
    >
      <Play size={18} fill="currentColor" aria-hidden="true" />
      {messages.playAll}
    </Button>
  )
}
