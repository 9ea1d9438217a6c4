import { useId, useState } from 'react'
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
      <Action label={messages.logOut} does={messages.logOutText} disabled={leaving} onAct={leaveHere} />
      <Action
        label={messages.logOutEverywhere}
        does={messages.logOutEverywhereText}
        disabled={leaving}
        onAct={leaveEverywhere}
      />
      <Action
        label={messages.deleteAccount}
        does={messages.deleteAccountText}
        className={styles.delete}
        disabled={leaving}
        onAct={leaveForGood}
      />
    </ul>
  )
}

interface ActionProps {
  label: string
  does: string
  className?: string | undefined
  disabled: boolean
  onAct: () => Promise<void>
}

function Action({ label, does, onAct, ...button }: ActionProps) {
  const id = useId()
  return (
    <li className={styles.action}>
      <Button {...button} aria-describedby={id} onClick={onAct}>
        {label}
      </Button>
      <span id={id} className={styles.does}>
        {does}
      </span>
    </li>
  )
}
