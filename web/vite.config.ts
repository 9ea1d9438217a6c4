import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointsWithoutSchemas } from './endpoints-without-schemas.ts'

// What forms are made of, in a file of its own: most listeners never fetch it. The same goes for dialogs.
const ofForms =
  /node_modules\/react-hook-form\/|\/web\/src\/(ui\/field|features\/auth\/(form|checks|failures|messages))|\/contract\/src\/(emails|passwords)\./
const ofDialogs = /\/web\/src\/ui\/dialog\/(open-)?dialog\./

function isSharedByPages(id: string): boolean {
  return /\/(web|contract)\/src\//.test(id) && !ofForms.test(id) && !ofDialogs.test(id)
}

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true }),
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    endpointsWithoutSchemas(),
  ],
  resolve: {
    alias: {
      typebox: fileURLToPath(new URL('src/lib/no-schemas.ts', import.meta.url)),
      // React has had the hook itself since 18; the shim would bring it a second time.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    // Tells the server which files belong to a route, to name them in the page's head.
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What the contract's modules call to build schemas has no effect but its result, which nobody here uses.
      treeshake: {
        manualPureFunctions: ['Type', 'Nullable', 'PagedQuerystring', 'PagedResult', 'refusedAs'],
      },
      output: {
        codeSplitting: {
          groups: [
            // The libraries of every page, in one file that outlives the app's own changes.
            { name: 'libraries', test: /node_modules\/(react|react-dom|scheduler|@tanstack|zustand)\// },
            // Small pieces that most pages share compress better together than each in a file of its own.
            { name: 'shared', test: isSharedByPages, minShareCount: 4 },
            { name: 'forms', test: ofForms, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/media'].map((path) => [path, process.env.API_ORIGIN ?? 'http://127.0.0.1:3000']),
    ),
  },
})
