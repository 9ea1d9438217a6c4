import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointsWithoutSchemas, schemaBuilders } from './endpoints-without-schemas.ts'
import { longestScriptFirst } from './longest-script-first.ts'
import { patientImports } from './patient-imports.ts'

// The code of forms, in a chunk of its own: most listeners never load it.
const ofForms =
  /node_modules\/react-hook-form\/|\/web\/src\/(ui\/field|features\/auth\/(form\/|checks|messages))|\/contract\/src\/(emails|passwords)\./

// The code of the back office, which listeners never load.
const ofBackOffice =
  /\/web\/src\/(features\/back-office\/|ui\/(file-field|table)\/|lib\/upload\.)|\/contract\/src\/(record-forms|edited-records|(audio-book|podcast|episode)-edits)\./

/** Parts of routes that are chunks of their own; here, because route files are part of the first load. */
function splitBehavior({
  routeId,
}: {
  routeId: string
}): ('loader' | 'component' | 'pendingComponent')[][] | undefined {
  // Part of the entry: a chunk of its own would cost the first visit more than it saves the others.
  if (routeId === '/') return []
  return /^\/(edit\/|creators\/|user-profile$)/.test(routeId)
    ? [['loader', 'component', 'pendingComponent']]
    : undefined
}

/** The frame around the pages renders so rarely that memoising it costs more than it saves. */
function isMemoised(file: string): boolean {
  return !/node_modules|\/features\/shell\/|\/ui\/(toast|dialog|page)\//.test(file)
}

/**
 * The files of a dynamic import: see src/ui/late-code/with-its-files.ts. Files that every page has loaded by then are left
 * out.
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
      // Building schemas has no effect but its result, which the browser does not use.
      treeshake: { manualPureFunctions: schemaBuilders },
      output: {
        codeSplitting: {
          groups: [
            // The first load, in two files of about the same size: more would wait for each other on a first visit.
            // React's file outlives releases.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'app', tags: ['$initial'] },
            // Small pieces together: the name of each file is part of every first visit.
            {
              name: 'icons',
              test: /lucide-react\/dist\/esm\/icons\//,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'forms', test: ofForms, includeDependenciesRecursively: false },
            // One file for editors: the names of several would be part of the first load.
            { name: 'back-office', test: ofBackOffice, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
