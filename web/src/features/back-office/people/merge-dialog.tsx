import { mergeCreator } from '@earmark/contract/creator-edits.ts'
import type { CreatorDetail } from '@earmark/contract/creators.ts'
import { pageWorkEpisodes } from '@earmark/contract/works.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { useState } from 'react'
import { ApiError, call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../../ui/dialog/dialog.tsx'
import { type CloseDialog, openDialog } from '../../../ui/dialog/dialogs.ts'
import { type Failure, FormFailure } from '../../../ui/field/form-failure.tsx'
import { Portrait } from '../../../ui/portrait/portrait.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { useCloseWithSession } from '../../auth/index.ts'
import { mergeMessages as messages } from '../messages.ts'
import { openCreatorSelector } from './creator-selector.tsx'
import styles from './merge-dialog.module.css'

/**
 * Asks into whom, shows what will happen, and merges.
 *
 * @returns the other as it is now; undefined when a dialog was left
 */
export async function mergeIntoAnother(creator: CreatorDetail): Promise<CreatorDetail | undefined> {
  const title = messages.selectorTitle(creator.nickname)
  const into = await openCreatorSelector([creator.id], { title, isNewOffered: false })
  if (!into) return undefined
  const merged = await openDialog<CreatorDetail>((close) => (
    <MergeDialog creator={creator} into={into} close={close} />
  ))
  if (merged) showToast({ type: 'success', message: messages.merged(creator.nickname, into.nickname) })
  return merged
}

interface MergeDialogProps {
  creator: CreatorDetail
  into: CreatorDetail
  close: CloseDialog<CreatorDetail>
}

/** A failure shows in the dialog: a toast would be behind it. */
function MergeDialog({ creator, into, close }: MergeDialogProps) {
  const [failure, setFailure] = useState<Failure>()
  const [isMerging, setMerging] = useState(false)
  useCloseWithSession(close)

  async function merge() {
    setFailure(undefined)
    setMerging(true)
    try {
      close(await call(mergeCreator, { params: { id: creator.id }, body: { into: into.id } }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure({ title: messages.failed, description: error.items.at(-1)?.description })
      setMerging(false)
    }
  }

  return (
    <Dialog title={messages.title(creator.nickname, into.nickname)} onDismiss={() => close()}>
      <div className={styles.pair}>
        <Person creator={creator} fate={messages.goes} />
        <ArrowDown size={20} aria-hidden="true" className={styles.arrow} />
        <Person creator={into} fate={messages.stays} />
      </div>
      <DialogText>{messages.what(creator.nickname, into.nickname)}</DialogText>
      <p className={styles.forGood}>{messages.forGood}</p>
      <FormFailure failure={failure} />
      <DialogActions>
        <Button onClick={() => close()}>{messages.cancel}</Button>
        {/* Not `disabled`: after a refusal, the focus would be lost. */}
        <Button kind="filled" aria-disabled={isMerging} onClick={() => !isMerging && void merge()}>
          {isMerging ? messages.merging : messages.merge}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Person({ creator, fate }: { creator: CreatorDetail; fate: string }) {
  const { id, nickname, imagePreviewUrl, audioBooksCount, podcastsCount } = creator
  const count = { params: { id }, querystring: { pageSize: 1 } }
  const { data, isError } = useQuery({ ...apiQuery(pageWorkEpisodes, count), staleTime: 0 })
  const isKnown = data !== undefined || isError
  return (
    <div className={styles.person}>
      <Portrait name={nickname} src={imagePreviewUrl} className={styles.portrait} />
      <div className={styles.words}>
        <p className={styles.name} dir="auto">
          {nickname}
        </p>
        <p className="meta number">
          {isKnown
            ? messages.works(audioBooksCount, podcastsCount, data?.totalCount ?? 0)
            : messages.counting}
        </p>
      </div>
      <p className="meta">{fate}</p>
    </div>
  )
}
