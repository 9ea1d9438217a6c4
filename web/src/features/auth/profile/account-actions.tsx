import { revoke } from '@earmark/contract/auth.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { log, openDialog } from '../../../ui/dialog/dialogs.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { DeleteAccountDialog } from '../dialogs/delete-account-dialog.tsx'
import { lastDescription } from '../failures.ts'
import { dialogMessages, profileMessages as messages } from '../messages.ts'
import { forgetSession, logOut } from '../session.ts'
import styles from './account-actions.module.css'

export function AccountActions({ email }: { email: string }) {
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()

  async function leaveHere() {
    setLeaving(true)
    await logOut()
    await navigate({ to: '/' })
  }

  async function leaveEverywhere() {
    setLeaving(true)
    try {
      await call(revoke, { body: {} })
    } catch (error) {
      setLeaving(false)
      const description = lastDescription(error)
      return showToast({ type: 'error', message: messages.logOutEverywhereFailed, description })
    }
    forgetSession()
    await navigate({ to: '/auth/login' })
  }

  async function leaveForGood() {
    const left = await openDialog<true>((close) => <DeleteAccountDialog email={email} close={close} />)
    if (!left) return
    forgetSession()
    await navigate({ to: '/', replace: true })
    await log(dialogMessages.deleteAccount.done)
  }

  return (
    <ul role="list" className={styles.actions}>
      <Action does={messages.logOutText}>
        <Button disabled={leaving} onClick={leaveHere}>
          {messages.logOut}
        </Button>
      </Action>
      <Action does={messages.logOutEverywhereText}>
        <Button disabled={leaving} onClick={leaveEverywhere}>
          {messages.logOutEverywhere}
        </Button>
      </Action>
      <Action does={messages.deleteAccountText}>
        <Button className={styles.delete} disabled={leaving} onClick={leaveForGood}>
          {messages.deleteAccount}
        </Button>
      </Action>
    </ul>
  )
}

function Action({ does, children }: { does: string; children: ReactNode }) {
  return (
    <li className={styles.action}>
      {children}
      <span className={styles.does}>{does}</span>
    </li>
  )
}
