import { type CSSProperties, Fragment, useId, useLayoutEffect, useRef, useState } from 'react'
import { messages } from '../page-messages.ts'
import styles from './description.module.css'
import { descriptionParagraphs, type Line, type Paragraph } from './description-text.ts'

/** Lines that are shown of a long description, unless it has only one more. */
const usualLines = 6

interface DescriptionProps {
  text: string
  /** Lines that are shown of a long one. */
  lines?: number
  className?: string | undefined
}

/** A long description is folded; a button, or the focus on a hidden link, unfolds it. */
export function Description({ text, lines = usualLines, className }: DescriptionProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { ref, isLong } = useIsLong(lines)
  return (
    <div className={`${styles.description} ${className ?? ''}`}>
      <div
        ref={ref}
        id={id}
        className={styles.text}
        style={{ '--lines': lines } as CSSProperties}
        data-folded={isLong && !isOpen ? '' : undefined}
        onFocus={() => setIsOpen(true)}
      >
        {numbered(descriptionParagraphs(text)).map(([number, paragraph]) => (
          <p key={number} dir="auto">
            <Lines paragraph={paragraph} />
          </p>
        ))}
      </div>
      {isLong && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? messages.shortDescription : messages.fullDescription}
        </button>
      )}
    </div>
  )
}

/** Whether the text, at its present width, has at least two lines more than are shown. */
function useIsLong(foldedLines: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [isLong, setIsLong] = useState(false)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => {
      const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight)
      setIsLong(element.scrollHeight > (foldedLines + 1.5) * lineHeight)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [foldedLines])
  return { ref, isLong }
}

function Lines({ paragraph }: { paragraph: Paragraph }) {
  return numbered(paragraph).map(([number, line]) => (
    <Fragment key={number}>
      {number > 0 && <br />}
      <Parts line={line} />
    </Fragment>
  ))
}

function Parts({ line }: { line: Line }) {
  return numbered(line).map(([number, part]) =>
    part.kind === 'link' ? (
      <a key={number} href={part.text} rel="noopener nofollow">
        {part.text}
      </a>
    ) : (
      part.text
    ),
  )
}

/** Parts of a text with their index as React key: they have no other identity. */
function numbered<Item>(items: readonly Item[]): [number, Item][] {
  return items.map((item, index) => [index, item])
}
