import type { SourcedField } from '@earmark/contract/sources.ts'
import { replaceCredits } from '../../../catalogue/creators/credits.queries.ts'
import { reindexRecords } from '../../../catalogue/creators/linked-records.ts'
import { listScopesCounting } from '../../../catalogue/creators/creator-details.queries.ts'
import { replaceGenres } from '../../../catalogue/genres/genres.queries.ts'
import { findEditedPodcast } from '../../../catalogue/podcasts/podcasts.queries.ts'
import type { Connection, Dialect } from '../../../db/engine/dialect.ts'
import type { ChangedScope } from '../../../db/engine/scopes.ts'
import { deleteMedia, type DeletedMedia } from '../../../media/media.queries.ts'
import { insertRecordCover } from '../../../media/upload/record-media.queries.ts'
import type { OpenedCover } from '../../import/apply/library-cover.ts'
import { creditsBy, type NamedCredit } from './credits-by-name.ts'
import { findCoverIds, setStatedCover, setStatedFeed, updateStated } from './podcast-updates.queries.ts'
import type { StatedPodcast } from './stated-podcast.ts'

interface PodcastUpdate {
  readonly podcastId: number
  readonly stated: StatedPodcast
  readonly detached: readonly SourcedField[]
  /** By the folds of their names. */
  readonly creators: ReadonlyMap<string, number>
  readonly now: number
}

/** Makes a podcast what its feed states, but for what editors have detached. @returns whether it was something else */
export async function updatePodcast(
  db: { readonly connection: Connection; readonly dialect: Dialect },
  update: PodcastUpdate,
  alsoChanged: (...scopes: ChangedScope[]) => void,
): Promise<boolean> {
  const { podcastId: id, stated, now } = update
  const present = await findEditedPodcast(db.connection, id)
  if (!present) return false
  await setStatedFeed(db.connection, id, stated.feed, now)
  const isStated = (field: SourcedField) => !update.detached.includes(field)
  const columns = {
    name: isStated('name') ? (stated.name ?? present.name) : present.name,
    description: isStated('description') ? stated.description : present.description,
    language: isStated('language') ? stated.language : present.language,
    isExplicit: isStated('isExplicit') ? stated.isExplicit : present.isExplicit,
    link: isStated('link') ? stated.link : present.link,
    episodeOrder: isStated('episodeOrder') ? stated.episodeOrder : present.episodeOrder,
  }
  const names = Object.keys(columns) as (keyof typeof columns)[]
  const isRowChanged = names.some((name) => columns[name] !== present[name])
  const areGenresChanged = isStated('categories') && !isSameList(stated.categories, present.categories)
  const credits = creditsBy(update.creators, stated.people)
  const arePeopleChanged =
    isStated('voicers') && !isSameList(credits.map(creditKey), present.credits.map(presentKey))
  if (!isRowChanged && !areGenresChanged && !arePeopleChanged) return false
  await updateStated(db.connection, id, columns, now)
  if (areGenresChanged) await replaceGenres(db.connection, 'podcast', id, stated.categories)
  if (arePeopleChanged) {
    alsoChanged(...(await listScopesCounting(db.connection, { kind: 'podcast', id })))
    await replaceCredits(db.connection, { kind: 'podcast', id }, credits)
    alsoChanged(...(await listScopesCounting(db.connection, { kind: 'podcast', id })))
  }
  await reindexRecords(db.connection, db.dialect, { kind: 'podcast', ids: [id] })
  return true
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}

const creditKey = ({ creatorId, role }: { creatorId: number; role: string }) => `${role} ${creatorId}`
const presentKey = ({ creator, role }: { creator: { id: number }; role: string }) => `${role} ${creator.id}`

/** Those whom a podcast may credit, for `requireCreators`. */
export function creditedPeople(
  stated: StatedPodcast,
  detached: readonly SourcedField[],
): readonly NamedCredit[] {
  return detached.includes('voicers') ? [] : stated.people
}

/** Puts a cover in the place of the present one, with its preview. @returns what was there */
export async function replaceStatedCover(
  connection: Connection,
  podcastId: number,
  { cover, preview }: OpenedCover,
  now: number,
): Promise<DeletedMedia[]> {
  const before = await findCoverIds(connection, podcastId)
  const ids = await insertRecordCover(connection, { cover, preview, previewChosen: false }, now)
  await setStatedCover(connection, podcastId, ids, now)
  return await deleteMedia(connection, before)
}
