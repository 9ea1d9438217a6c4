/** `lost`: the server no longer knows the session. */
export type SessionNews = 'renewed' | 'lost'

type Work = () => Promise<unknown>

const farewells = new Set<Work>()

/** Registers work to be done before a session ends. */
export function beforeLeaving(work: Work): () => void {
  farewells.add(work)
  return () => farewells.delete(work)
}

export function sayFarewells(): Promise<unknown> {
  return Promise.allSettled([...farewells].map((work) => work()))
}

let listener: ((news: SessionNews) => void) | undefined

export function onSessionNews(heed: (news: SessionNews) => void): void {
  listener = heed
}

export function tellSessionNews(news: SessionNews): void {
  listener?.(news)
}
