/** Names of localStorage, which all tabs share. Texts that the browser refuses (private mode, quota) live as long as the page. */
export type StoredName =
  | 'accessToken'
  | 'refreshToken'
  | 'userRole'
  | 'deviceId'
  | 'theme'
  | 'playerQueue'
  | 'playerQueueKnown'
  | 'playerSettings'
  | 'playerSpeeds'
  | 'playerJumps'
  | 'listOrders'
  | 'homeShelves'
  | 'tableSizes'
  | 'uploads'
  | 'sourceImport'
  | `position:${string}`
  | `bookmark:${string}`

/** Refused texts, each with the text held then: another tab's later text wins. */
const unstored = new Map<StoredName, { text: string | null; held: string | null }>()

export function readStored(name: StoredName): string | null {
  const held = heldText(name)
  const own = unstored.get(name)
  return own?.held === held ? own.text : held
}

/** Null removes. */
export function writeStored(name: StoredName, text: string | null): void {
  unstored.delete(name)
  try {
    if (text === null) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    unstored.set(name, { text, held: heldText(name) })
  }
}

/** The stored JSON object, its fields unchecked; empty for anything else. */
export function readFields(name: StoredName): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(readStored(name) ?? '')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

export function writeFields(name: StoredName, fields: object | null): void {
  writeStored(name, fields && JSON.stringify(fields))
}

export function storedNames<Prefix extends string>(prefix: Prefix): `${Prefix}${string}`[] {
  const names = new Set<string>(unstored.keys())
  try {
    for (const name of Object.keys(localStorage)) names.add(name)
  } catch {
    // No storage.
  }
  return [...names].filter((name): name is `${Prefix}${string}` => name.startsWith(prefix))
}

/** Tells the name of each text changed in another tab; null for all. */
export function onStoredElsewhere(tell: (name: string | null) => void): () => void {
  const listener = ({ key }: StorageEvent) => tell(key)
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

function heldText(name: StoredName): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
