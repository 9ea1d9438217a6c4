import { Cover } from '../../../ui/cover/cover.tsx'
import type { NewTrack } from '../reducer/state.ts'

interface TrackCoverProps {
  track: NewTrack
  /** Its width, as in the `sizes` of an image. */
  sizes: string
  className?: string | undefined
}

export function TrackCover({ track, ...rest }: TrackCoverProps) {
  const { title: name, coverImageSrc: coverImagePreviewUrl, coverLooks } = track
  return (
    <Cover name={name} coverImagePreviewUrl={coverImagePreviewUrl} {...coverLooks} shape="square" {...rest} />
  )
}
