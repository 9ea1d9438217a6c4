import { beforeLeaving } from '../../../lib/session-news.ts'
import { storedNames, writeStored } from '../../../lib/browser-storage.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import { onPersonChange } from '../../auth/index.ts'
import { together } from '../audio/player.ts'
import { flush } from './outbox.ts'
import { listUnsent } from './unsent.ts'

const retryMilliseconds = 15_000

/** Sends what is unsent: at the start, with a connection, from time to time, and before the session ends. */
export function followBookmarks(): () => void {
  const leaving = new AbortController()
  const send = () => {
    if (listUnsent().length > 0) void flush()
  }
  const begin = () => {
    forgetOthers(storedPerson())
    send()
  }
  begin()
  window.addEventListener('online', send, { signal: leaving.signal })
  const repeating = setInterval(send, retryMilliseconds)
  return together(
    () => leaving.abort(),
    () => clearInterval(repeating),
    onPersonChange(begin),
    beforeLeaving(flush),
  )
}

/** What is unsent of an account waits for it until another one signs in here. */
function forgetOthers(person: string): void {
  if (person === '') return
  for (const name of storedNames('bookmark:')) {
    if (!name.startsWith(`bookmark:${person}:`)) writeStored(name, null)
  }
}
