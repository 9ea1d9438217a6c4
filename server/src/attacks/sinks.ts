import { addressSinks } from './address-sinks.ts'
import type { AttackSite } from './attack-site.ts'
import { bodySinks } from './body-sinks.ts'
import { formSinks } from './form-sinks.ts'
import type { Operation, Sink } from './sink.ts'
import { headerSinks, siteSinks } from './site-sinks.ts'

/** Every string parameter of every route: paths, queries, bodies, forms and their files, headers. */
export async function collectSinks(site: AttackSite): Promise<Sink[]> {
  const operations = await readOperations(site)
  return [
    ...operations.flatMap((operation) => [
      ...addressSinks(site, operation),
      ...bodySinks(site, operation),
      ...formSinks(site, operation),
    ]),
    ...siteSinks(),
    ...headerSinks(site),
  ]
}

async function readOperations({ server }: AttackSite): Promise<Operation[]> {
  const { paths } = (await server.app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>
  }>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
}
