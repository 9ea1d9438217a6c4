import { randomUUID } from 'node:crypto'
import { defaultKeepCount, type KeepPolicy } from '@earmark/contract/sources.ts'
import { createRecord } from '../../catalogue/editing/create-record.ts'
import { replaceGenres } from '../../catalogue/genres/genres.queries.ts'
import { insertPodcast, podcastColumns } from '../../catalogue/podcasts/podcasts.queries.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { FailureOf } from '../../errors.ts'
import { followFeed } from '../../listening/follows/follows.service.ts'
import { creditsBy, requireCreators } from './writing/credits-by-name.ts'
import { sliceItems } from './writing/feed-slices.ts'
import { fetchCover } from './writing/feed-cover.ts'
import { setFeedGuid, setStatedFeed } from './writing/podcast-updates.queries.ts'
import { statedPodcast } from './writing/stated-podcast.ts'
import { type ItemSlice, writeItems } from './writing/write-items.ts'
import { queueArchive } from './checks/archive-job.ts'
import { endOfCheck } from './checks/end-of-check.ts'
import { writeSlices } from './checks/write-checked.ts'
import { type Fetched, fetchFeed } from './source/fetch-feed.ts'
import { withFurtherPages } from './source/further-pages.ts'
import { planMerge } from './source/identity.ts'
import { sealSecret } from './source/secrets.ts'
import { queueKeeping } from './keep/keep-jobs.ts'
import { leaseMs, type SourceDeps } from './source/source-deps.ts'
import { isOwnAddress } from './source/own-feeds.ts'
import { parseSourceUrl, type SourceUrl } from './source/source-url.ts'
import {
  endCheck,
  findSourceByKey,
  insertSource,
  type NewSourceRow,
  type SourceRow,
} from './source/sources.queries.ts'
import { findBroughtPodcast } from './writing/brought-podcasts.queries.ts'
import { adoptPodcast } from './adopt-podcast.ts'
import { findKnownSource, findNamedSource } from './known-source.ts'

/** Of a reading that somebody waits for. */
const patienceMs = 20_000
/** With its further pages: what is left of them is read afterwards. */
const pagesPatienceMs = 12_000
const coverPatienceMs = 5_000

export interface NewSourceInput {
  readonly url: string
  readonly userId: string
  /** What an editor adds is everybody's; what a listener adds is seen by those who follow it (0067). */
  readonly isEditor: boolean
  readonly keep?: KeepPolicy | undefined
  readonly keepCount?: number | undefined
}

export interface AddedSource {
  readonly id: number
  readonly podcastId: number
  /** False for one that was known. */
  readonly isNew: boolean
}

type AddingFailure = FailureOf<'InvalidUrl' | 'FeedUnavailable' | 'ServiceUnavailable' | 'Unauthorized'>

/**
 * Makes a podcast of a feed elsewhere, with what is read of it, or finds the one that there is, also one that was brought from
 * another program; the account follows it.
 * Makes nothing on failure.
 *
 * @throws AppError `InvalidUrl`, `FeedUnavailable` with the reason, `ServiceUnavailable`
 */
export async function addSource(
  deps: SourceDeps,
  { url, userId, isEditor, keep = 'none', keepCount = defaultKeepCount }: NewSourceInput,
  failure: AddingFailure,
): Promise<AddedSource> {
  const address = parseSourceUrl(url)
  if (!address || (address.credentials !== null && !isEditor)) throw failure('InvalidUrl', { field: 'url' })
  const known = await findKnownSource(deps, address)
  const added = known
    ? knownSource(known)
    : await readAndAdd(deps, address, { userId, isEditor, keep, keepCount }, failure)
  const { podcastId } = added
  const isFollowed = await followFeed(deps, { userId, podcastId }, failure)
  // A draft is told to nobody but editors.
  if (!isFollowed && !isEditor) throw failure('FeedUnavailable', { field: 'url' })
  return added
}

function knownSource({ id, podcast_id }: SourceRow): AddedSource {
  return { id, podcastId: podcast_id, isNew: false }
}

interface NewSource {
  /** Null for what is nobody's own. */
  readonly userId: string | null
  readonly isEditor: boolean
  readonly keep: KeepPolicy
  readonly keepCount: number
}

async function readAndAdd(
  deps: SourceDeps,
  address: SourceUrl,
  input: NewSource,
  failure: AddingFailure,
): Promise<AddedSource> {
  const secret = address.credentials && sealSecret(deps.tokenKeys.sources, address.credentials)
  const signal = AbortSignal.timeout(patienceMs)
  const deadline = AbortSignal.timeout(pagesPatienceMs)
  const own = { ...address, secret, is_of_editor: input.isEditor ? (1 as const) : (0 as const) }
  // To listeners the reason would tell of the own network.
  const unavailable = (description: string) =>
    failure('FeedUnavailable', { field: 'url', ...(input.isEditor && { description }) })
  const refuseOwn = (one: SourceUrl | null) => {
    if (one && isOwnAddress(one.url, deps.config)) throw unavailable('This address is not allowed.')
  }
  refuseOwn(address)
  const fetched = await fetchFeed(deps, own, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
    throw unavailable('The feed does not answer in time.')
  })
  if (fetched.kind === 'failed') throw unavailable(fetched.reason)
  if (fetched.kind === 'busy') throw failure('ServiceUnavailable')
  if (fetched.kind === 'same') throw failure('FeedUnavailable', { field: 'url' })
  const elsewhere = fetched.movedTo === null ? null : parseSourceUrl(fetched.movedTo)
  const moved = elsewhere && (await findKnownSource(deps, elsewhere))
  const known = moved ?? (await findNamedSource(deps, fetched.document))
  if (known) return knownSource(known)
  refuseOwn(elsewhere)
  refuseOwn(parseSourceUrl(fetched.url))
  // What listeners tell of a podcast that is everybody's is its own address alone: another one may lead elsewhere tomorrow.
  const addresses = input.isEditor ? [address, elsewhere] : [address]
  const urlKeys = addresses.flatMap((one) => one?.urlKey ?? [])
  const brought = await findBroughtPodcast(deps.db.connection, urlKeys, !input.isEditor)
  const whole = await withFurtherPages(deps, own, fetched, { deadline })
  if (brought === undefined) return await makePodcast(deps, own, input, whole)
  const adopter = input.isEditor ? input : { ...input, userId: null, keep: 'none' as const }
  return await adopt(deps, brought, { address: own, input: adopter, fetched: whole }, failure)
}

/** The podcast was known, if not its source. */
async function adopt(
  deps: SourceDeps,
  podcastId: number,
  { address, input, fetched }: Pick<OwnRow, 'address' | 'input' | 'fetched'>,
  failure: AddingFailure,
): Promise<AddedSource> {
  const row = sourceRow(deps, podcastId, { address, input, fetched, hasCover: false })
  const id = await adoptPodcast(deps, row, fetched)
  if (id !== null) return { id, podcastId, isNew: false }
  const known = await findSourceByKey(deps.db.connection, address.urlKey)
  if (!known) throw failure('ServiceUnavailable')
  return knownSource(known)
}

type Reading = Extract<Fetched, { kind: 'read' }>

class KnownMeanwhile extends Error {}

/** With the first episodes; what is more follows in transactions of its own. */
async function makePodcast(
  deps: SourceDeps,
  address: OwnAddress,
  input: NewSource,
  fetched: Reading,
): Promise<AddedSource> {
  const { document } = fetched
  const lease = randomUUID()
  const { people, categories, feed, ...stated } = statedPodcast(document)
  const plan = { added: planMerge([], document).added, changed: [] }
  const isNaming = input.isEditor
  const [first, ...others] = await sliceItems(deps, plan, isNaming)
  const named = isNaming ? people : []
  const creators = await requireCreators(deps, named)
  await using cover = await fetchCover(deps, document.imageUrl, address, AbortSignal.timeout(coverPatienceMs))
  const record = {
    name: stated.name ?? address.host,
    description: stated.description,
    cover: cover.cover,
    preview: cover.preview,
    previewChosen: false,
    credits: creditsBy(creators, named),
    draft: !input.isEditor,
  }
  let source = { id: 0, lease }
  try {
    const podcastId = await createRecord(deps, record, {
      kind: 'podcast',
      scope: 'podcasts/+',
      insert: (transaction, { sound: _, ...row }, now) =>
        insertPodcast(
          transaction,
          { ...row, ...podcastColumns(stated), ...(!input.isEditor && unlisted(now)) },
          now,
        ),
      complete: async (transaction, id) => {
        await replaceGenres(transaction, 'podcast', id, categories)
        const sourceId = await insertOwn(deps, transaction, id, {
          address,
          input,
          fetched,
          lease,
          hasCover: cover.cover !== null,
        })
        await setStatedFeed(transaction, id, feed, deps.clock())
        source = { id: sourceId, lease }
        if (first) await writeFirst(deps, transaction, { sourceId, podcastId: id }, first)
        return []
      },
      find: (_transaction, id) => Promise.resolve(id),
    })
    await writeSlices(deps, { ...source, podcastId }, others)
    if (input.keep !== 'none') await queueKeeping(deps.db.connection, source.id, deps.clock())
    if (document.nextPageUrl !== null) await queueArchive(deps.db.connection, source.id, deps.clock())
    await endCheck(
      deps.db.connection,
      source,
      await endOfCheck(deps, { id: source.id, podcast_id: podcastId }, fetched),
    )
    return { id: source.id, podcastId, isNew: true }
  } catch (error) {
    const known =
      error instanceof KnownMeanwhile && (await findSourceByKey(deps.db.connection, address.urlKey))
    if (!known) throw error
    return knownSource(known)
  }
}

/** It is published, if not for everybody. */
const unlisted = (now: number) => ({ is_unlisted: 1 as const, published_at: now })

type OwnAddress = SourceUrl & Pick<SourceRow, 'secret' | 'is_of_editor'>

interface OwnRow {
  readonly address: OwnAddress
  readonly input: NewSource
  readonly fetched: Reading
  readonly hasCover: boolean
}

function sourceRow(
  { clock }: SourceDeps,
  podcastId: number,
  { address, input, fetched: { document }, hasCover }: OwnRow,
): Omit<NewSourceRow, 'lease'> {
  const now = clock()
  return {
    podcast_id: podcastId,
    made_by: input.userId,
    url: address.url,
    url_key: address.urlKey,
    secret: address.secret,
    is_of_editor: address.is_of_editor,
    host: address.host,
    guid: document.guid,
    image_url: hasCover ? document.imageUrl : null,
    archive_url: document.nextPageUrl,
    keep: input.keep,
    keep_count: input.keepCount,
    leased_until: now + leaseMs,
    created_at: now,
  }
}

/** @throws KnownMeanwhile */
async function insertOwn(
  deps: SourceDeps,
  transaction: Connection,
  podcastId: number,
  own: OwnRow & { readonly lease: string },
): Promise<number> {
  const { document } = own.fetched
  const id = await insertSource(transaction, { ...sourceRow(deps, podcastId, own), lease: own.lease })
  if (id === undefined) throw new KnownMeanwhile()
  if (document.guid !== null) await setFeedGuid(transaction, podcastId, document.guid)
  return id
}

async function writeFirst(
  { db, clock }: SourceDeps,
  connection: Connection,
  target: { readonly sourceId: number; readonly podcastId: number },
  slice: ItemSlice,
): Promise<void> {
  await writeItems({ connection, dialect: db.dialect, ...target, now: clock() }, slice)
}
