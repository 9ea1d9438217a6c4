import type { NewDevice } from '@earmark/contract/devices.ts'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { appMessages as messages } from './messages.ts'
import styles from './apps.module.css'

interface NewPasswordProps {
  device: NewDevice
  email: string
  close: () => void
}

/** What is typed into an app; the password is shown this once. */
export function NewPassword({ device: { name, password }, email, close }: NewPasswordProps) {
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => card.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(password)
      showToast({ type: 'success', message: messages.copied })
    } catch {
      // Browsers may refuse: the password can be selected.
      showToast({ type: 'error', message: messages.copyFailed })
    }
  }

  return (
    <div ref={card} role="group" aria-label={messages.made(name)} tabIndex={-1} className={styles.card}>
      <p>
        <bdi>{messages.made(name)}</bdi>
      </p>
      <dl className={styles.facts}>
        <dt>{messages.server}</dt>
        <dd>{`${window.location.host}/gpodder`}</dd>
        <dt>{messages.user}</dt>
        <dd>{email}</dd>
        <dt>{messages.password}</dt>
        <dd className={styles.password}>{password}</dd>
      </dl>
      <p className={styles.quiet}>{messages.once}</p>
      <div className={styles.answers}>
        <Button kind="filled" onClick={copy}>
          {messages.copy}
        </Button>
        <Button onClick={close}>{messages.done}</Button>
      </div>
    </div>
  )
}
