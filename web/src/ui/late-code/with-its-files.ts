const files = new Map<string, Promise<unknown>>()

/**
 * Runs code whose files have arrived. A browser never asks again for a module that it could not fetch, as long as the
 * document lives (HTML, "fetch a single module script"): modules come from its cache. It takes the place of Vite's
 * preload helper, which asks for them outright, and never again for styles.
 *
 * @param names of the code's own file and all that it needs, such as `assets/list-page.css`
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
  // What the page itself names came with it.
  if (known || document.querySelector(`link[href="${href}"]`)) return known
  const arriving = name.endsWith('.css') ? fetchStyles(href) : fetchScript(href)
  files.set(name, arriving)
  arriving.catch(() => files.delete(name))
  return arriving
}

async function fetchScript(href: string): Promise<void> {
  const response = await fetch(href)
  if (!response.ok) throw notFetched(href)
  // Read to its end, so that it is in the cache.
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

/** As browsers say of code: the router knows by it what a new release is. */
function notFetched(href: string): TypeError {
  return new TypeError(`Failed to fetch dynamically imported module: ${href}`)
}
