const styles = new Map<string, Promise<unknown>>()

/**
 * Fetches code together with the files that it needs, in the place of Vite's own way, which never asks again for styles
 * that failed.
 *
 * @param files such as `assets/list-page.css`
 */
export async function withItsFiles<Module>(
  fetchCode: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  const [module] = await Promise.all([fetchCode(), ...files.map(fetchFile)])
  return module
}

function fetchFile(file: string): Promise<unknown> | undefined {
  const href = `/${file}`
  if (document.querySelector(`link[href="${href}"]`)) return styles.get(file)
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  Object.assign(link, { rel: isStyle ? 'stylesheet' : 'modulepreload', crossOrigin: '', href })
  document.head.append(link)
  if (isStyle) styles.set(file, untilLoaded(link))
  return styles.get(file)
}

function untilLoaded(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      // As browsers say of code: the router knows by it what a new release is.
      reject(new TypeError(`Failed to fetch dynamically imported module: ${link.href}`))
    }
  })
}
