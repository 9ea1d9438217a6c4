import { defaultKeepCount, type SourcedField } from '@earmark/contract/sources.ts'
import { removeRecord } from '../../catalogue/editing/remove-record.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { DuplicateKeyError, failOn } from '../../db/engine/database-errors.ts'
import type { FailureOf } from '../../errors.ts'
import { clearRefused } from './keep/keep.queries.ts'
import { queueKeeping } from './keep/keep-jobs.ts'
import { sealSecret } from './source/secrets.ts'
import { isOwnAddress } from './source/own-feeds.ts'
import type { SourceDeps } from './source/source-deps.ts'
import { parseSourceUrl, shownUrl } from './source/source-url.ts'
import {
  askForCheck,
  clearRelays,
  deleteSource,
  findSource,
  type SourceRow,
  updateSource,
} from './source/sources.queries.ts'

interface SourceInput {
  readonly id: number
  readonly url: string
  readonly keep: SourceRow['keep']
  readonly keepCount?: number | undefined
  readonly state: 'active' | 'paused'
  readonly detached?: readonly SourcedField[] | undefined
  readonly isEditor: boolean
}

/** Another address, and what was not checked any more, are checked at once. */
export async function changeSource(
  deps: SourceDeps,
  input: SourceInput,
  failure: FailureOf<'NotFound' | 'InvalidUrl' | 'DuplicateUrl'>,
): Promise<void> {
  const { connection } = deps.db
  const present = await findSource(connection, input.id)
  if (!present) throw failure('NotFound')
  const address = newAddress(deps, input, present, failure)
  if (address?.secret && !input.isEditor) throw failure('InvalidUrl', { field: 'url' })
  const isResumed = present.next_at === null
  const isDetachedChanged = input.detached !== undefined
  const state = nextState(input, present)
  const isOther = address !== null || isDetachedChanged || 'state' in state
  const change = {
    ...address,
    keep: input.keep,
    keep_count: input.keepCount ?? present.keep_count ?? defaultKeepCount,
    ...(isDetachedChanged && { detached: JSON.stringify(input.detached) }),
    // What is reattached is read again.
    ...((isDetachedChanged || address !== null) && forgotten),
    ...state,
    // A check that began before is void: it would write what it was told then.
    ...(isOther && { lease: null, leased_until: null }),
    ...((isResumed || address !== null) && input.state === 'active' && { next_at: deps.clock() }),
  }
  const scope = `podcasts/${present.podcast_id}` as const
  await changeCatalogue(deps, { changes: [scope] }, async (transaction) => {
    await updateSource(transaction, input.id, change)
    // Whoever saves it anew wants what was refused tried again.
    await clearRefused(transaction, input.id)
    await queueKeeping(transaction, input.id, deps.clock())
  }).catch(failOn(DuplicateKeyError, () => failure('DuplicateUrl', { field: 'url' })))
  if (input.state === 'active' && present.state === 'failing')
    await askForCheck(connection, input.id, deps.clock(), checkIntervalMs)
}

const forgotten = { etag: null, last_modified: null, body_hash: null }

/** Null for the present one. */
function newAddress(
  { config, tokenKeys }: SourceDeps,
  input: SourceInput,
  present: SourceRow,
  failure: FailureOf<'InvalidUrl'>,
) {
  if (input.url === shownUrl(present) || input.url === present.url) return null
  const address = parseSourceUrl(input.url)
  if (!address || isOwnAddress(address.url, config)) throw failure('InvalidUrl', { field: 'url' })
  const { url, urlKey, host, credentials } = address
  const secret = credentials && sealSecret(tokenKeys.sources, credentials)
  return { url, url_key: urlKey, host, secret, is_of_editor: input.isEditor ? (1 as const) : (0 as const) }
}

function nextState({ state }: SourceInput, present: SourceRow) {
  if (state === 'paused') return { state: 'paused' as const, next_at: null }
  const isGoingOn = present.state === 'active' || present.state === 'failing'
  return isGoingOn ? {} : { state: 'active' as const, failures: 0, failed_since: null, gone_since: null }
}

const checkIntervalMs = 60_000

export async function checkSource(
  { db: { connection }, clock }: SourceDeps,
  id: number,
  failure: FailureOf<'NotFound' | 'TooManyRequests'>,
): Promise<void> {
  if (await askForCheck(connection, id, clock(), checkIntervalMs)) return
  const source = await findSource(connection, id)
  if (!source) throw failure('NotFound')
  const waitMs = Math.max(0, (source.asked_at ?? 0) + checkIntervalMs - clock())
  throw failure('TooManyRequests', { retryAfterMs: waitMs })
}

/** The podcast stays as an ordinary one, or goes along. */
export async function removeSource(
  deps: SourceDeps,
  id: number,
  { withPodcast }: { readonly withPodcast: boolean },
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  const source = await findSource(deps.db.connection, id)
  if (!source) throw failure('NotFound')
  const { podcast_id: podcastId } = source
  if (withPodcast) return await removeRecord(deps, { kind: 'podcast', id: podcastId }, failure)
  await changeCatalogue(deps, { changes: [`podcasts/${podcastId}`] }, async (transaction) => {
    await clearRelays(transaction, podcastId)
    await deleteSource(transaction, id)
  })
}
