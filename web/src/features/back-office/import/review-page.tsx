import { applyImport, cancelImport, type Import, type ImportApplication } from '@earmark/contract/imports.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { Page } from '../../../ui/page/page.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { forgetAnswers } from '../answers.ts'
import { attempt } from '../attempt.ts'
import { formMessages } from '../messages.ts'
import { forgetImports, importQuery, isRunning, startedImport } from './calls/import-calls.ts'
import { Failure } from './import-page.tsx'
import type { ReviewQuery } from './import-search.ts'
import { importMessages, reviewMessages as messages, summaryOf } from './messages.ts'
import { ReviewBooks } from './review-books.tsx'
import styles from './review-page.module.css'

const askedEveryMs = 1000
/** Screen readers are told so often, not with every answer. */
const toldEveryMs = 15_000

interface ReviewPageProps {
  id: number
  query: ReviewQuery
}

/** An import: how far it has come, then what it proposes, then what it brought. */
export function ReviewPage({ id, query }: ReviewPageProps) {
  const { data, isError, refetch } = useQuery({
    ...importQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? askedEveryMs : false),
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useNewState(data)
  const name = data?.folderName ?? importMessages.uploads
  const title = titleOf(data, name)
  return (
    <Page title={title}>
      <Breadcrumb current={data ? messages.run(name, data.startedAt) : importMessages.title}>
        <Link to="/edit" activeOptions={{ exact: true }}>
          {formMessages.edit}
        </Link>
        <Link to="/edit/import/$" params={{ _splat: '' }} activeOptions={{ exact: true }}>
          {importMessages.title}
        </Link>
      </Breadcrumb>
      <h1 ref={heading} className={`title ${styles.title}`} tabIndex={-1} dir="auto">
        {title}
      </h1>
      {data === undefined && !isError && <Skeleton className={styles.grey} />}
      {data === undefined && isError && (
        <Failure text={messages.loadFailed} onReload={() => void refetch()} />
      )}
      {data && <State of={data} onFocus={() => heading.current?.focus()} />}
      {data && hasBooks(data) && (
        <ReviewBooks
          of={data}
          query={query}
          onApply={(body) => apply(id, body, () => heading.current?.focus())}
        />
      )}
    </Page>
  )
}

function titleOf(data: Import | undefined, name: string): string {
  if (data === undefined) return importMessages.title
  return data.state === 'Review' ? messages.title : messages.ofFolder(name)
}

function proposedOf({ new: fresh, changed, moved, missing, refused }: Import['counts']): number {
  return fresh + changed + moved + missing + refused
}

function hasBooks({ state, counts }: Import): boolean {
  const isTold = state === 'Review' || state === 'Done' || state === 'Applying'
  return isTold && proposedOf(counts) > 0
}

/** What is on the screen is asked for again when the import goes from one state to the next. */
function useNewState(data: Import | undefined): void {
  const state = data?.state
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== undefined && state !== before.current) {
      void forgetImports()
      if (before.current === 'Applying') void forgetAnswers('audio-books')
    }
    before.current = state
  }, [state])
}

async function apply(id: number, body: ImportApplication, onFocus: () => void): Promise<boolean> {
  const applied = await attempt(() => call(applyImport, { params: { id }, body }), {
    failed: messages.applyFailed,
  })
  if (applied === undefined) return false
  queryClient.setQueryData(importQuery(id).queryKey, applied.answer)
  onFocus()
  return true
}

/** What is so, in a sentence. */
export function sentenceOf({ state, progress, counts, failure }: Import): string {
  switch (state) {
    case 'Queued':
      return messages.waiting
    case 'Walking':
      return messages.walking(progress)
    case 'Looking':
      return messages.looking(progress)
    case 'Applying':
      return messages.applying(progress)
    case 'Review':
      return (
        messages.failures[failure?.code ?? ''] ??
        failure?.description ??
        messages.review(progress, proposedOf(counts))
      )
    case 'Done':
      return progress.applied === 0 ? messages.nothing(counts.unchanged) : messages.applied(progress.applied)
    case 'Cancelled':
      return messages.cancelled
    case 'Failed':
      return messages.failures[failure?.code ?? ''] ?? messages.failed(failure?.description)
  }
}

function State({ of, onFocus }: { of: Import; onFocus: () => void }) {
  const { id, state, progress, counts } = of
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const sentence = sentenceOf(of)
  const summary = summaryOf(counts)
  const canCancel = isRunning(of) || state === 'Review'
  const canLookAgain =
    of.folderName !== null && (state === 'Failed' || state === 'Cancelled' || state === 'Done')

  async function cancel() {
    if (!(await confirm(messages.cancelQuestion))) return
    setBusy(true)
    const done = await attempt(() => call(cancelImport, { params: { id } }), {
      failed: messages.cancelFailed,
    })
    setBusy(false)
    if (done === undefined) return
    queryClient.setQueryData(importQuery(id).queryKey, done.answer)
    void forgetImports()
    onFocus()
  }

  async function lookAgain() {
    setBusy(true)
    const body = { folderName: of.folderName ?? '', ...(of.path !== null && { path: of.path }) }
    const started = await attempt(() => startedImport(body), { failed: importMessages.startFailed })
    setBusy(false)
    if (started === undefined) return
    await navigate({ to: '/edit/import/$', params: { _splat: String(started.answer.id) } })
  }

  return (
    <div className={styles.state} data-state={state}>
      <div className={styles.words}>
        <p className={styles.sentence}>{sentence}</p>
        {summary !== '' && state !== 'Looking' && state !== 'Walking' && (
          <p className={styles.summary}>{summary}</p>
        )}
        {state === 'Looking' && progress.files > 0 && (
          <progress
            className={styles.progress}
            aria-label={importMessages.states.Looking}
            max={progress.files}
            value={Math.min(progress.filesLooked + progress.filesUnchanged, progress.files)}
          />
        )}
        {state === 'Walking' && (
          <progress className={styles.progress} aria-label={importMessages.states.Walking} />
        )}
        {state === 'Applying' && (
          <progress className={styles.progress} aria-label={importMessages.states.Applying} />
        )}
      </div>
      {canCancel && (
        <Button disabled={isBusy} onClick={() => void cancel()}>
          {messages.cancel}
        </Button>
      )}
      {canLookAgain && (
        <Button disabled={isBusy} onClick={() => void lookAgain()}>
          {messages.again}
        </Button>
      )}
      <Told sentence={sentence} state={state} />
    </div>
  )
}

/** The sentence for screen readers: at once in a new state, else now and then. */
function Told({ sentence, state }: { sentence: string; state: Import['state'] }) {
  const [told, setTold] = useState({ sentence, state })
  const latest = useRef(sentence)
  useEffect(() => {
    latest.current = sentence
  })
  if (told.state !== state) setTold({ sentence, state })
  useEffect(() => {
    const timer = setInterval(() => setTold({ sentence: latest.current, state }), toldEveryMs)
    return () => clearInterval(timer)
  }, [state])
  return (
    <VisuallyHidden>
      <span role="status">{told.sentence}</span>
    </VisuallyHidden>
  )
}
