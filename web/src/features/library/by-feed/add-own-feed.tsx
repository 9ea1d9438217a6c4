import { addSource } from '@earmark/contract/sources.ts'
import { call } from '../../../lib/api.ts'
import { openDialog } from '../../../ui/dialog/dialogs.ts'
import { showToast } from '../../../ui/toast/toasts.ts'
import { reloadLibrary } from '../library-query.ts'
import { AddFeedDialog } from './add-feed-dialog.tsx'
import type { AddressValues } from './address-field.tsx'
import { byFeedMessages as messages } from './messages.ts'

/** @returns the podcast that a feed has become, or was already; null where none was added */
export async function addOwnFeed(): Promise<number | null> {
  const ids: number[] = []
  async function add({ url }: AddressValues) {
    const { podcastId, podcastName } = await call(addSource, { body: { url } })
    reloadLibrary()
    showToast({ message: messages.followed(podcastName) })
    ids.push(podcastId)
  }
  await openDialog<true>((close) => (
    <AddFeedDialog text={messages.addOwnText} defaultValues={{ url: '' }} close={close} onAdd={add} />
  ))
  return ids[0] ?? null
}
