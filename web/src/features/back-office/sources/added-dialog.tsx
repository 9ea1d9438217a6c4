import { getEditedPodcastOverview, pageEditedEpisodes } from '@earmark/contract/edited-records.ts'
import { deleteSource } from '@earmark/contract/sources.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format-day.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { Cover } from '../../../ui/cover/cover.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx'
import type { CloseDialog } from '../../../ui/dialog/dialogs.ts'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { useCloseWithSession } from '../../auth/index.ts'
import { forgetAnswers } from '../answers.ts'
import { attempt } from '../attempt.ts'
import styles from './added-dialog.module.css'
import { sourceMessages as messages } from './messages.ts'
import type { AddedSource } from './source-calls.ts'

interface AddedDialogProps {
  added: AddedSource
  /** With true: another feed is to be added. */
  close: CloseDialog<true>
}

/** The podcast that a feed has become, to be looked at; a new one can be given up again. */
export function AddedDialog({ added: { source, isNew }, close }: AddedDialogProps) {
  const [isUndoing, setUndoing] = useState(false)
  const params = { id: String(source.podcastId) }
  const way = useRef<HTMLAnchorElement>(null)
  useCloseWithSession(close)

  // The first button would give the podcast up.
  useEffect(() => way.current?.focus({ preventScroll: true }), [])

  async function undo() {
    setUndoing(true)
    const texts = { done: messages.undone, failed: messages.undoFailed }
    const input = { params: { id: source.id }, querystring: { podcast: true } }
    const undone = await attempt(() => call(deleteSource, input), texts)
    setUndoing(false)
    if (!undone) return
    close()
    await forgetAnswers('sources')
  }

  return (
    <Dialog title={isNew ? messages.addedTitle : messages.knownTitle} onDismiss={() => close()}>
      <Preview podcastId={source.podcastId} />
      <p className={styles.text}>{messages.addedText}</p>
      <DialogActions>
        {isNew && (
          <Button kind="quiet" disabled={isUndoing} onClick={() => void undo()}>
            {messages.undo}
          </Button>
        )}
        <Button onClick={() => close(true)}>{messages.another}</Button>
        <Link to="/edit/podcasts/$id" params={params} className={buttonClass} onClick={() => close()}>
          {messages.edit}
        </Link>
        <Link
          ref={way}
          to="/podcasts/$id"
          params={params}
          className={buttonClass}
          data-kind="filled"
          onClick={() => close()}
        >
          {messages.open}
        </Link>
      </DialogActions>
    </Dialog>
  )
}

const latest = { pageNumber: 1, pageSize: 3, sortBy: 'publishedAt', sortOrder: 'desc', search: '' } as const

function Preview({ podcastId }: { podcastId: number }) {
  const params = { id: podcastId }
  const podcast = useQuery({ ...apiQuery(getEditedPodcastOverview, { params }), staleTime: 0 })
  const page = useQuery({
    ...apiQuery(pageEditedEpisodes, { params, querystring: latest }),
    staleTime: 0,
  })
  if (podcast.isError || page.isError) return <p role="alert">{messages.previewFailed}</p>
  if (podcast.data === undefined) return <Skeleton className={styles.grey} />
  const { name } = podcast.data
  return (
    <div className={styles.preview}>
      <Cover {...podcast.data} name={name} shape="own" sizes="96px" className={styles.cover} />
      <div className={styles.words}>
        <h3 className={`title ${styles.name}`} dir="auto">
          {name}
        </h3>
        <p className="meta">{messages.episodesCount(podcast.data.episodesCount)}</p>
        {podcast.data.isUnlisted && <p>{messages.unlisted}</p>}
      </div>
      {page.data?.items.length === 0 && <p className={styles.text}>{messages.noEpisodes}</p>}
      <ul role="list" className={styles.episodes} aria-label={messages.latest}>
        {page.data?.items.map((episode) => (
          <li key={episode.id} className={styles.episode}>
            <span className={styles.episodeName} dir="auto">
              {episode.name}
            </span>
            {episode.publishedAt !== null && <span className="meta">{formatDay(episode.publishedAt)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
