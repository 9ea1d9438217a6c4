const files = new Map<string, Promise<unknown>>()

/**
 * Fetches all files before the import: a document never fetches a failed module again (HTML, "fetch a single module
 * script"). Replaces Vite's preload helper.
 *
 * @param names such as `assets/list-page.css`
 */
export async function withItsFiles<Module>(
  runCode: () => Promise<Module>,
  names: readonly string[] = [],
): Promise<Module> {
  await Promise.all(names.map(arrival))
  return runCode()
}

async function arrival(name: string): Promise<unknown> {
  const href = `/${name}`
  const known = files.get(name)
  // Files named by the page are loaded.
  if (known || document.querySelector(`link[href="${href}"]`)) return known
  const arriving = name.endsWith('.css') ? fetchStyles(href) : fetchScript(href)
  files.set(name, arriving)
  arriving.catch(() => files.delete(name))
  return arriving
}

async function fetchScript(href: string): Promise<void> {
  const response = await fetch(href)
  if (!response.ok) throw notFetched(href)
  // The browser caches complete bodies only.
  await response.arrayBuffer()
}

function fetchStyles(href: string): Promise<unknown> {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href })
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(notFetched(href))
    }
    document.head.append(link)
  })
}

/** A browser's message, by which the router recognises a new release. */
function notFetched(href: string): TypeError {
  return new TypeError(`Failed to fetch dynamically imported module: ${href}`)
}
