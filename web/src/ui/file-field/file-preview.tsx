import { Image, Music } from 'lucide-react'
import { useCallback, useState } from 'react'
import { type FileChoice, type FileKind } from './file-kinds.ts'
import styles from './file-field.module.css'

interface FilePreviewProps {
  kind: FileKind
  label: string
  choice: FileChoice
  onPlay?: (() => void) | undefined
  /** Plays by itself. */
  autoPlay?: boolean
}

export function FilePreview({ kind, label, choice, onPlay, autoPlay = false }: FilePreviewProps) {
  const source = useSource(choice)
  /** The source that could not be shown. */
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
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- a new recording has no captions
    <audio
      ref={source}
      className={styles.audio}
      controls
      autoPlay={autoPlay}
      preload="metadata"
      aria-label={`${label} preview`}
      onPlay={onPlay}
      // Keeps its keys from the player.
      onKeyDown={(event) => event.stopPropagation()}
    />
  )
}

/** A ref that sets the element's source; the object URL of a chosen file is revoked with the element. */
function useSource(choice: FileChoice) {
  const address = choice.kind === 'stored' ? choice.url : undefined
  const file = choice.kind === 'chosen' ? choice.file : undefined
  return useCallback(
    (element: { src: string } | null) => {
      if (!element) return
      const url = file ? URL.createObjectURL(file) : (address ?? '')
      element.src = url
      return () => {
        if (file) URL.revokeObjectURL(url)
      }
    },
    [file, address],
  )
}
