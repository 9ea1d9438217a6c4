import type { Plugin, Rolldown } from 'vite'

/** A module that is the component of a route, alone or with its loader (`component---loader`). */
const routeComponent = /\/(src\/routes\/[^?]+)\?tsr-split=(?:.*---)?component(?:---|$)/

/**
 * Writes `routes.json`, by which the server names a route's scripts and styles in the page's head: for each source file of a
 * route, such as `src/routes/search.tsx`, the files that its component needs beside those of the entry.
 */
export function routeFiles(): Plugin {
  return {
    name: 'route-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const entry = filesOf(
          chunks.filter(({ isEntry }) => isEntry),
          bundle,
        )
        const routes = chunks.flatMap((chunk) => {
          const files = [...filesOf([chunk], bundle)].filter((file) => !entry.has(file))
          return chunk.moduleIds.flatMap((id) => {
            const route = routeComponent.exec(id)?.[1]
            return route === undefined ? [] : [[route, files] as const]
          })
        })
        const source = JSON.stringify(Object.fromEntries(routes))
        this.emitFile({ type: 'asset', fileName: '.vite/routes.json', source })
      },
    },
  }
}

/** Of chunks and of all that they import: styles before scripts. */
function filesOf(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Set<string> {
  const reached = new Set(chunks)
  for (const { imports } of reached)
    for (const name of imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') reached.add(imported)
    }
  const styles = [...reached].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return new Set([...styles, ...[...reached].map(({ fileName }) => fileName)])
}
