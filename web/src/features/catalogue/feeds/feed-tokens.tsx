import {
  addFeedToken,
  type FeedToken,
  listFeedTokens,
  maxFeedTokenName,
  removeFeedToken,
} from '@earmark/contract/feed-tokens.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { formatAgo } from '../../../lib/format-time.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { FeedAddress } from './feed-address.tsx'
import styles from './feed-dialog.module.css'
import { feedMessages as messages } from './messages.ts'

const tokensQuery = apiQuery(listFeedTokens, {})

/** The private addresses of an account: a new one, and which apps have one. */
export function FeedTokens({ path }: { path: string }) {
  const { data, isError, refetch } = useQuery({ ...tokensQuery, staleTime: 0 })
  const headingId = useId()
  const [name, setName] = useState('')
  const [token, setToken] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function make() {
    setFailure(null)
    try {
      const made = await call(addFeedToken, { body: { name: name.trim() } })
      setToken(made.token)
      setName('')
      await refetch()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.items.at(-1)?.description ?? messages.makingFailed)
    }
  }

  return (
    <section className={styles.own} aria-labelledby={headingId}>
      <h3 id={headingId} className={`title ${styles.heading}`}>
        {messages.own}
      </h3>
      <p>{messages.ownText}</p>
      {token === null ? (
        <form
          className={styles.parts}
          onSubmit={(event) => {
            event.preventDefault()
            void make()
          }}
        >
          <TextField
            label={messages.name}
            value={name}
            maxLength={maxFeedTokenName}
            autoComplete="off"
            required
            message={failure === null ? undefined : { kind: 'error', text: failure }}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <div>
            <Button type="submit" disabled={name.trim() === ''}>
              {messages.make}
            </Button>
          </div>
        </form>
      ) : (
        <>
          <FeedAddress
            label={messages.own}
            hint={messages.once}
            address={`${window.location.origin}/feeds/p/${token}/${path}`}
          />
          <FeedAddress
            label={messages.ownLibrary}
            address={`${window.location.origin}/feeds/p/${token}/library.xml`}
          />
        </>
      )}
      {isError && <p>{messages.loadFailed}</p>}
      {data && data.length > 0 && (
        <ul role="list" aria-label={messages.apps} className={styles.list}>
          {data.map((one) => (
            <Token key={one.id} token={one} onRemoved={() => void refetch()} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Dialogs are shown one at a time: the question stands in the row. */
function Token({ token: { id, name, lastUsedAt }, onRemoved }: { token: FeedToken; onRemoved: () => void }) {
  const [now] = useState(() => Date.now())
  const [state, setState] = useState<'kept' | 'asked' | 'failed'>('kept')
  const used =
    lastUsedAt === null
      ? messages.neverUsed
      : messages.lastUsed(formatAgo((now - Date.parse(lastUsedAt)) / 1000))

  async function remove() {
    try {
      await call(removeFeedToken, { params: { id } })
      onRemoved()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) onRemoved()
      else setState('failed')
    }
  }

  return (
    <li className={styles.app}>
      <span className={styles.name}>
        <bdi>{state === 'asked' ? messages.question(name) : name}</bdi>
        <span className={styles.quiet} aria-live="polite">
          {state === 'failed' ? messages.removeFailed : used}
        </span>
      </span>
      {state === 'asked' ? (
        <span className={styles.answers}>
          <Button kind="quiet" onClick={() => setState('kept')}>
            {messages.keep}
          </Button>
          <Button kind="filled" onClick={() => void remove()}>
            {messages.remove}
          </Button>
        </span>
      ) : (
        <Button aria-label={messages.removeNamed(name)} onClick={() => setState('asked')}>
          {messages.remove}
        </Button>
      )}
    </li>
  )
}
