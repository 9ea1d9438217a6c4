import { type Device, listDevices, type NewDevice, removeDevice } from '@earmark/contract/devices.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { formatAgo } from '../../../lib/format-time.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { confirm, openDialog } from '../../../ui/dialog/dialogs.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { isSessionOver, lastDescription } from '../form/response.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { appMessages as messages } from './messages.ts'
import { NewPassword } from './new-password.tsx'
import styles from './apps.module.css'

const devicesQuery = apiQuery(listDevices, {})

/** The apps that an account is connected with. */
export function Apps({ email }: { email: string }) {
  const { data, isError, refetch } = useQuery({ ...devicesQuery, staleTime: 0 })
  const [made, setMade] = useState<NewDevice | null>(null)

  async function connect() {
    const device = await openDialog<NewDevice>((close) => <ConnectDialog close={close} />)
    if (!device) return
    setMade(device)
    await refetch()
  }

  return (
    <div className={styles.apps}>
      <p className={styles.quiet}>{messages.intro}</p>
      {made && <NewPassword device={made} email={email} close={() => setMade(null)} />}
      {isError && (
        <p>
          {messages.loadFailed} <Button onClick={() => void refetch()}>{messages.tryAgain}</Button>
        </p>
      )}
      {data?.length === 0 && <p>{messages.none}</p>}
      {data && data.length > 0 && (
        <ul role="list" className={styles.list}>
          {data.map((device) => (
            <App key={device.id} device={device} />
          ))}
        </ul>
      )}
      <div>
        <Button onClick={connect}>{messages.connect}</Button>
      </div>
    </div>
  )
}

function App({ device: { id, name, lastSeenAt } }: { device: Device }) {
  const queries = useQueryClient()
  const [now] = useState(() => Date.now())
  const seen = lastSeenAt === null ? null : formatAgo((now - Date.parse(lastSeenAt)) / 1000)

  async function remove() {
    const question = { title: messages.removeTitle, text: messages.removeQuestion(name) }
    if (!(await confirm({ ...question, confirmLabel: messages.remove }))) return
    try {
      await call(removeDevice, { params: { id } })
    } catch (error) {
      if (isSessionOver(error)) return
      return showToast({
        type: 'error',
        message: messages.removeFailed,
        description: lastDescription(error),
      })
    }
    await queries.invalidateQueries({ queryKey: devicesQuery.queryKey })
    showToast({ type: 'success', message: messages.removed })
  }

  return (
    <li className={styles.app}>
      <span className={styles.name}>
        <bdi>{name}</bdi>
        <span className={styles.quiet}>{seen === null ? messages.neverSeen : messages.lastSeen(seen)}</span>
      </span>
      <Button aria-label={messages.removeNamed(name)} onClick={remove}>
        {messages.remove}
      </Button>
    </li>
  )
}
