/** Saves a newer version of a record, and resolves the conflict with another one. */
import type { updateAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { updateEpisode } from '@earmark/contract/episode-edits.ts'
import type { updatePodcast } from '@earmark/contract/podcast-edits.ts'
import { ApiError, hasCode } from '../../../lib/api.ts'
import type { RecordCalls } from './record-calls.ts'
import { isOutcome } from './record-outcome.ts'
import { type EditedRecord, rebased, type RecordValues } from './record-values.ts'
import { askWhichVersion } from '../form/stale-dialog.tsx'

type Update = typeof updateAudioBook | typeof updatePodcast | typeof updateEpisode

/** A save without a response: it may be the version that the next save conflicts with. */
export interface Unanswered<Saved extends EditedRecord> {
  values: RecordValues
  over: Saved
}

export interface RecordUpdate<Saved extends EditedRecord> {
  calls: RecordCalls<Saved>
  values: RecordValues
  /** The version that the values were typed over. */
  over: Saved
  options: { onProgress: (part: number) => void; signal: AbortSignal }
  /** Kept from one save of a form to the next. */
  unanswered: { current: Unanswered<Saved> | undefined }
}

/**
 * @returns the record as saved; or in `instead` another editor's version that is to replace the form's values, undefined
 * when the form stays as it is
 */
export async function updateRecord<Saved extends EditedRecord>(
  update: RecordUpdate<Saved>,
): Promise<{ saved: Saved } | { instead: Saved | undefined }> {
  const { calls, values, over, options, unanswered } = update
  try {
    return { saved: await calls.update(values, over, options) }
  } catch (error) {
    if (error instanceof ApiError && error.passing) return { saved: await savedAllTheSame(update, error) }
    if (!hasCode<Update>(error, 'StaleRecord')) throw error
  }
  const reread = () => calls.query(over.id).queryFn(options)
  const saveOver = (newer: Saved) =>
    updateRecord({ ...update, values: rebased(values, over, newer), over: newer })

  const lost = unanswered.current
  if (lost) {
    const newer = await reread()
    unanswered.current = undefined
    if (isOutcome(newer, lost.values, lost.over)) return saveOver(newer)
  }
  const choice = await askWhichVersion(over.name)
  if (choice === undefined) return { instead: undefined }
  const newer = await reread()
  return choice === 'mine' ? saveOver(newer) : { instead: newer }
}

/** The record, if the server has saved the values although its response was lost. @throws the failure otherwise */
async function savedAllTheSame<Saved extends EditedRecord>(
  { calls, values, over, options, unanswered }: RecordUpdate<Saved>,
  failure: ApiError,
): Promise<Saved> {
  unanswered.current = { values, over }
  const now = await calls
    .query(over.id)
    .queryFn(options)
    .catch(() => undefined)
  if (now === undefined || !isOutcome(now, values, over)) throw failure
  unanswered.current = undefined
  return now
}
