import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { messages } from '../page-messages.ts'
import styles from './description.module.css'

/** Lines that are shown of a long text, unless it has only one more. */
const usualLines = 6

interface FoldedProps {
  /** Lines that are shown of a long one. */
  lines?: number | undefined
  className?: string | undefined
  children: ReactNode
}

/** Of a long text the first lines; a button, or the focus on something hidden, unfolds it. */
export function Folded({ lines = usualLines, className, children }: FoldedProps) {
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
        {children}
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
