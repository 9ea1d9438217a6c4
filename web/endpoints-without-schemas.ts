import type { Plugin } from 'vite'

/** The functions by which the contract's modules build schemas. */
export const schemaBuilders = [
  'Type',
  'Nullable',
  'PagedQuerystring',
  'PagedResult',
  'refusedAs',
  'invalidAs',
  'replacementForm',
  'several',
  'bound',
  'file',
  'kept',
  'clearable',
  'clearableChoice',
  'lineOf',
]

interface Node {
  readonly type: string
}

/** The parts of syntax tree nodes that are read here. */
type AnyNode = Node & {
  readonly start: number
  readonly end: number
  readonly name?: string
  readonly key?: AnyNode
  readonly value?: AnyNode
  readonly init?: AnyNode | null
  readonly callee?: AnyNode
  readonly object?: AnyNode
  readonly declaration?: AnyNode | null
  readonly declarations?: readonly AnyNode[]
  readonly properties?: readonly AnyNode[]
}

/**
 * Leaves only method and path of the contract's endpoints. Their schemas (see src/lib/no-schemas.ts) are checked by the
 * server; in the browser they would be dead bytes of the first visit.
 */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler(code) {
        const cuts = (this.parse(code).body as unknown as readonly AnyNode[])
          .map((statement) => statement.declaration ?? statement)
          .flatMap(({ declarations }) => declarations ?? [])
          .flatMap(({ init }) => init ?? [])
          .flatMap((init) => (isSchema(init) ? [init] : schemasOfEndpoint(init)))
        if (cuts.length === 0) return null
        const kept = cuts
          .toReversed()
          .reduce((text, { start, end }) => `${text.slice(0, start)}{}${text.slice(end)}`, code)
        return { code: kept, map: null }
      },
    },
  }
}

/** `Type.Object(…)`, `Nullable(…)`. */
function isSchema({ type, callee }: AnyNode): boolean {
  const builder = callee?.type === 'MemberExpression' ? callee.object : callee
  return type === 'CallExpression' && schemaBuilders.includes(builder?.name ?? '')
}

function schemasOfEndpoint({ type, properties = [] }: AnyNode): readonly AnyNode[] {
  if (type !== 'ObjectExpression' || properties.length !== 3) return []
  return properties
    .filter(({ key, value }) => key?.name === 'schema' && value?.type === 'ObjectExpression')
    .flatMap(({ value }) => value ?? [])
}
