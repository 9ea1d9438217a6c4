import { Pause, Play } from 'lucide-react'
import { ActionButton } from '../../../ui/button/action-button.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { useHeard } from '../positions/heard.ts'
import { readPosition } from '../positions/store.ts'
import { withoutId } from '../reducer/queue.ts'
import { currentTrack, isActive, isCurrent, type NewTrack } from '../reducer/state.ts'
import { messages } from '../messages.ts'
import { player, usePlayer } from '../player.ts'
import { resumeLabel } from './resume-button.tsx'
import { usePrefetch } from './use-prefetch.ts'

/** The episode of a podcast that plays, or the last one that was begun; null for none. Its track, as far as it is known here. */
export function useEpisodeToResume(podcastId: number): { id: number; track: NewTrack | null } | null {
  const [begun] = useHeard(podcastId).begun
  const playing = usePlayer((state) => {
    const track = isActive(state) ? currentTrack(state) : null
    return track?.recording.kind === 'episode' && track.recording.podcastId === podcastId ? track : null
  })
  if (playing !== null) return { id: playing.recording.id, track: withoutId(playing) }
  if (begun === undefined) return null
  return { id: begun, track: readPosition({ kind: 'episode', id: begun, podcastId })?.track ?? null }
}

interface PodcastTracks {
  /** Its first tracks. */
  tracks: readonly [NewTrack, ...NewTrack[]]
  /** Fetches all of them. */
  whole: () => Promise<readonly NewTrack[]>
}

interface PodcastButtonProps {
  /** None while they are fetched, and without audio. */
  all: PodcastTracks | null
  /** The begun episode with what fetches the tracks to play on with; null for none. */
  resumed: { track: NewTrack; whole: PodcastTracks['whole'] } | null
}

/** The main button of a podcast's page: it resumes a begun episode, else it plays all. One element, which keeps the focus. */
export function PodcastButton({ all, resumed }: PodcastButtonProps) {
  const track = resumed?.track ?? all?.tracks[0]
  return track === undefined ? null : <StartButton track={track} all={all} resumed={resumed} />
}

function StartButton({ track, all, resumed }: PodcastButtonProps & { track: NewTrack }) {
  const isResumed = resumed !== null
  const active = usePlayer((state) => isResumed && isCurrent(state, track) && isActive(state))
  const waiting = usePlayer((state) => isCurrent(state, track) && (state.starting || state.waiting))
  const prefetching = usePrefetch(track)
  const Icon = active ? Pause : Play
  const label = isResumed ? resumeLabel : messages.playAll
  return (
    <Button
      kind="filled"
      aria-busy={waiting}
      title={isResumed ? track.title : undefined}
      {...prefetching}
      onClick={({ detail }) => {
        // The second click of a double click is ignored.
        if (detail > 1) return
        if (resumed !== null) resume(resumed)
        else if (all !== null) playAll(all)
      }}
    >
      <Icon size={18} fill="currentColor" aria-hidden="true" />
      {active ? messages.pause : label}
    </Button>
  )
}

/** Beside a main button that resumes. */
export function PlayAllAction({ all }: { all: PodcastTracks }) {
  const prefetching = usePrefetch(all.tracks[0])
  return (
    <ActionButton
      icon={Play}
      label={messages.playAll}
      short={messages.playAll}
      {...prefetching}
      onClick={({ detail }) => detail <= 1 && playAll(all)}
    />
  )
}

function playAll({ tracks, whole }: PodcastTracks): void {
  player.play(tracks[0], tracks)
  void player.complete(whole())
}

function resume({ track, whole }: NonNullable<PodcastButtonProps['resumed']>): void {
  const isNew = !isCurrent(player.store.getState(), track)
  player.toggleTrack(track, [track])
  if (isNew) void player.complete(whole())
}
