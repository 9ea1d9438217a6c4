import { coverImage } from '@earmark/contract/cover-images.ts'
import type { Cover as CoverFields } from '@earmark/contract/fields.ts'
import { type CSSProperties, useState } from 'react'
import { clothHue, clothInitial } from './cloth.ts'
import styles from './cover.module.css'
import { coverFit, type CoverShape } from './fit.ts'
import { ThumbHashCanvas } from './thumb-hash-canvas.tsx'

interface CoverProps extends Partial<CoverFields> {
  /** On the cloth binding of a record without a picture, like `people`. */
  name: string
  people?: string
  shape?: CoverShape
  /** Its width, as in the `sizes` of an image. */
  sizes: string
  /** Fetched first; others load lazily. */
  first?: boolean
  className?: string | undefined
}

/** The whole picture in a frame; where the frame has another shape, the rest shows the picture's blurred colours. */
export function Cover({ shape = 'frame', ...props }: CoverProps) {
  const { coverColor, coverPlaceholder: hash } = props
  const image = coverImage(props)
  const address = image?.src ?? null
  const [state, setState] = useState({ address, ended: null as 'loaded' | 'broken' | null })
  if (state.address !== address) setState({ address, ended: null })
  const showsBinding = image === null || state.ended === 'broken'
  const { frame, ratio, fit } = coverFit(shape, showsBinding ? {} : props)

  const backgroundColor = showsBinding ? undefined : (coverColor ?? undefined)
  const hue = showsBinding ? clothHue(props.name) : undefined
  const shapes = { '--frame': frame, '--cover-ratio': ratio ?? undefined, '--hue': hue }
  return (
    <span
      className={`${styles.cover} ${props.className ?? ''}`}
      style={{ ...shapes, backgroundColor } as CSSProperties}
      data-cover=""
      data-shape={shape}
      data-fit={fit}
    >
      {showsBinding ? (
        <Binding name={props.name} people={props.people ?? ''} />
      ) : (
        <>
          {hash && (fit === 'wide' || fit === 'tall') && (
            <ThumbHashCanvas hash={hash} className={styles.behind} />
          )}
          {hash && state.ended === null && <ThumbHashCanvas hash={hash} className={styles.whole} />}
          <img
            className={styles.whole}
            alt=""
            loading={props.first ? 'eager' : 'lazy'}
            fetchPriority={props.first ? 'high' : undefined}
            width={props.coverWidth ?? 3}
            height={props.coverHeight ?? 4}
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

function Binding({ name, people }: { name: string; people: string }) {
  return (
    <span className={styles.binding} aria-hidden="true">
      <span className={styles.initial}>{clothInitial(name)}</span>
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <span className={styles.people} dir="auto">
        {people}
      </span>
    </span>
  )
}
