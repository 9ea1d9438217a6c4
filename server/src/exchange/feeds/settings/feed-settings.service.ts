import { isEmail } from '@earmark/contract/emails.ts'
import {
  minFirstPageItems,
  type NewFeedSettings,
  type NewPodcastFeedSettings,
  type PodcastFeedSettings,
} from '@earmark/contract/feed-settings.ts'
import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { CoreDeps } from '../../../deps.ts'
import type { FailureOf } from '../../../errors.ts'
import { type FedKind, type FeedRow, findFeedRow } from './feed-rows.queries.ts'
import { type EditedFed, findFedRecord } from './fed-records.ts'
import { defaultSettings, feedSettings, unsetFeed } from './feed-settings.ts'
import { listSoundTypes, writeAudioBookFeed, writePodcastFeed } from './feed-settings.queries.ts'
import { findFeedFindings } from './findings.ts'

type SettingsDeps = Pick<CoreDeps, 'config' | 'db' | 'changes' | 'clock'>

export async function findFeedSettings(
  deps: Pick<SettingsDeps, 'config'>,
  connection: Connection,
  kind: FedKind,
  id: number,
): Promise<PodcastFeedSettings | undefined> {
  const record = await findFedRecord(connection, kind, id)
  if (!record) return undefined
  const row = (await findFeedRow(connection, kind, id)) ?? unsetFeed
  const settings = feedSettings(row, record, deps.config)
  const soundTypes = await listSoundTypes(connection, kind, id)
  const { isExplicit, isComplete, isLocked, tellsOwner, ...others } = settings
  return {
    ...others,
    categories: [...others.categories],
    funding: [...others.funding],
    verify: [...others.verify],
    explicit: isExplicit,
    complete: isComplete,
    locked: isLocked,
    tellOwner: tellsOwner,
    link: row.link,
    updatedAt: new Date(updatedAtOf(row, record)).toISOString(),
    findings: findFeedFindings({ record, settings, soundTypes, publicUrl: deps.config.publicUrl }),
  }
}

/** Before anything is set, the record's own beginning. */
function updatedAtOf(row: Pick<FeedRow, 'updated_at'>, record: EditedFed): number {
  return row.updated_at || Date.parse(record.createdAt)
}

export async function replaceFeedSettings(
  deps: SettingsDeps,
  { kind, id }: { readonly kind: FedKind; readonly id: number },
  given: NewPodcastFeedSettings,
  failure: FailureOf<'NotFound' | 'InvalidBody' | 'StaleRecord'>,
): Promise<PodcastFeedSettings> {
  const language = canonical(given.language)
  if (language === null) throw failure('InvalidBody', { field: 'language' })
  if (given.ownerEmail && !isEmail(given.ownerEmail)) throw failure('InvalidBody', { field: 'ownerEmail' })
  return await changeCatalogue(deps, { changes: [`${kind}s/${id}`] }, async (transaction) => {
    const record = await findFedRecord(transaction, kind, id)
    if (!record) throw failure('NotFound')
    const row = (await findFeedRow(transaction, kind, id)) ?? unsetFeed
    const updatedAt = updatedAtOf(row, record)
    if (Date.parse(given.updatedAt) !== updatedAt) throw failure('StaleRecord')
    const now = Math.max(deps.clock(), updatedAt + 1)
    const columns = columnsOf({ ...given, language }, { record, row, now, config: deps.config })
    const { firstPageItems = minFirstPageItems } = given
    if (kind === 'podcast')
      await writePodcastFeed(transaction, id, { ...columns, first_page_items: firstPageItems })
    else await writeAudioBookFeed(transaction, id, columns)
    return (await findFeedSettings(deps, transaction, kind, id)) as PodcastFeedSettings
  })
}

interface Written {
  readonly record: EditedFed
  readonly row: Pick<FeedRow, 'complete_at' | 'unlocked_at'>
  readonly now: number
  readonly config: CoreDeps['config']
}

/** What is as the record has it stays null, and follows the record. */
function columnsOf(given: NewFeedSettings, { record, row, now, config }: Written) {
  const unset = defaultSettings(record, config)
  const orNull = <T>(value: T | undefined, ofRecord: T) => (value === ofRecord ? null : (value ?? null))
  const isUnset = given.categories.join('\n') === unset.categories.join('\n')
  return {
    language: orNull<string>(given.language, unset.language),
    categories: isUnset ? '[]' : JSON.stringify(given.categories),
    funding: JSON.stringify(given.funding),
    verify: JSON.stringify(given.verify),
    is_explicit: given.explicit === unset.isExplicit ? null : given.explicit ? (1 as const) : (0 as const),
    author: orNull<string | null>(given.author?.trim() || null, unset.author),
    owner_email: given.ownerEmail || null,
    tell_owner: given.tellOwner === true ? (1 as const) : (0 as const),
    link: given.link ?? null,
    copyright: given.copyright?.trim() || null,
    type: given.type === unset.type ? null : given.type,
    complete_at: given.complete ? (row.complete_at ?? now) : null,
    unlocked_at: given.locked ? null : (row.unlocked_at ?? now),
    updated_at: now,
  }
}

function canonical(language: string): string | null {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? null
  } catch {
    return null
  }
}
