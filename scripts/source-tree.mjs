// Reads the repository's sources into what the arrows are about: each file's imports, the strings it holds and
// the names it mentions, all with their lines.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { parseSync } from 'rolldown/utils'

/**
 * @typedef {{ text: string, line: number }} Mention
 * @typedef {Mention & { target: string }} Import target: a file of ours, or `node:…`, or `package:…`
 * @typedef {{ path: string, imports: Import[], strings: Mention[], names: Mention[] }} Source
 * @typedef {{ type: string, start: number, [key: string]: any }} Node
 */

const sources = '{contract,server,web,e2e,bench}/**/*.{ts,tsx,mts,mjs,js}'
const leftOut = new Set(['node_modules', 'dist', 'results', 'test-results'])

/**
 * @param {string} root
 * @returns {Source[]}
 */
export function readSourceTree(root) {
  return globSync(sources, { cwd: root, exclude: (name) => leftOut.has(basename(name)) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('.gen.'))
    .sort()
    .map((path) => readSource(root, path))
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Source}
 */
function readSource(root, path) {
  const code = readFileSync(join(root, path), 'utf8')
  const { program, errors } = parseSync(path, code, { sourceType: 'module' })
  if (errors[0]) throw new Error(`${path} cannot be read: ${errors[0].message}`)
  const lineStarts = [0, ...[...code.matchAll(/\n/g)].map((newline) => newline.index + 1)]
  /** @type {Source} */
  const source = { path, imports: [], strings: [], names: [] }
  walk(program, (node) => {
    const line = lineStarts.findLastIndex((start) => start <= node.start) + 1
    const specifier = importedSpecifier(node)
    if (specifier) source.imports.push({ text: specifier, line, target: resolve(root, path, specifier) })
    const text = stringIn(node)
    if (text) source.strings.push({ text, line })
    const name = nameIn(node)
    if (name) source.names.push({ text: name, line })
  })
  return source
}

/**
 * @param {Node} node
 * @param {(node: Node) => void} visit
 */
function walk(node, visit) {
  visit(node)
  for (const child of Object.values(node)) {
    for (const one of Array.isArray(child) ? child : [child]) {
      if (typeof one?.type === 'string') walk(one, visit)
    }
  }
}

/** @param {Node} node */
function importedSpecifier({ type, source, argument }) {
  if (type === 'TSImportType') return source?.value ?? argument?.literal?.value
  const imports = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression']
  return imports.includes(type) ? source?.value : undefined
}

/** @param {Node} node */
function stringIn({ type, value }) {
  if (type === 'Literal' && typeof value === 'string') return value
  return type === 'TemplateElement' ? value.cooked : undefined
}

/**
 * Identifiers, and members as `object.property`, `.property`, `new Callee`.
 * @param {Node} node
 */
function nameIn({ type, name, object, property, computed, callee }) {
  if (type === 'Identifier') return name
  if (type === 'NewExpression' && callee.type === 'Identifier') return `new ${callee.name}`
  if (type !== 'MemberExpression') return undefined
  const member = computed ? property.value : property.name
  return object.type === 'Identifier' ? `${object.name}.${member}` : `.${member}`
}

/**
 * @param {string} root
 * @param {string} importer
 * @param {string} specifier
 */
function resolve(root, importer, specifier) {
  const own = /^@earmark\/(\w+)\/(.+)$/.exec(specifier)
  if (own) return `${own[1]}/src/${own[2]}`
  if (specifier.startsWith('node:')) return specifier
  if (!specifier.startsWith('.')) return `package:${specifier}`
  const wanted = posix.join(posix.dirname(importer), specifier.replace(/\?.*$/, ''))
  const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
  const ending = endings.find((end) => /\.\w+$/.test(wanted + end) && existsSync(join(root, wanted + end)))
  return wanted + (ending ?? '')
}
