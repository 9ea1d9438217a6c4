import { answerConnection, getConnection } from '@earmark/contract/devices.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FormFailure, type Failure } from '../../../ui/field/form-failure.tsx'
import { AccountPage } from '../form/account-page.tsx'
import { isSessionOver, lastDescription } from '../form/response.ts'
import { connectMessages as messages } from './messages.ts'
import styles from './apps.module.css'

/** The page that an app opens, which waits for what is answered here. */
export function ConnectPage({ token }: { token: string }) {
  const asked = useQuery({
    // Another answer than the present one is of no use.
    queryKey: ['connection', token],
    queryFn: () => findConnection(token),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const foot = <Link to="/user-profile">{messages.toProfile}</Link>
  return (
    <AccountPage title={messages.title} foot={foot}>
      {asked.data === null && <p>{messages.gone}</p>}
      {asked.isError && <p>{messages.failed}</p>}
      {asked.data && <Question app={asked.data.app} token={token} />}
    </AccountPage>
  )
}

/** Null once it was answered, or has expired. */
async function findConnection(token: string) {
  try {
    return await call(getConnection, { params: { token } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

function Question({ app, token }: { app: string; token: string }) {
  const [answer, setAnswer] = useState<'none' | 'sent' | 'allowed' | 'refused'>('none')
  const [failure, setFailure] = useState<Failure>()

  async function send(allow: boolean) {
    setAnswer('sent')
    setFailure(undefined)
    try {
      await call(answerConnection, { params: { token }, body: { allow } })
    } catch (error) {
      setAnswer('none')
      if (isSessionOver(error)) return
      return setFailure({ title: messages.failed, description: lastDescription(error) })
    }
    setAnswer(allow ? 'allowed' : 'refused')
  }

  if (answer === 'allowed' || answer === 'refused') return <p role="status">{messages[answer](app)}</p>
  return (
    <>
      <p>
        <bdi>{messages.question(app)}</bdi>
      </p>
      <FormFailure failure={failure} />
      <div className={styles.answers}>
        <Button kind="filled" disabled={answer === 'sent'} onClick={() => send(true)}>
          {messages.allow}
        </Button>
        <Button disabled={answer === 'sent'} onClick={() => send(false)}>
          {messages.notNow}
        </Button>
      </div>
    </>
  )
}
