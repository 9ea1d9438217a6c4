import { ApiError } from '../../lib/api.ts'
import { showToast } from '../../ui/toast/toasts.ts'

interface AttemptTexts {
  /** Said when it was done; nothing is said when somebody else speaks. */
  done?: string
  failed: string
}

/** Does what an editor asked for and says in a toast how it ended; nothing comes back when it was refused. */
export async function attempt<Answer>(
  work: () => Promise<Answer>,
  { done, failed }: AttemptTexts,
): Promise<{ answer: Answer } | undefined> {
  try {
    const answer = await work()
    if (done) showToast({ type: 'success', message: done })
    return { answer }
  } catch (error) {
    sayFailure(failed, error)
    return undefined
  }
}

/** An error toast, with what the server said last as its second line. Errors of our own making stay errors. */
export function sayFailure(message: string, error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  showToast({ type: 'error', message, description: error.items.at(-1)?.description })
}
