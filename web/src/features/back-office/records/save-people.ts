/** Saves the people of a record, and resolves the conflict with another editor's version. */
import type { replaceAudioBookCredits } from '@earmark/contract/credit-edits.ts'
import type { Credit } from '@earmark/contract/credits.ts'
import { hasCode } from '../../../lib/api.ts'
import { attempt } from '../attempt.ts'
import { askWhichVersion } from '../form/stale-dialog.tsx'
import { newCredits } from './people-values.ts'
import { type RecordCalls, reloadRecord } from './record-calls.ts'
import type { EditedRecord } from './record-values.ts'

/** @throws {ApiError} but for a stale record, about which it asks */
async function replacePeople<Saved extends EditedRecord>(
  calls: RecordCalls<Saved>,
  record: EditedRecord,
  credits: readonly Credit[],
): Promise<void> {
  try {
    await calls.people.replace(record.id, newCredits(credits), record.updatedAt)
  } catch (error) {
    if (!hasCode<typeof replaceAudioBookCredits>(error, 'StaleRecord')) throw error
    if ((await askWhichVersion(record.name)) !== 'mine') return
    const newer = await calls.query(record.id).queryFn({ signal: new AbortController().signal })
    await replacePeople(calls, newer, credits)
  }
}

/** A failure is shown as a toast; the record is loaded again once they are saved. */
export async function savePeople<Saved extends EditedRecord>(
  calls: RecordCalls<Saved>,
  record: EditedRecord,
  credits: readonly Credit[],
  failed: string,
): Promise<void> {
  const done = await attempt(() => replacePeople(calls, record, credits), { failed })
  if (done) await reloadRecord(calls, record.id)
}
