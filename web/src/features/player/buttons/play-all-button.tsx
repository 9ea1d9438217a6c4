import { Play } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import type { NewTrack } from '../reducer/state.ts'
import { messages } from '../messages.ts'
import { player } from '../player.ts'
import { usePrefetch } from './use-prefetch.ts'

interface PlayAllButtonProps {
  tracks: readonly NewTrack[]
  /** Filled as its page's primary action. */
  kind?: 'filled' | 'plain'
}

export function PlayAllButton({ tracks, kind = 'filled' }: PlayAllButtonProps) {
  const [first] = tracks
  return first === undefined ? null : <StartButton first={first} tracks={tracks} kind={kind} />
}

interface StartButtonProps extends Required<PlayAllButtonProps> {
  first: NewTrack
}

function StartButton({ first, tracks, kind }: StartButtonProps) {
  const prefetching = usePrefetch(first.audioSrc)
  return (
    <Button
      kind={kind}
      {...prefetching}
      onClick={(event) => {
        if (event.detail < 2) player.play(first, tracks)
      }}
    >
      <Play size={18} fill="currentColor" aria-hidden="true" />
      {messages.playAll}
    </Button>
  )
}
