import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { messages } from './messages.ts'
import styles from './record-actions.module.css'

interface UploadProgressProps {
  /** From 0 to 1. */
  part: number
  onCancel: () => void
}

/** How far the files have come, and the way to call them back: until all is sent, when the server may have them. */
export function UploadProgress({ part, onCancel }: UploadProgressProps) {
  const bar = useRef<HTMLProgressElement>(null)
  const percent = Math.floor(part * 100)
  const isSent = part >= 1

  // The button that was pressed to save is disabled by now.
  useEffect(() => bar.current?.focus(), [])

  return (
    <div className={styles.upload}>
      <progress
        ref={bar}
        className={styles.bar}
        aria-label={messages.uploading}
        tabIndex={-1}
        max={100}
        value={percent}
      />
      <span className={styles.percent} role="status">
        {isSent ? messages.finishing : <span aria-hidden="true">{messages.uploaded(percent)}</span>}
      </span>
      {!isSent && (
        <Button kind="quiet" onClick={onCancel}>
          {messages.cancelUpload}
        </Button>
      )}
    </div>
  )
}
