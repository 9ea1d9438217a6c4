import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

/** Its imports are in the template already. */
export const entry = 'index.html'

/** Links to a route's own scripts and styles, by its source file such as `src/routes/search.tsx`. */
export function readChunkLinks(folder: string): (routeFile: string) => string {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  const named = closure(manifest, entry)
  return (routeFile) => {
    if (routeFile === entry) return ''
    const component = Object.keys(manifest).find((name) => holdsComponent(name, routeFile))
    if (component === undefined) throw new Error(`The built web app lacks ${routeFile}: build it again.`)
    const own = [...closure(manifest, component)].filter((name) => !named.has(name))
    const chunks = own.flatMap((name) => manifest[name] ?? [])
    const scripts = chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    const styles = chunks
      .flatMap(({ css }) => css ?? [])
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
    return [...styles, ...scripts].join('')
  }
}

/** Whether a chunk is the component of a route, alone or with its loader (`component---loader`). */
function holdsComponent(name: string, routeFile: string): boolean {
  const [file, parts = ''] = name.split('?tsr-split=')
  return file === routeFile && parts.split('---').includes('component')
}

function closure(manifest: Manifest, start: string): Set<string> {
  const found = new Set([start])
  for (const name of found) for (const imported of manifest[name]?.imports ?? []) found.add(imported)
  return found
}
