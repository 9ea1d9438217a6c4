import { useNavigate } from '@tanstack/react-router'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { forgetAnswers } from '../answers.ts'
import { attempt } from '../attempt.ts'
import { rememberedIndex } from '../index-page/remembered-index.ts'
import { areYouSure } from '../messages.ts'
import type { RecordCalls } from './record-calls.ts'
import type { EditedRecord } from './record-values.ts'

/** Deletes a record after asking, and goes where it came from. */
export function useRecordDeletion<Saved extends EditedRecord>(calls: RecordCalls<Saved>) {
  const navigate = useNavigate()
  const { messages } = calls
  return async ({ id, name }: Saved): Promise<void> => {
    if (!(await confirm({ title: messages.deleteTitle, text: areYouSure(name) }))) return
    const texts = { done: messages.deleted, failed: messages.deleteFailed }
    if (!(await attempt(() => calls.remove(id), texts))) return
    await navigate({ to: '/edit', search: rememberedIndex(), ignoreBlocker: true })
    // Not before: what is on the screen would be asked for again, and is gone.
    await forgetAnswers(calls.kept)
  }
}
