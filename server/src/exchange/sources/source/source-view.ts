import type { Source, SourcedField } from '@earmark/contract/sources.ts'
import { instantView } from '../../../catalogue/editing/record-rows.queries.ts'
import { shownUrl } from './source-url.ts'
import type { ShownSourceRow } from './shown-sources.queries.ts'

export function sourceView(row: ShownSourceRow): Source {
  return {
    id: row.id,
    podcastId: row.podcast_id,
    podcastName: row.podcast_name,
    url: shownUrl(row),
    state: row.state,
    keep: row.keep,
    keepCount: row.keep === 'last' ? row.keep_count : null,
    checkedAt: instantView(row.checked_at),
    changedAt: instantView(row.changed_at),
    nextAt: instantView(row.next_at),
    failingSince: instantView(row.failed_since),
    lastError: row.last_error,
    failures: row.failures,
    episodesCount: row.episodes_count ?? 0,
    keptCount: row.kept_count ?? 0,
    keptBytes: Number(row.kept_bytes ?? 0),
    refusedCount: row.refused_count ?? 0,
    refusedReason: row.refused_reason,
    detached: readDetached(row),
  }
}

export function readDetached({ detached }: { readonly detached: string }): SourcedField[] {
  return JSON.parse(detached) as SourcedField[]
}
