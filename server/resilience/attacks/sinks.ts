import { operationsOf, type PlacedOperation, readDocument } from '../../src/testing/api-document.ts'
import { addressSinks } from './address-sinks.ts'
import type { AttackSite } from './attack-site.ts'
import { bodySinks } from './body-sinks.ts'
import { formSinks } from './form-sinks.ts'
import type { Sink } from './sink.ts'
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

async function readOperations({ server }: AttackSite): Promise<PlacedOperation[]> {
  const operations = operationsOf(await readDocument(server.app))
  return operations.map((operation) => ({ ...operation, method: operation.method.toUpperCase() }))
}
