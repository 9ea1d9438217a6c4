import { useEffect, useRef } from 'react'
import { messages } from './messages.ts'
import styles from './upload-progress.module.css'

/** @param part the sent part of the upload, from 0 to 1 */
export function UploadProgress({ part }: { part: number }) {
  const bar = useRef<HTMLProgressElement>(null)
  const percent = Math.floor(part * 100)
  const isSent = part >= 1

  // The save button, which had the focus, is disabled now.
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
    </div>
  )
}
