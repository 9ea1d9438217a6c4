import { Image, Music } from 'lucide-react'
import { useState } from 'react'
import type { FileChoice } from './file-choice.ts'
import styles from './file-field.module.css'
import type { FileKind } from './file-kinds.ts'
import { useSource } from './use-source.ts'

interface FilePreviewProps {
  kind: FileKind
  label: string
  choice: FileChoice
  onPlay?: (() => void) | undefined
}

/** The picture, or something to listen with. */
export function FilePreview({ kind, label, choice, onPlay }: FilePreviewProps) {
  const source = useSource(choice)
  /** What turned out to be no picture. */
  const [broken, setBroken] = useState<File | string>()
  const isThere = choice.kind !== 'none'
  if (kind.noun === 'image') {
    const picture = choice.kind === 'chosen' ? choice.file : choice.kind === 'stored' ? choice.url : undefined
    return (
      <div className={styles.picture}>
        {isThere && picture !== broken ? (
          <img ref={source} alt={`${label} preview`} onError={() => setBroken(picture)} />
        ) : (
          <Image size={28} aria-hidden="true" />
        )}
      </div>
    )
  }
  if (!isThere)
    return (
      <div className={styles.picture} data-small="">
        <Music size={24} aria-hidden="true" />
      </div>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- there are no captions to what nobody has heard yet
    <audio
      ref={source}
      className={styles.audio}
      controls
      preload="metadata"
      aria-label={`${label} preview`}
      onPlay={onPlay}
      // Its keys are its own, not the player's.
      onKeyDown={(event) => event.stopPropagation()}
    />
  )
}
