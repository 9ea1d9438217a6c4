import { exportFollows, getSourceImport, importSources } from '@earmark/contract/opml.ts'
import { includesRole, type Role } from '@earmark/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { readStored, writeStored } from '../../../lib/browser-storage.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { firstData } from '../../../lib/request.ts'
import { saveAnswer } from '../../../lib/save-answer.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { isSessionOver, lastDescription } from '../form/response.ts'
import { useSession } from '../stored-session.ts'
import { listMessages as messages } from './messages.ts'
import styles from './import-export.module.css'

/** Lists of what an account follows, and of feeds where it may add these. */
export function ImportExport() {
  const role = useSession((session) => session.role)

  async function save() {
    try {
      await saveAnswer(exportFollows, {}, 'earmark.opml')
    } catch (error) {
      tell(messages.exportFailed, error)
    }
  }

  return (
    <div className={styles.lists}>
      <p className={styles.quiet}>{messages.intro}</p>
      <div>
        <Button onClick={save}>{messages.export}</Button>
      </div>
      {role !== null && mayAdd(role) && <Import />}
    </div>
  )
}

function mayAdd(role: Role): boolean {
  const { sources } = firstData
  return sources === 'listeners' || (sources !== 'off' && includesRole(role, 'Editor'))
}

function tell(message: string, error: unknown): void {
  if (isSessionOver(error)) return
  showToast({ type: 'error', message, description: lastDescription(error) })
}

/** It goes on while the page is closed. */
function begunBefore(): number | null {
  const id = Number(readStored('sourceImport'))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

function Import() {
  const hint = useId()
  const input = useRef<HTMLInputElement>(null)
  const [begunId, setBegunId] = useState(begunBefore)
  const [isSending, setIsSending] = useState(false)

  async function send({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // The same file may be chosen again.
    target.value = ''
    if (!file) return
    setIsSending(true)
    try {
      // Sending files is code that listeners never load.
      const { upload } = await import('../../../lib/upload.ts')
      const { id } = await upload(importSources, { form: { File: file } })
      writeStored('sourceImport', String(id))
      setBegunId(id)
    } catch (error) {
      tell(messages.importFailed, error)
    }
    setIsSending(false)
  }

  return (
    <div className={styles.import}>
      <input
        ref={input}
        type="file"
        accept=".opml,.xml,text/xml,text/x-opml"
        hidden
        aria-label={messages.import}
        onChange={send}
      />
      <div>
        <Button disabled={isSending} aria-describedby={hint} onClick={() => input.current?.click()}>
          {messages.import}
        </Button>
      </div>
      <p id={hint} className={styles.quiet}>
        {messages.importHint}
      </p>
      {begunId !== null && <Progress key={begunId} id={begunId} />}
    </div>
  )
}

const askedAgainMilliseconds = 2000

function Progress({ id }: { id: number }) {
  const { data, error, isError } = useQuery({
    ...apiQuery(getSourceImport, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && state.data.done === state.data.total ? false : askedAgainMilliseconds,
  })
  // Another account has begun it, or it was too long ago.
  const isGone = error instanceof ApiError && error.status === 404
  const isEnded = isGone || (data !== undefined && data.done === data.total)
  useEffect(() => {
    if (isEnded) writeStored('sourceImport', null)
  }, [isEnded])
  if (data === undefined) return isError && !isGone && <p>{messages.progressFailed}</p>
  const { total, done, items } = data
  const failures = items.filter(({ state }) => state === 'failed')
  const added = done - failures.length
  return (
    <div className={styles.progress}>
      <p role="status">
        {messages.progress(added, total, failures.length)}
        {isEnded && ` ${messages.done}`}
      </p>
      <progress aria-label={messages.progressLabel} max={Math.max(1, total)} value={total === 0 ? 1 : done} />
      {isError && <p>{messages.progressFailed}</p>}
      {failures.length > 0 && (
        <details>
          <summary>{messages.failures}</summary>
          <ul role="list" className={styles.failures}>
            {failures.map(({ url, title, error }) => (
              <li key={url}>
                <bdi>{title ?? url}</bdi>
                <span className={styles.quiet}>{error}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
