/** What a call may learn of the session: its tokens were renewed, or the server no longer knows it. */
export type SessionNews = 'renewed' | 'lost'

type Work = () => Promise<unknown>

const farewells = new Set<Work>()

/** Has work done while the session that is about to end still counts. */
export function beforeLeaving(work: Work): () => void {
  farewells.add(work)
  return () => farewells.delete(work)
}

export function sayFarewells(): Promise<unknown> {
  return Promise.allSettled([...farewells].map((work) => work()))
}

let listener: ((news: SessionNews) => void) | undefined

/** One listener, set by the feature that knows sessions. */
export function onSessionNews(heed: (news: SessionNews) => void): void {
  listener = heed
}

export function tellSessionNews(news: SessionNews): void {
  listener?.(news)
}
