/** What a call may learn of the session: its tokens were renewed, or the server no longer knows it. */
export type SessionNews = 'renewed' | 'lost'

let listener: ((news: SessionNews) => void) | undefined

/** One listener, set by the feature that knows sessions. */
export function onSessionNews(heed: (news: SessionNews) => void): void {
  listener = heed
}

export function tellSessionNews(news: SessionNews): void {
  listener?.(news)
}
