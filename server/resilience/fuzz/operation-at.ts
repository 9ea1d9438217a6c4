import type { PlacedOperation } from '../../src/testing/api-document.ts'

/** The operation of the document that answers a request; undefined for none. */
export type FindOperation = (method: string, url: string) => PlacedOperation | undefined

export function createOperationFinder(operations: readonly PlacedOperation[]): FindOperation {
  const placed = operations
    .map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
    }))
    // What is named wins over what is a parameter.
    .toSorted((a, b) => countParams(a.operation) - countParams(b.operation))
  return (method, url) => {
    const path = pathOf(url)
    const here = placed.filter(({ pattern }) => pattern.test(path))
    const found = (name: string) => here.find(({ operation }) => operation.method === name)?.operation
    return found(method.toLowerCase()) ?? (method === 'HEAD' ? found('get') : undefined)
  }
}

function countParams({ path }: PlacedOperation): number {
  return path.split('{').length
}

/** As the router reads it: without query, decoded where that means nothing else. */
export function pathOf(url: string): string {
  try {
    return decodeURI(new URL(url, 'http://x').pathname)
  } catch {
    return url
  }
}
