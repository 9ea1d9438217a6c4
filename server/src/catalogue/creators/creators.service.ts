import { maxLinks } from '@earmark/contract/creator-edits.ts'
import type { Creator, CreatorDetail } from '@earmark/contract/creators.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { ChangedScope } from '../../db/engine/scopes.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { type CatalogueChange, changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { indexRecord, indexRecords, removeFromIndex } from '../../db/search/index-records.queries.ts'
import { type DeletedMedia, deleteMedia, type NewMedia, storedHashes } from '../../media/media.queries.ts'
import { tryRemoveUnusedFiles } from '../../media/storage/unused-files.ts'
import { isAddressOf } from '../../media/upload/record-media-changes.ts'
import { insertOptionalMedia } from '../../media/upload/record-media.queries.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import { type EditingDeps, lockChangedFields } from '../book-values/hand-edits.ts'
import { findCreatorDetail, listCreatorDetails, listCreatorScopes } from './creator-details.queries.ts'
import * as creators from './creators.queries.ts'
import { leadOn, mergeCredits, touchCreditedRecords } from './merged-creators.queries.ts'
import { listPodcastsOfEpisodes, listRecordsOf } from './linked-records.queries.ts'
import type { RecordsOfKind } from './linked-records.ts'
import { type LinkedDeps, linkedJob, prepareLinked, reindexLinked } from './reindex-linked.ts'

/** A creator as it is written: what is undefined stays as it is. */
export interface CreatorInput {
  readonly nickname: string
  readonly name: string | null
  readonly surname: string | null
  readonly biography?: string | null | undefined
  readonly links?: readonly string[] | undefined
  readonly sortName?: string | null | undefined
  /** The present address, or null to clear the image. */
  readonly imageUrl?: string | null | undefined
  /** In the place of the present one. */
  readonly image?: RecordUpload['cover']
}

type WritingDeps = Pick<MediaDeps, 'config' | 'db' | 'changes' | 'clock'>

export type CreatorsDeps = MediaDeps & LinkedDeps & EditingDeps

export async function createCreator(deps: WritingDeps, input: CreatorInput): Promise<CreatorDetail> {
  const change = { changes: ['creators/+'], files: filesOf(input) } as const
  return await changeCatalogue(deps, change, async (transaction) => {
    const creator = textsOfCreator(input, nothing)
    const id = await creators.insertCreator(transaction, creator, deps.clock())
    if (input.image) await insertImage(transaction, id, input.image)
    await indexCreator(deps, transaction, { id, ...creator })
    return await requireDetail(transaction, id)
  })
}

type NewImage = NonNullable<RecordUpload['cover']>

function filesOf({ image }: CreatorInput): NewMedia[] {
  return image ? [image.cover, image.preview] : []
}

async function insertImage(transaction: Connection, id: number, { cover, preview }: NewImage): Promise<void> {
  const image_media_id = await insertOptionalMedia(transaction, cover)
  const preview_media_id = await insertOptionalMedia(transaction, preview)
  await creators.setCreatorMedia(transaction, id, { image_media_id, preview_media_id })
}

const nothing = { biography: null, links: [], sortName: null }

function textsOfCreator(
  { nickname, name, surname, ...input }: CreatorInput,
  before: Pick<CreatorDetail, 'biography' | 'links' | 'sortName'>,
): creators.NewCreator {
  const { biography = before.biography, links = before.links, sortName = before.sortName } = input
  return { nickname, name, surname, biography, links, sortName }
}

async function requireDetail(transaction: Connection, id: number): Promise<CreatorDetail> {
  return (await listCreatorDetails(transaction, [id]))[0] as CreatorDetail
}

/** @param base the last change that the form was filled in over, in epoch milliseconds; undefined, any */
export async function changeCreator(
  deps: CreatorsDeps,
  id: number,
  input: CreatorInput & { readonly base: number | undefined },
  failure: FailureOf<'NotFound' | 'StaleRecord' | 'UnknownMedia'>,
): Promise<CreatorDetail> {
  const prepared = await prepareLinked(deps, await listLinked(deps.db.connection, id))
  const change = { ...changeOf(id), files: filesOf(input) }
  const { after, dropped } = await changeCatalogue(deps, change, async (transaction, alsoChanged) => {
    const [before] = await listCreatorDetails(transaction, [id])
    if (!before) throw failure('NotFound')
    const creator = textsOfCreator(input, before)
    const version = { now: deps.clock(), base: input.base }
    const books = await listRecordsOf(transaction, 'audio-book', id)
    const isCurrent = await lockChangedFields(deps, transaction, books, () =>
      creators.updateCreator(transaction, id, creator, version),
    )
    if (!isCurrent) throw failure('StaleRecord')
    const dropped = changesImage(deps, input, before, failure) ? await clearImage(transaction, id) : []
    if (input.image) await insertImage(transaction, id, input.image)
    alsoChanged(...scopesOfMedia(dropped), ...(await listCreatorScopes(transaction, [id])))
    alsoChanged(...(await scopesOfEpisodes(transaction, id)))
    await indexCreator(deps, transaction, { id, ...creator })
    const linked = await listLinked(transaction, id)
    alsoChanged(...linked.flatMap(scopesOf))
    await reindexLinked(deps, transaction, linked, prepared)
    return { after: await requireDetail(transaction, id), dropped }
  })
  deps.jobs.wake(linkedJob)
  await removeFiles(deps, dropped)
  return after
}

/** Whether the present image goes. */
function changesImage(
  { config }: MediaDeps,
  { image, imageUrl }: CreatorInput,
  before: CreatorDetail,
  failure: FailureOf<'UnknownMedia'>,
): boolean {
  const isNamed = typeof imageUrl === 'string'
  if (isNamed && !isAddressOf(imageUrl, before.imageUrl, config.publicUrl))
    throw failure('UnknownMedia', { field: 'imageUrl' })
  return image !== undefined || imageUrl === null
}

async function clearImage(transaction: Connection, id: number): Promise<DeletedMedia[]> {
  const media = await creators.findCreatorMedia(transaction, id)
  await creators.setCreatorMedia(transaction, id, { image_media_id: null, preview_media_id: null })
  return await deleteMedia(transaction, mediaIdsOf(media))
}

function mediaIdsOf(media: creators.CreatorMedia | undefined): number[] {
  return [media?.image_media_id, media?.preview_media_id].filter((id) => typeof id === 'number')
}

function scopesOfMedia(media: readonly DeletedMedia[]): ChangedScope[] {
  return media.map(({ key }) => `media/${key}` as const)
}

async function removeFiles(deps: MediaDeps, dropped: readonly DeletedMedia[]): Promise<void> {
  await tryRemoveUnusedFiles(deps, storedHashes(dropped))
}

/** Every record goes on without. */
export async function removeCreator(
  deps: CreatorsDeps,
  id: number,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  const { dialect } = deps.db
  const prepared = await prepareLinked(deps, await listLinked(deps.db.connection, id))
  const dropped = await changeCatalogue(deps, changeOf(id), async (transaction, alsoChanged) => {
    const linked = await listLinked(transaction, id)
    const media = await creators.findCreatorMedia(transaction, id)
    alsoChanged(...(await listCreatorScopes(transaction, [id])))
    alsoChanged(...(await scopesOfEpisodes(transaction, id)))
    await touchCreditedRecords(transaction, id, deps.clock())
    const books = await listRecordsOf(transaction, 'audio-book', id)
    const isGone = await lockChangedFields(deps, transaction, books, () =>
      creators.deleteCreator(transaction, id),
    )
    if (!isGone) throw failure('NotFound')
    const dropped = await deleteMedia(transaction, mediaIdsOf(media))
    alsoChanged(...scopesOfMedia(dropped))
    await removeFromIndex(transaction, dialect, 'creator', id)
    alsoChanged(...linked.flatMap(scopesOf))
    await reindexLinked(deps, transaction, linked, prepared)
    return dropped
  })
  deps.jobs.wake(linkedJob)
  await removeFiles(deps, dropped)
}

/**
 * Makes everything of one creator another's, which keeps its own names, texts and image where it has them. The old id
 * leads to the other, as do those that led to it.
 */
export async function mergeCreator(
  deps: CreatorsDeps,
  id: number,
  into: number,
  failure: FailureOf<'NotFound' | 'IdMismatch' | 'UnknownItem'>,
): Promise<CreatorDetail> {
  const { connection, dialect } = deps.db
  const linkedBefore = [...(await listLinked(connection, id)), ...(await listLinked(connection, into))]
  const prepared = await prepareLinked(deps, linkedBefore)
  const change = { changes: [], holds: ['audio-books', 'podcasts', 'creators'] } as const
  const { after, dropped } = await changeCatalogue(deps, change, async (transaction, alsoChanged) => {
    const [one] = await listCreatorDetails(transaction, [id])
    const other = await findCreatorDetail(transaction, into)
    if (!one) throw failure('NotFound')
    if (!other) throw failure('UnknownItem', { field: 'into' })
    if (other.id === id) throw failure('IdMismatch', { field: 'into' })
    const linked = await listLinked(transaction, id)
    const linkedToOther = await listLinked(transaction, other.id)
    const texts = mergedTexts(one, other)
    alsoChanged(...(await listCreatorScopes(transaction, [id, other.id])))
    for (const each of [id, other.id]) alsoChanged(...(await scopesOfEpisodes(transaction, each)))
    // Lists that are filtered by the id show from now on what credits the other.
    alsoChanged(...[...linked, ...linkedToOther].flatMap(scopesOf))
    const now = deps.clock()
    await touchCreditedRecords(transaction, id, now)
    const books = await listRecordsOf(transaction, 'audio-book', id)
    await lockChangedFields(deps, transaction, books, () => mergeCredits(transaction, id, other.id))
    await creators.updateCreator(transaction, other.id, texts, { now, base: undefined })
    const dropped = await leaveImage(transaction, one, other)
    alsoChanged(...scopesOfMedia(dropped))
    await removeFromIndex(transaction, dialect, 'creator', id)
    await indexCreator(deps, transaction, { ...texts, id: other.id })
    const isRenamed = texts.name !== other.name || texts.surname !== other.surname
    await reindexLinked(deps, transaction, isRenamed ? [...linked, ...linkedToOther] : linked, prepared)
    return { after: await requireDetail(transaction, other.id), dropped }
  })
  deps.jobs.wake(linkedJob)
  await removeFiles(deps, dropped)
  return after
}

function mergedTexts(one: CreatorDetail, other: CreatorDetail): creators.NewCreator {
  return {
    nickname: other.nickname,
    name: other.name ?? one.name,
    surname: other.surname ?? one.surname,
    biography: other.biography ?? one.biography,
    links: [...new Set([...other.links, ...one.links])].slice(0, maxLinks),
    sortName: other.sortName ?? one.sortName,
  }
}

/** The creator `one` goes. @returns its media that the other does not take over */
async function leaveImage(
  transaction: Connection,
  one: CreatorDetail,
  other: CreatorDetail,
): Promise<DeletedMedia[]> {
  const image = await creators.findCreatorMedia(transaction, one.id)
  const isTaken = image !== undefined && other.imageUrl === null
  if (isTaken) await creators.setCreatorMedia(transaction, other.id, image)
  await leadOn(transaction, one.id, other.id)
  return isTaken ? [] : await deleteMedia(transaction, mediaIdsOf(image))
}

/** The records that are found by a creator's names. */
async function listLinked(connection: Connection, id: number): Promise<RecordsOfKind[]> {
  return [
    { kind: 'audio-book', ids: await listRecordsOf(connection, 'audio-book', id) },
    { kind: 'podcast', ids: await listRecordsOf(connection, 'podcast', id) },
    { kind: 'episode', ids: await listRecordsOf(connection, 'episode', id) },
  ]
}

/** Its name is in the index and the answers of what it is linked to. */
function changeOf(id: number): CatalogueChange {
  return { changes: [`creators/${id}`], holds: ['audio-books', 'podcasts'] }
}

/** Of episodes those of their podcasts are announced (`scopesOfEpisodes`). */
function scopesOf({ kind, ids }: RecordsOfKind): ChangedScope[] {
  return kind === 'episode' ? [] : ids.map((id) => `${kind}s/${id}` as const)
}

/** Episodes show their voicers. */
async function scopesOfEpisodes(connection: Connection, id: number): Promise<ChangedScope[]> {
  const podcasts = await listPodcastsOfEpisodes(connection, id)
  return podcasts.map((podcastId) => `podcasts/${podcastId}` as const)
}

async function indexCreator(
  { db }: Pick<MediaDeps, 'db'>,
  transaction: Connection,
  creator: Creator,
): Promise<void> {
  await indexRecord(transaction, db.dialect, 'creator', creator.id, searchedCreator(creator))
}

/** Makes creators findable. */
export async function reindexCreators(
  transaction: Connection,
  dialect: Dialect,
  ids: readonly number[],
): Promise<void> {
  const records = (await creators.listCreators(transaction, ids)).map(searchedCreator)
  await indexRecords(transaction, dialect, 'creator', records)
}

function searchedCreator({ id, nickname, name, surname }: Creator) {
  return { id, name: nickname, creators: [name, surname] }
}
