import { Play } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import type { NewTrack } from '../reducer/state.ts'
import { messages } from '../messages.ts'
import { player } from '../player.ts'
import { usePrefetch } from './use-prefetch.ts'

export function PlayAllButton({ tracks }: { tracks: readonly NewTrack[] }) {
  const [first] = tracks
  return first === undefined ? null : <StartButton first={first} tracks={tracks} />
}

function StartButton({ first, tracks }: { first: NewTrack; tracks: readonly NewTrack[] }) {
  const prefetching = usePrefetch(first)
  return (
    <Button {...prefetching} onClick={({ detail }) => detail <= 1 && player.play(first, tracks)}>
      <Play size={18} fill="currentColor" aria-hidden="true" />
      {messages.playAll}
    </Button>
  )
}
