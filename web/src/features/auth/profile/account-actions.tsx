import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { log, openDialog } from '../../../ui/dialog/dialogs.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { DeleteAccountDialog } from '../dialogs/account-dialogs.tsx'
import { isSessionOver, lastDescription, useHere } from '../form/response.ts'
import { dialogMessages, profileMessages as messages } from '../messages.ts'
import { logOut, logOutEverywhere } from '../session.ts'
import styles from './account-actions.module.css'

export function AccountActions({ email }: { email: string }) {
  const [leaving, setLeaving] = useState(false)
  const here = useHere()

  async function leaveHere() {
    setLeaving(true)
    await logOut()
    await here.goOn({ to: '/' })
  }

  async function leaveEverywhere() {
    setLeaving(true)
    try {
      await logOutEverywhere()
    } catch (error) {
      setLeaving(false)
      if (isSessionOver(error)) return
      const description = lastDescription(error)
      return showToast({ type: 'error', message: messages.logOutEverywhereFailed, description })
    }
    await here.goOn({ to: '/auth/login' })
  }

  async function leaveForGood() {
    const left = await openDialog<true>((close) => <DeleteAccountDialog email={email} close={close} />)
    if (!left) return
    await here.goOn({ to: '/', replace: true })
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
