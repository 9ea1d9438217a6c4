import { useState } from 'react'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { useHere } from '../../auth/index.ts'
import { type AnswerKind, forgetAnswers } from '../answers.ts'
import { attempt } from '../attempt.ts'
import { rememberedIndex } from '../index-search.ts'
import { areYouSure } from '../messages.ts'

interface Deletable {
  kind: AnswerKind
  /** Its name in the question. */
  name: string
  messages: { deleteTitle: string; deleted: string; deleteFailed: string }
  remove: () => Promise<unknown>
}

export interface Deletion {
  /** Asks first. */
  start: () => Promise<void>
  isRunning: boolean
}

/** Deletes a form's record after asking, and goes back to the tables. */
export function useDeletion({ kind, name, messages, remove }: Deletable): Deletion {
  const here = useHere()
  const [isRunning, setRunning] = useState(false)

  async function start() {
    if (!(await confirm({ title: messages.deleteTitle, text: areYouSure(name) }))) return
    setRunning(true)
    const texts = { done: messages.deleted, failed: messages.deleteFailed }
    if (!(await attempt(remove, texts))) return setRunning(false)
    await here.goOn({ to: '/edit', search: rememberedIndex(), replace: true, ignoreBlocker: true })
    // Only now: the form would load its deleted record again.
    await forgetAnswers(kind)
  }

  return { start, isRunning }
}
