const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How long ago, in words: `just now`, `8 min ago`, `3 h ago`, `1 day ago`. */
export function formatAgo(seconds: number): string {
  if (!(seconds >= minute)) return 'just now'
  if (seconds < hour) return `${Math.floor(seconds / minute)} min ago`
  if (seconds < day) return `${Math.floor(seconds / hour)} h ago`
  const days = Math.floor(seconds / day)
  return days === 1 ? '1 day ago' : `${days} days ago`
}
