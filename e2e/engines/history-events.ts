import type { Answer, Command } from './bidi.ts'

/** Beyond the ids that Playwright counts up. */
const commandId = 2 ** 50
const channel = 'history'

/** In each document, before its scripts. */
function tellHistory(tell: (url: string) => void): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const own = history[name]
    history[name] = (...entry) => {
      own.apply(history, entry)
      tell(document.URL)
    }
  }
  window.addEventListener('popstate', () => tell(document.URL), true)
}

/** Has the pages tell what Firefox 140 does not: that their history has changed. */
export const tellingHistory: Command = {
  id: commandId,
  method: 'script.addPreloadScript',
  params: {
    functionDeclaration: tellHistory.toString(),
    arguments: [{ type: 'channel', value: { channel } }],
  },
}

interface Message {
  readonly channel: string
  readonly data: { readonly value: string }
  readonly source: { readonly context: string }
}

/** What Playwright is told instead: nothing of the command's success, and of the pages' words the event. */
export function toHistoryEvent(answer: Answer): Answer | undefined {
  if (answer.id === commandId) return undefined
  if (answer.method !== 'script.message') return answer
  const message = answer.params as unknown as Message
  if (message.channel !== channel) return answer
  const params = { context: message.source.context, url: message.data.value, timestamp: Date.now() }
  return { type: 'event', method: 'browsingContext.historyUpdated', params }
}
