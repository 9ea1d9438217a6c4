import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointsWithoutSchemas, schemaBuilders } from './endpoints-without-schemas.ts'
import { longestScriptFirst } from './longest-script-first.ts'
import { patientImports } from './patient-imports.ts'
import { routeFiles } from './route-files.ts'

// What several pages of listeners share.
const ofRecords =
  /node_modules\/@tanstack\/(react-query\/|query-core\/.*\/queriesObserver)|\/web\/src\/(features\/(catalogue|library|player)\/(?!bookmarks\/edit-dialog|by-feed\/)|ui\/(menu|pager|dialog|button|breadcrumb|layers|portrait)|lib\/(save-answer|languages|format-day|format-time|moment|series-place|use-media-query)\.)|\/contract\/src\/(bookmarks|chapters|devices|episode-lists|fold|queues|typing-errors|list-addresses|library|follows|shelves|positions?|position-edits|recordings|search|series|users|works)\./

// What a session that ends soon is renewed with.
const ofSession = /\/web\/src\/(features\/auth\/(refresh|session)|lib\/new-tokens)\.|\/contract\/src\/auth\./

// The code of forms and of the pages that people sign in on: most listeners never load it.
const ofForms =
  /node_modules\/react-hook-form\/|\/web\/src\/(ui\/field|features\/(auth|library\/by-feed)\/|routes\/(auth|connect)\.[^?]*\?tsr-split)|\/contract\/src\/(emails|passwords|sources)\./

// The code of the back office, which listeners never load.
const ofBackOffice =
  /\/web\/src\/(features\/back-office\/|routes\/edit\.[^?]*\?tsr-split|ui\/(file-field|table)\/|lib\/upload\.)|\/lucide-react\/dist\/esm\/icons\/(clipboard-paste|file-text|layers|redo-2|circle-question-mark|folder-up|folder-x|folder|pin|scissors|refresh-cw|circle-pause|circle-play)\.|\/contract\/src\/(record-forms|edited-records|imports|uploads|publishing|genres|bulk-edits|credit-edits|planner\/(field-values|plan-(input|output))|(audio-book|podcast|episode|series|collection|creator|chapter)-edits)\./

// Pages and rows of what groups records: one file for creators, series and collections.
const ofGroups =
  /\/web\/src\/(features\/catalogue\/(creator|groups|more)\/|routes\/(creators|series|collections)\.[^?]*\?tsr-split)/

/** Parts of routes that are chunks of their own; here, because route files are part of the first load. */
function splitBehavior({
  routeId,
}: {
  routeId: string
}): ('loader' | 'component' | 'pendingComponent')[][] | undefined {
  // Part of the entry: a chunk of its own would cost the first visit more than it saves the others.
  if (routeId === '/') return []
  return /^\/(edit\/|(creators|series|collections)\/|(audio-books|podcasts)\/$|podcasts\/\$id\/(episodes\/|$)|search$|user-profile$)/.test(
    routeId,
  )
    ? [['loader', 'component', 'pendingComponent']]
    : undefined
}

/** The frame around the pages, and parts of them that render once: memoising these costs more than it saves. */
const rendersRarely =
  /\/features\/(shell\/|catalogue\/(home\/|list\/(list-|record-grid)|record\/record-skeleton|search\/search-box)|library\/my-library-link)|\/ui\/(cover|dialog|page|search-field|skeleton|toast|visually-hidden)\//

function isMemoised(file: string): boolean {
  return !/node_modules/.test(file) && !rendersRarely.test(file)
}

/**
 * The files of a dynamic import: see src/ui/late-code/with-its-files.ts. Files that every page has loaded by then are left
 * out.
 */
function filesOfLateCode(file: string, names: string[], { hostType }: { hostType: string }): string[] {
  if (hostType === 'html') return names
  return [...new Set([file, ...names])].filter((name) => !/\/(react|index|rolldown-runtime)-/.test(name))
}

/** The stylesheet of each class. */
const scopeOfName = new Map<string, string>()

/** Shorter than Vite's, which take 470 bytes more of the first load; the same in every checkout. */
function scopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?', 1)[0] as string)
  const scoped = `${name}-${createHash('sha256').update(path).digest('base64url').slice(0, 3)}`
  const scope = scopeOfName.get(scoped) ?? path
  scopeOfName.set(scoped, scope)
  if (scope !== path)
    throw new Error(`${scope} and ${path} have the same class ${scoped}: rename one of them.`)
  return scoped
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
    routeFiles(),
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
  css: { modules: { generateScopedName: scopedName } },
  build: {
    // 700 bytes less in the first load than with the default.
    minify: 'terser',
    terserOptions: { compress: { passes: 3 } },
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: filesOfLateCode },
    rolldownOptions: {
      // Building schemas has no effect but its result, which the browser does not use.
      treeshake: { manualPureFunctions: schemaBuilders },
      output: {
        // Shorter hashes than usual: the names of all files are part of the first load.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
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
            {
              name: 'records',
              test: ofRecords,
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            { name: 'groups', test: ofGroups, includeDependenciesRecursively: false },
            { name: 'session', test: ofSession, includeDependenciesRecursively: false },
            { name: 'forms', test: ofForms, includeDependenciesRecursively: false },
            // One file for editors: the names of several would be part of the first load.
            { name: 'back-office', test: ofBackOffice, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
