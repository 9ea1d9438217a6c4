import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { parseSync } from 'rolldown/utils'

interface Mention {
  text: string
  line: number
}

interface Import extends Mention {
  /** A path of the repository, `node:…` or `package:…`. */
  target: string
}

/** A source file, with the line of each import, string literal and name. */
export interface Source {
  path: string
  imports: Import[]
  strings: Mention[]
  names: Mention[]
}

/** The fields that are read of syntax nodes of any type. */
interface Node {
  readonly type: string
  readonly start: number
  readonly name?: string
  readonly value?: unknown
  readonly computed?: boolean
  readonly source?: Node
  readonly argument?: Node
  readonly literal?: Node
  readonly object?: Node
  readonly property?: Node
  readonly callee?: Node
}

const sources = '{contract,server,web,e2e,bench}/**/*.{ts,tsx,mts,mjs,js}'
const leftOut = new Set(['node_modules', 'dist', 'results', 'test-results'])

export function readSourceTree(root: string): Source[] {
  return globSync(sources, { cwd: root, exclude: (name) => leftOut.has(basename(name)) })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('.gen.'))
    .sort()
    .map((path) => readSource(root, path))
}

function readSource(root: string, path: string): Source {
  const code = readFileSync(join(root, path), 'utf8')
  const { program, errors } = parseSync(path, code, { sourceType: 'module' })
  if (errors[0]) throw new Error(`${path} cannot be read: ${errors[0].message}`)
  const lineStarts = [0, ...[...code.matchAll(/\n/g)].map((newline) => newline.index + 1)]
  const source: Source = { path, imports: [], strings: [], names: [] }
  walk(program as Node, (node) => {
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

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const child of Object.values(node).flat() as unknown[]) if (isNode(child)) walk(child, visit)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function importedSpecifier({ type, source, argument }: Node): string | undefined {
  const imports = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression']
  if (type === 'TSImportType') return textOf(source ?? argument?.literal)
  return imports.includes(type) ? textOf(source) : undefined
}

function textOf(literal: Node | undefined | null): string | undefined {
  return typeof literal?.value === 'string' ? literal.value : undefined
}

function stringIn(node: Node): string | undefined {
  if (node.type === 'Literal') return textOf(node)
  return node.type === 'TemplateElement' ? (node.value as { cooked?: string }).cooked : undefined
}

/** `name`, `object.property`, `.property`, `new Callee`, `callee()`. */
function nameIn({ type, name, object, property, computed, callee }: Node): string | undefined {
  if (type === 'Identifier') return name
  if (type === 'NewExpression' && callee?.type === 'Identifier') return `new ${callee.name}`
  if (type === 'CallExpression' && callee?.type === 'Identifier') return `${callee.name}()`
  if (type !== 'MemberExpression') return undefined
  const member = computed ? textOf(property) : property?.name
  return object?.type === 'Identifier' ? `${object.name}.${member}` : `.${member}`
}

function resolve(root: string, importer: string, specifier: string): string {
  const own = /^@earmark\/(\w+)\/(.+)$/.exec(specifier)
  if (own) return `${own[1]}/src/${own[2]}`
  if (specifier.startsWith('node:')) return specifier
  if (!specifier.startsWith('.')) return `package:${specifier}`
  const wanted = posix.join(posix.dirname(importer), specifier.replace(/\?.*$/, ''))
  const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
  const ending = endings.find((end) => /\.\w+$/.test(wanted + end) && existsSync(join(root, wanted + end)))
  return wanted + (ending ?? '')
}
