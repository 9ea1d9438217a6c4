// The arrows of ARCHITECTURE.md, checked on every import, type imports included. Tests may import anything.

import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findCycles } from './cycles.ts'
import { domainOf, featureOf, featureOrder, featureRank, upwards, wings, workspaceOf } from './places.ts'
import { readSourceTree } from './source-tree.ts'

/**
 * @typedef {import('./source-tree.ts').Source} Source
 * @typedef {{ file: string, line: number, rule: string, found: string }} Breach
 * @typedef {{ rule: string, from: RegExp, mayNot: (to: string, from: string) => boolean }} ImportRule
 * @typedef {{ rule: string, within: RegExp, except: RegExp, strings?: RegExp, names?: RegExp }} MentionRule
 */

const test = /\.(test|spec)\.tsx?$|^(server|web)\/src\/testing\/|\/fixtures\/|^server\/resilience\//
/** Journeys start the databases and stores of a cluster as the server's tests do. */
const stores = /^server\/src\/testing\/(engines|postgres-cluster|s3-store)\.ts$/
const corpus = /^server\/resilience\/hostile-strings\//
const react =
  /^package:(react|react-dom|zustand|lucide-react|@tanstack\/react-.*)(\/(?!vanilla).*)?$|^web\/.*\.tsx$/
const sql =
  /\b(select\b[\s\S]+\bfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|create\s+(table|index))\s/i
const sqlBuilders = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|executeQuery)$/
const databaseLibraries = /^(package:(kysely|pg)(\/|$)|node:sqlite$)/
const knowsSql = /\.queries\.ts$|^server\/(src\/db|migrations)\//

/** @type {ImportRule[]} */
const importRules = [
  {
    rule: 'the contract stands alone: it imports itself, its schema library, and in the planner a parser of XML',
    from: /^contract\/src\//,
    mayNot: (to, from) =>
      !/^contract\/src\/|^package:typebox(\/|$)/.test(to) &&
      !(to === 'package:fast-xml-parser' && from.startsWith('contract/src/planner/')),
  },
  {
    rule: 'server and web never import each other, nor what drives them from outside',
    from: /^(server|web)\//,
    mayNot: (to, from) =>
      workspaceOf(to) !== workspaceOf(from) && /^(server|web|e2e|bench|scripts)\//.test(to),
  },
  {
    rule: 'end-to-end tests know the product by its pages and its contract only',
    from: /^e2e\//,
    mayNot: (to) => /^(server|web|bench)\//.test(to) && !stores.test(to) && !corpus.test(to),
  },
  {
    rule: 'the product does not import its tests',
    from: /^(contract|server|web)\//,
    mayNot: (to) => test.test(to),
  },
  {
    rule: `server: main → app → ${wings.join(' → ')}, errors; never upwards`,
    from: /^server\/src\//,
    mayNot: (to, from) => upwards(from, to),
  },
  {
    rule: 'server: a domain does not import another’s routes',
    from: /^server\/src\/[^/]+\//,
    mayNot: (to, from) => /\.routes\.ts$/.test(to) && domainOf(to) !== domainOf(from),
  },
  {
    rule: 'server: only *.queries.ts, db/ and migrations/ know SQL',
    from: /^server\//,
    mayNot: (to, from) => databaseLibraries.test(to) && !knowsSql.test(from),
  },
  {
    rule: 'server: egress is the one way out',
    from: /^server\/(src|commands)\/(?!egress\/)/,
    mayNot: (to) => /^(package:undici(\/|$)|node:(https|http2|tls|dns)(\/|$))/.test(to),
  },
  {
    rule: 'web: routes → features → ui → lib; never upwards',
    from: /^web\/src\/(routes|features|ui|lib)\//,
    mayNot: (to, from) => upwards(from, to),
  },
  {
    rule: `web: features in one order, ${featureOrder.join(' → ')}; never backwards`,
    from: /^web\/src\/features\//,
    mayNot: (to, from) => featureOf(to) !== undefined && featureRank(to) < featureRank(from),
  },
  {
    rule: 'web: a feature is entered by its index.ts only',
    from: /^web\/src\//,
    mayNot: (to, from) =>
      featureOf(to) !== undefined && featureOf(to) !== featureOf(from) && !/^(.*\/){4}index\.ts$/.test(to),
  },
  {
    rule: 'web: ui holds no data',
    from: /^web\/src\/ui\//,
    mayNot: (to) => /^package:@tanstack\/react-query$/.test(to),
  },
  {
    rule: 'web: the player’s reducer and audio import no React',
    from: /^web\/src\/features\/player\/(reducer|audio)\//,
    mayNot: (to) => react.test(to),
  },
]

/** @type {MentionRule[]} */
const mentionRules = [
  {
    rule: 'server: only *.queries.ts, db/ and migrations/ know SQL',
    within: /^server\//,
    except: knowsSql,
    strings: sql,
    names: sqlBuilders,
  },
  {
    rule: 'server: only config.ts reads the environment',
    within: /^server\/src\//,
    except: /^server\/src\/config\/config\.ts$/,
    names: /^process\.env$/,
  },
  {
    rule: 'server: egress is the one way out',
    within: /^server\/(src|commands)\//,
    except: /^server\/src\/egress\//,
    names: /^(fetch\(\)|globalThis\.fetch|new (WebSocket|EventSource))$/,
  },
  {
    rule: 'server: a domain fails by the codes of its calls’ endpoints (FailureOf), not by any',
    within: /^server\/src\/(people|media\/upload|catalogue|listening|exchange)\//,
    // Failures that any call may meet, and what a form implies.
    except:
      /\/(users\/passwords|limits\/limits|upload\/record-upload|gpodder\/gpodder-scope|relay\/relay-failures)\.ts$/,
    names: /^(new AppErrors?|anyFailure)$/,
  },
]

const audioElement = /^(HTMLAudioElement|HTMLMediaElement|new Audio)$/

/** @param {string} root @returns {Breach[]} */
export function findBreaches(root) {
  const product = readSourceTree(root).filter(({ path }) => !test.test(path))
  return [
    ...product.flatMap(forbiddenImports),
    ...product.flatMap(forbiddenMentions),
    ...unplacedFeatures(product),
    ...strayAudioElements(product),
    ...importCycles(product),
    ...folderCycles(product),
  ]
}

/** @param {Source} source @returns {Breach[]} */
function forbiddenImports({ path, imports }) {
  return importRules
    .filter(({ from }) => from.test(path))
    .flatMap(({ rule, mayNot }) =>
      imports
        .filter(({ target }) => mayNot(target, path))
        .map(({ text, line }) => ({ file: path, line, rule, found: `imports ${text}` })),
    )
}

/** @param {Source} source @returns {Breach[]} */
function forbiddenMentions({ path, strings, names }) {
  return mentionRules
    .filter(({ within, except }) => within.test(path) && !except.test(path))
    .flatMap(({ rule, ...wanted }) =>
      [
        ...strings.filter(({ text }) => wanted.strings?.test(text)),
        ...names.filter(({ text }) => wanted.names?.test(text)),
      ].map(({ text, line }) => ({ file: path, line, rule, found: text.trim().slice(0, 60) })),
    )
}

/** @param {Source[]} product @returns {Breach[]} */
function unplacedFeatures(product) {
  return product
    .filter(({ path }) => featureOf(path) !== undefined && featureRank(path) < 0)
    .map(({ path }) => ({
      file: path,
      line: 1,
      rule: 'web: every feature has its place in the order',
      found: '',
    }))
}

/** @param {Source[]} product @returns {Breach[]} */
function strayAudioElements(product) {
  const touching = product
    .filter(({ path }) => path.startsWith('web/src/'))
    .flatMap(({ path, names }) => {
      const first = names.find(({ text }) => audioElement.test(text))
      return first ? [{ file: path, line: first.line, found: first.text }] : []
    })
  const inAudio = touching.find(({ file }) => /\/features\/player\/audio\//.test(file))
  return touching
    .filter((one) => one !== inAudio)
    .map((one) => ({ ...one, rule: 'web: one file, in the player’s audio, touches the audio element' }))
}

/** @param {Source[]} product @returns {Breach[]} */
function importCycles(product) {
  const edges = new Map(
    product.map(({ path, imports }) => [path, new Set(imports.map(({ target }) => target))]),
  )
  return findCycles(edges).map((cycle) => ({
    file: cycle[0] ?? '',
    line: 1,
    rule: 'no import cycles',
    found: [...cycle, cycle[0]].join(' → '),
  }))
}

/**
 * The node of a file in the graph of folders. Files of a source root and of a feature's root stand for themselves: an entry
 * such as index.ts is above the folders, messages.ts below them.
 * @param {string} path
 */
const folderOf = (path) =>
  /^(server|web)\/src\/([^/]+|features\/[^/]+\/[^/]+\.tsx?)$/.test(path) ? path : dirname(path)

/** @param {Source[]} product @returns {Breach[]} */
function folderCycles(product) {
  /** @type {Map<string, Set<string>>} */
  const edges = new Map()
  for (const { path, imports } of product) {
    if (!/^(server|web)\/(src|migrations)\//.test(path)) continue
    const from = folderOf(path)
    const targets = edges.get(from) ?? new Set()
    for (const to of imports.map(({ target }) => folderOf(target))) if (to !== from) targets.add(to)
    edges.set(from, targets)
  }
  return findCycles(edges).map((cycle) => ({
    file: cycle[0] ?? '',
    line: 1,
    rule: 'no import cycles between folders',
    found: [...cycle, cycle[0]].join(' → '),
  }))
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const breaches = findBreaches(resolve(import.meta.dirname, '..'))
  for (const { file, line, rule, found } of breaches) console.error(`${file}:${line}  ${found}\n    ${rule}`)
  if (breaches.length > 0) process.exitCode = 1
}
