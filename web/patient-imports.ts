import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ours = fileURLToPath(new URL('src/', import.meta.url))
const wait = `${ours}lib/when-online.ts`
const dynamicImport = /\bimport\(\s*['"`][^)]*\)/g

/**
 * What the app fetches when it is needed waits for a connection instead of failing, the router's pages among it: see
 * src/lib/when-online.ts. Here rather than at each place, because most of these imports nobody wrote.
 */
export function patientImports(): Plugin {
  return {
    name: 'patient-imports',
    enforce: 'post',
    apply: 'build',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?(\?|$)/, code: 'import(' },
      handler(code) {
        const patient = code.replace(dynamicImport, (found) => `whenOnline(() => ${found})`)
        if (patient === code) return null
        return { code: `import { whenOnline } from ${JSON.stringify(wait)};${patient}`, map: null }
      },
    },
  }
}
