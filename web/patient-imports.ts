import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('src/', import.meta.url))
const patience = `${ours}ui/late-code/patiently.ts`
const filesOfCode = `${ours}ui/late-code/with-its-files.ts`
const dynamicImport = /(\$\$splitLoaderImporter = \(\) => )?\bimport\(\s*['"`][^)]*\)/g

/**
 * Dynamic imports, the router's pages among them, survive a lost connection and a new release: see
 * src/ui/late-code/patiently.ts. A build step, because most of these imports are generated. A loader that cannot be fetched
 * leaves the failure to its page's component, from which alone the router recognises a new release.
 */
export function patientImports(): Plugin {
  return {
    name: 'patient-imports',
    enforce: 'post',
    apply: 'build',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      order: 'pre',
      handler: () => `export { withItsFiles as __vitePreload } from ${JSON.stringify(filesOfCode)}`,
    },
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?(\?|$)/, code: 'import(' },
      handler(code, id) {
        const isPage = id.startsWith(`${ours}routes/`) ? ', 1' : ''
        const patient = code.replace(dynamicImport, (found, loader = '') => {
          const fetched = `${loader}patiently(() => ${found.slice(loader.length)}${isPage})`
          return loader ? `${fetched}.catch(() => ({ loader() {} }))` : fetched
        })
        if (patient === code) return null
        return { code: `import { patiently } from ${JSON.stringify(patience)};${patient}`, map: null }
      },
    },
  }
}
