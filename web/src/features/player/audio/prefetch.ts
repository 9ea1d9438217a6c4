/**
 * Fetches the first bytes of a recording ahead. Chromium's audio element begins from the HTTP cache: with 200 ms to the
 * server, sound after 13 ms instead of 230. `<link rel=preload as=audio>` has no effect there, and a second audio element
 * reads megabytes.
 */
const prefetchedBytes = 256 * 1024

const prefetched = new Set<string>()

export function prefetch(src: string | null): void {
  if (src === null) return
  const url = new URL(src, document.baseURI)
  // The content security policy may forbid other origins, also after a redirect.
  if (url.origin !== location.origin || prefetched.has(src) || savesBytes()) return
  prefetched.add(src)
  void fetchStart(url).catch(() => prefetched.delete(src))
}

async function fetchStart(url: URL): Promise<void> {
  const headers = { range: `bytes=0-${prefetchedBytes - 1}` }
  const response = await fetch(url, { headers, redirect: 'manual', priority: 'low' })
  // A server without ranges would send the whole recording.
  if (response.status === 206) await response.arrayBuffer()
  else await response.body?.cancel()
}

function savesBytes(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData ?? false
}
