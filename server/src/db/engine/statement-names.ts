/** What each connection of PostgreSQL prepares at most, and how long such a statement may be: both take memory there. */
const mostNames = 200
const longestText = 4_000
/** Texts that came once; who comes again after so many others counts as new. */
const mostStrangers = 1_000

/** Undefined for what is not prepared. */
export type NameOf = (text: string) => string | undefined

/**
 * Names for statements that come again: PostgreSQL prepares what has a name once for each connection, and for small
 * reads planning takes longer than running.
 */
export function createStatementNames(): NameOf {
  const names = new Map<string, string>()
  const strangers = new Set<string>()
  return (text) => {
    const known = names.get(text)
    if (known || text.length > longestText || names.size >= mostNames) return known
    if (!strangers.delete(text)) {
      if (strangers.size >= mostStrangers) strangers.clear()
      strangers.add(text)
      return undefined
    }
    const name = `earmark_${names.size}`
    names.set(text, name)
    return name
  }
}
