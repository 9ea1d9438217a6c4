import { coverImage } from '@earmark/contract/cover-images.ts'
import type { Cover as CoverFields } from '@earmark/contract/fields.ts'
import { type CSSProperties, useState } from 'react'
import { clothFor } from './cloth.ts'
import styles from './cover.module.css'
import { ThumbHashCanvas } from './thumb-hash-canvas.tsx'

interface CoverProps extends Partial<CoverFields> {
  /** Whose cover it is: set on a plain binding when there is no picture. */
  name: string
  /** How wide it is shown, as in the `sizes` of an image. */
  sizes: string
  /** Seen at once: fetched first. All others wait until they come near. */
  first?: boolean
  className?: string | undefined
  style?: CSSProperties | undefined
}

/** A cover in its 3:4 frame, which is there from the first moment. It decorates: the name stands beside it. */
export function Cover(props: CoverProps) {
  const { coverColor, coverPlaceholder: hash } = props
  const image = coverImage(props)
  const address = image?.src ?? null
  const [state, setState] = useState({ address, ended: null as 'loaded' | 'broken' | null })
  if (state.address !== address) setState({ address, ended: null })
  const showsBinding = image === null || state.ended === 'broken'

  const style = (
    showsBinding
      ? { ...props.style, '--cloth': clothFor(props.name) }
      : { ...props.style, ...(coverColor ? { backgroundColor: coverColor } : {}) }
  ) as CSSProperties
  return (
    <span className={`${styles.cover} ${props.className ?? ''}`} style={style} data-cover="">
      {showsBinding ? (
        <span className={styles.binding} aria-hidden="true">
          <span className={styles.title} dir="auto">
            {props.name}
          </span>
        </span>
      ) : (
        <>
          {hash && state.ended === null && <ThumbHashCanvas hash={hash} className={styles.placeholder} />}
          <img
            className={styles.image}
            alt=""
            loading={props.first ? 'eager' : 'lazy'}
            fetchPriority={props.first ? 'high' : undefined}
            width={3}
            height={4}
            sizes={props.sizes}
            srcSet={image.srcSet}
            src={image.src}
            decoding="async"
            draggable={false}
            onLoad={() => setState({ address, ended: 'loaded' })}
            onError={() => setState({ address, ended: 'broken' })}
          />
        </>
      )}
    </span>
  )
}
