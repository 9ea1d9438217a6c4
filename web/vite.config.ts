import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointsWithoutSchemas, schemaBuilders } from './endpoints-without-schemas.ts'
import { longestScriptFirst } from './longest-script-first.ts'
import { patientImports } from './patient-imports.ts'

// What forms are made of, in a file of its own: most listeners never fetch it.
const ofForms =
  /node_modules\/react-hook-form\/|\/web\/src\/(ui\/field|features\/auth\/(form|checks|failures|messages))|\/contract\/src\/(emails|passwords)\./

// Listeners never come there.
const ofBackOffice =
  /\/web\/src\/(features\/back-office\/|ui\/(file-field|table)\/|lib\/upload\.)|\/contract\/src\/(record-forms|(audio-book|podcast|episode)-edits)\./

/** What of a route is a file of its own; said here, since what a route says is a part of the first load. */
function splitBehavior({
  routeId,
}: {
  routeId: string
}): ('loader' | 'component' | 'pendingComponent')[][] | undefined {
  // Drawn by the entry: a file of its own would cost the first visit more than it costs the others to have it along.
  if (routeId === '/') return []
  return /^\/(edit\/|user-profile$)/.test(routeId) ? [['loader', 'component', 'pendingComponent']] : undefined
}

/** Not what stands around the pages: it changes so rarely that remembering what it was costs more than it saves. */
function isMemoised(file: string): boolean {
  return !/node_modules|\/features\/shell\/|\/ui\/(toast|dialog|page)\//.test(file)
}

/**
 * The files that late code needs, its own among them: see src/ui/late-code/with-its-files.ts. What every page has loaded
 * by then need not be named again for each.
 */
function filesOfLateCode(file: string, names: string[], { hostType }: { hostType: string }): string[] {
  if (hostType === 'html') return names
  return [...new Set([file, ...names])].filter((name) => !/\/(react|index|rolldown-runtime)-/.test(name))
}

function ours(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, codeSplittingOptions: { splitBehavior } }),
    react(),
    babel({ presets: [reactCompilerPreset({ sources: isMemoised })] }),
    endpointsWithoutSchemas(),
    patientImports(),
    longestScriptFirst(),
  ],
  resolve: {
    alias: [
      { find: 'typebox', replacement: ours('src/lib/no-schemas.ts') },
      {
        find: /^\.\/(mutationCache|infiniteQueryBehavior)\.js$/,
        replacement: ours('src/lib/no-mutations.ts'),
      },
      { find: '../createLucideIcon.mjs', replacement: ours('src/ui/icon/create-icon.ts') },
      {
        // React has had the hook itself since 18; the shim would bring it a second time.
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  build: {
    // Tells the server which files belong to a route, to name them in the page's head.
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: filesOfLateCode },
    rolldownOptions: {
      // What the contract's modules call to build schemas has no effect but its result, which nobody here uses.
      treeshake: { manualPureFunctions: schemaBuilders },
      output: {
        codeSplitting: {
          groups: [
            // What every page loads, in two files of about the same size: more would wait for each other on a first visit.
            // React's outlives releases.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'app', tags: ['$initial'] },
            // Small pieces together: each file is a name that every first visit pays for.
            {
              name: 'icons',
              test: /lucide-react\/dist\/esm\/icons\//,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'forms', test: ofForms, includeDependenciesRecursively: false },
            // One file for editors: the names of many would stand in what every listener loads.
            { name: 'back-office', test: ofBackOffice, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
