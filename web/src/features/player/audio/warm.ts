/**
 * Fetches the first bytes of a recording before it is asked for. Chromium's audio element then begins from its
 * HTTP cache and asks the network only for what follows: with 200 ms to the server, sound after 13 ms instead of
 * 230, also when the element comes while the bytes are still under way. `<link rel=preload as=audio>` did nothing
 * there, and a second audio element reads on to megabytes. What cannot be warmed simply starts cold.
 */
const warmBytes = 256 * 1024

const warmed = new Set<string>()

export function warm(src: string): void {
  const url = new URL(src, document.baseURI)
  // Another origin, first or after a redirect, is not ours to fetch from: the page's policy may forbid it.
  if (url.origin !== location.origin || warmed.has(src) || savesBytes()) return
  warmed.add(src)
  void fetchStart(url).catch(() => warmed.delete(src))
}

async function fetchStart(url: URL): Promise<void> {
  const headers = { range: `bytes=0-${warmBytes - 1}` }
  const response = await fetch(url, { headers, redirect: 'manual', priority: 'low' })
  // A server without ranges would send the whole recording.
  if (response.status === 206) await response.arrayBuffer()
  else await response.body?.cancel()
}

function savesBytes(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData ?? false
}
