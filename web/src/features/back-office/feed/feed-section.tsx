import * as contract from '@earmark/contract/feed-settings.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { attempt } from '../attempt.ts'
import { FeedFields } from './feed-fields.tsx'
import styles from './feed-section.module.css'
import { type EditedFeedSettings, settingsOf, valuesOf } from './feed-values.ts'
import { feedMessages as messages } from './messages.ts'

const calls = {
  podcast: { read: contract.getPodcastFeed, replace: contract.replacePodcastFeed },
  'audio-book': { read: contract.getAudioBookFeed, replace: contract.replaceAudioBookFeed },
} as const

interface FeedSectionProps {
  kind: keyof typeof calls
  id: number
}

/** How a record's feed is written; fetched once somebody opens it. */
export function FeedSection({ kind, id }: FeedSectionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.section} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2 className={`title ${styles.heading}`}>{messages.heading}</h2>
      </summary>
      {isOpen && <FeedForm key={`${kind}/${id}`} kind={kind} id={id} />}
    </details>
  )
}

function FeedForm({ kind, id }: FeedSectionProps) {
  const { data, isError, refetch } = useQuery({
    ...apiQuery(calls[kind].read, { params: { id } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  if (isError)
    return (
      <p>
        {messages.loadFailed} <Button onClick={() => void refetch()}>{messages.tryAgain}</Button>
      </p>
    )
  return (
    data && <LoadedForm key={data.updatedAt} kind={kind} id={id} settings={data} reload={() => refetch()} />
  )
}

interface LoadedFormProps extends FeedSectionProps {
  settings: EditedFeedSettings
  reload: () => Promise<unknown>
}

function LoadedForm({ kind, id, settings, reload }: LoadedFormProps) {
  const [values, setValues] = useState(() => valuesOf(settings))
  const [isSaving, setSaving] = useState(false)

  async function save() {
    setSaving(true)
    const body = settingsOf(values, settings.updatedAt)
    const texts = { done: messages.saved, failed: messages.saveFailed }
    const saved = await attempt(() => call(calls[kind].replace, { params: { id }, body }), texts)
    setSaving(false)
    if (saved) await reload()
  }

  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {settings.findings.length > 0 && (
        <ul aria-label={messages.findings} className={styles.findings}>
          {settings.findings.map(({ code, description }) => (
            <li key={code}>{description}</li>
          ))}
        </ul>
      )}
      <FeedFields values={values} onChange={(changed) => setValues({ ...values, ...changed })} />
      <div>
        <Button type="submit" kind="filled" disabled={isSaving}>
          {messages.save}
        </Button>
      </div>
    </form>
  )
}
