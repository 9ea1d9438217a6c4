import type { ReactNode } from 'react'
import { MyLibraryLink } from '../../library/index.ts'
import styles from './list-message.module.css'

interface ListMessageProps {
  text: string
  /** An error, which screen readers announce at once. */
  urgent?: boolean
  /** A button or link below the sentence. */
  children?: ReactNode
}

/** One sentence with one link or button. `{My Library}` in the text becomes that link. */
export function ListMessage({ text, urgent, children }: ListMessageProps) {
  const [before, after] = text.split('{My Library}')
  return (
    <div className={styles.message}>
      <p role={urgent ? 'alert' : 'status'}>
        {before}
        {after !== undefined && (
          <>
            <MyLibraryLink />
            {after}
          </>
        )}
      </p>
      {children}
    </div>
  )
}
