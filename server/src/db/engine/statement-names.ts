const mostNames = 200
const longestText = 4_000
const mostStrangers = 1_000

export type NameOf = (text: string) => string | undefined

/**
 * Names repeated statements, which PostgreSQL then prepares once per connection: for small reads planning takes longer
 * than running.
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
