import { Fragment, type ReactNode } from 'react'
import { MyLibraryLink } from '../../library/index.ts'
import styles from './list-message.module.css'

interface ListMessageProps {
  text: string
  /** An error interrupts, anything else waits its turn. */
  urgent?: boolean
  /** The way on. */
  children?: ReactNode
}

/** One sentence, one way on. Where the text says `{My Library}`, the link stands. */
export function ListMessage({ text, urgent, children }: ListMessageProps) {
  const [before, after] = text.split('{My Library}')
  return (
    <div className={styles.message}>
      <p role={urgent ? 'alert' : 'status'}>
        {before}
        {after !== undefined && (
          <Fragment>
            <MyLibraryLink />
            {after}
          </Fragment>
        )}
      </p>
      {children}
    </div>
  )
}
