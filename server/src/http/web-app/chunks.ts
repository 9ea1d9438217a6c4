import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Its files are in the template already. */
export const entry = 'index.html'

/** Links to a route's own scripts and styles, by its source file such as `src/routes/search.tsx`. */
export function readChunkLinks(folder: string): (routeFile: string) => string {
  const filesOfRoutes = JSON.parse(readFileSync(join(folder, '.vite/routes.json'), 'utf8')) as Readonly<
    Record<string, readonly string[]>
  >
  return (routeFile) => {
    if (routeFile === entry) return ''
    const files = filesOfRoutes[routeFile]
    if (files === undefined) throw new Error(`The built web app lacks ${routeFile}: build it again.`)
    return files.map(linkTo).join('')
  }
}

function linkTo(file: string): string {
  const rel = file.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  return `<link rel="${rel}" crossorigin href="/${file}">`
}
