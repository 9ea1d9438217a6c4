import { Play } from 'lucide-react'
export interface NewTrack {
  title: string
  subtitle: string
  audioSrc: string
  coverImageSrc: string | null
  referenceLink: string
  durationSeconds: number | null
}
interface T {
  track: NewTrack
  list?: readonly NewTrack[]
  label: string
  size?: 'small' | 'large'
}
export function PlayButton({ label, size }: T) {
  const big = size === 'large'
  return (
    <button
      type="button"
      aria-label={label}
      style={{
        display: 'inline-flex',
        gap: 8,
        alignItems: 'center',
        justifyContent: 'center',
        background: 'var(--ember)',
        color: 'var(--on-ember)',
        borderRadius: big ? 6 : 999,
        minHeight: 44,
        minWidth: 44,
        padding: big ? '0 20px' : 0,
      }}
    >
      <Play size={18} fill="currentColor" />
      {big && label}
    </button>
  )
}
export function AddToQueueButton({
  compact,
}: {
  track: NewTrack
  kind: 'audio-book' | 'episode' | 'podcast'
  compact?: boolean
}) {
  return <button type="button">{compact ? '+' : 'Add to queue'}</button>
}
export function PlayAllButton(_: { tracks: readonly NewTrack[] }) {
  return <button type="button">Play all</button>
}
