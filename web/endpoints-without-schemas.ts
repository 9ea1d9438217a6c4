import type { Plugin } from 'vite'

/**
 * Leaves of the contract's endpoints only what the browser uses of them, their method and their path. The schemas
 * (see src/lib/no-schemas.ts) are checked by the server; here they would be bytes that every listener fetches.
 */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    enforce: 'post',
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
      handler(code) {
        const cuts = this.parse(code)
          .body.flatMap((node) => (node.type === 'ExportNamedDeclaration' ? [node.declaration] : []))
          .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
          .flatMap(({ init }) => (init?.type === 'ObjectExpression' ? [init.properties] : []))
          .filter((properties) => properties.length === 3)
          .flatMap((properties) => properties)
          .flatMap((property) => (property.type === 'Property' ? [property] : []))
          .filter(
            ({ key, value }) =>
              key.type === 'Identifier' && key.name === 'schema' && value.type === 'ObjectExpression',
          )
          .map(({ value }) => value as unknown as { start: number; end: number })
        if (cuts.length === 0) return null
        const kept = cuts
          .toReversed()
          .reduce((text, { start, end }) => `${text.slice(0, start)}{}${text.slice(end)}`, code)
        return { code: kept, map: null }
      },
    },
  }
}
