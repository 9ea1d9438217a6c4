/** What the browser keeps between visits. A browser that refuses storage (private mode, quota) forgets, no more. */
export type StoredName = 'accessToken' | 'refreshToken' | 'userRole' | 'deviceId' | 'theme'

export function readStored(name: StoredName): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function writeStored(name: StoredName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Nothing to be done: the value lives as long as the page.
  }
}
