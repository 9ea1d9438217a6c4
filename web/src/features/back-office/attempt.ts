import { ApiError } from '../../lib/api.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { useSession } from '../auth/index.ts'

interface AttemptTexts {
  /** Said when it was done; nothing is said when somebody else speaks. */
  done?: string
  failed: string
  /** What else is to be done about a refusal. */
  onFailure?: (error: unknown) => void
}

/** Does what an editor asked for and says in a toast how it ended; nothing comes back when it was refused. */
export async function attempt<Answer>(
  work: () => Promise<Answer>,
  { done, failed, onFailure }: AttemptTexts,
): Promise<{ answer: Answer } | undefined> {
  try {
    const answer = await work()
    if (done) showToast({ type: 'success', message: done })
    return { answer }
  } catch (error) {
    sayFailure(failed, error)
    onFailure?.(error)
    return undefined
  }
}

/** An error toast, with what the server said last as its second line. Errors of our own making stay errors. */
export function sayFailure(message: string, error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  if (isOfLostSession(error)) return
  showToast({ type: 'error', message, description: error.items.at(-1)?.description })
}

/** Whether a call failed because the session ended: that was said already, and leads away from here. */
function isOfLostSession(error: ApiError): boolean {
  return error.status === 401 && !useSession.getState().signedIn
}
