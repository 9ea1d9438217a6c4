import type { PlacedOperation } from '../../src/testing/api-document.ts'
import type { AttackSite } from './attack-site.ts'
import { headersOf, pathOf, type Sink } from './sink.ts'

/** Every parameter of a path, and of a query. */
export function addressSinks(site: AttackSite, operation: PlacedOperation): Sink[] {
  const { method, path, parameters = [] } = operation
  const headers = headersOf(site, operation)
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  // Beside those that are known, one that is not.
  const inQuery = [...parameters.filter((parameter) => parameter.in === 'query'), { name: 'file' }]
  return [
    ...inPath.map(({ name }) => ({
      name: `${method} ${path} ${name}`,
      isAddress: true,
      request: (text: string) => ({ method, target: pathOf(site, operation, name, text), headers }),
    })),
    ...(method === 'GET' ? inQuery : []).map(({ name }) => ({
      name: `${method} ${path}?${name}`,
      isAddress: true,
      request: (text: string) => ({ method, target: `${pathOf(site, operation)}?${name}=${text}`, headers }),
    })),
  ]
}
