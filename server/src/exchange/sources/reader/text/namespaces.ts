const prefixesByAddress: readonly (readonly [address: RegExp, prefix: string])[] = [
  [/itunes\.com\/dtds\/podcast/, 'itunes'],
  [/podcastindex\.org\/namespace|podcast-namespace/, 'podcast'],
  [/purl\.org\/rss\/1\.0\/modules\/content/, 'content'],
  [/purl\.org\/rss\/1\.0\/modules\/syndication/, 'sy'],
  [/purl\.org\/dc\/(elements|terms)/, 'dc'],
  [/search\.yahoo\.com\/mrss/, 'media'],
  [/www\.w3\.org\/2005\/atom|purl\.org\/atom\/ns/, 'atom'],
  [/www\.w3\.org\/1999\/02\/22-rdf-syntax-ns/, 'rdf'],
  [/podlove\.org\/simple-chapters/, 'psc'],
  [/google\.com\/schemas\/play-podcasts/, 'googleplay'],
  [/www\.w3\.org\/1999\/xhtml/, 'xhtml'],
  [/purl\.oclc\.org\/net\/rss_2\.0\/enc/, 'enc'],
  [/purl\.org\/rss\/1\.0|my\.netscape\.com|backend\.userland\.com|blogs\.law\.harvard\.edu/, ''],
]

/** By address without case; undefined for one that is not known. */
function usualPrefix(address: string): string | undefined {
  const wanted = address.trim().toLowerCase()
  return prefixesByAddress.find(([known]) => known.test(wanted))?.[1]
}

/** The declarations in force at a place of the document, and the names that were resolved by them. */
export class NamespaceScope {
  readonly #prefixes: ReadonlyMap<string, string>
  readonly #names = new Map<string, string>()

  constructor(prefixes: ReadonlyMap<string, string> = new Map()) {
    this.#prefixes = prefixes
  }

  /** This scope where the attributes declare nothing. */
  within(attributes: Readonly<Record<string, string>>): NamespaceScope {
    let prefixes: Map<string, string> | undefined
    for (const name in attributes) {
      if (!name.startsWith('xmlns')) continue
      const declared = name === 'xmlns' ? '' : name.slice('xmlns:'.length)
      const prefix = usualPrefix(attributes[name] ?? '')
      if (prefix === undefined || this.#prefixes.get(declared) === prefix) continue
      prefixes ??= new Map(this.#prefixes)
      prefixes.set(declared, prefix)
    }
    return prefixes ? new NamespaceScope(prefixes) : this
  }

  /**
   * `prefix:local` by the usual prefix of its namespace, which is also taken for itself where it is not declared; the local
   * name alone for RSS.
   */
  nameOf(raw: string): string {
    let name = this.#names.get(raw)
    if (name === undefined) {
      name = this.#resolve(raw)
      if (this.#names.size < maxNames) this.#names.set(raw, name)
    }
    return name
  }

  #resolve(raw: string): string {
    const colon = raw.indexOf(':')
    const declared = colon < 0 ? '' : raw.slice(0, colon)
    const local = raw.slice(colon + 1)
    const prefix = this.#prefixes.get(declared) ?? declared
    return prefix === '' ? local : `${prefix}:${local}`
  }
}

const maxNames = 1_000
