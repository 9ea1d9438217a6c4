import { useNavigate } from '@tanstack/react-router'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { type AnswerKind, forgetAnswers } from '../answers.ts'
import { attempt } from '../attempt.ts'
import { rememberedIndex } from '../index-page/remembered-index.ts'
import { areYouSure } from '../messages.ts'

interface Deletion {
  kind: AnswerKind
  /** What it is called in the question. */
  name: string
  messages: { deleteTitle: string; deleted: string; deleteFailed: string }
  remove: () => Promise<unknown>
}

/** Deletes what a form is about after asking, and goes back to the tables. */
export function useDeletion({ kind, name, messages, remove }: Deletion): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    if (!(await confirm({ title: messages.deleteTitle, text: areYouSure(name) }))) return
    const texts = { done: messages.deleted, failed: messages.deleteFailed }
    if (!(await attempt(remove, texts))) return
    await navigate({ to: '/edit', search: rememberedIndex(), replace: true, ignoreBlocker: true })
    // Not before: what is on the screen would be asked for again, and is gone.
    await forgetAnswers(kind)
  }
}
