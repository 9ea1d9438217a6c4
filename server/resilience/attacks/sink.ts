import type { PlacedOperation } from '../../src/testing/api-document.ts'
import type { AttackSite } from './attack-site.ts'
import type { RawRequest } from './raw-client.ts'

/** A place of a request that takes a string of the client's. */
export interface Sink {
  readonly name: string
  /** Strings in an address are to be written so that they can stand in one. */
  readonly isAddress: boolean
  /** Whether what answers looks for a file, or for a page. */
  readonly isFile?: boolean
  request(text: string): RawRequest
}

/** The operation's path with its samples in place, but for one parameter. */
export function pathOf(site: AttackSite, { path }: PlacedOperation, attacked = '', text = ''): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === attacked ? text : String(sampleOf(site, path, name)),
  )
}

/** What an `id` is the id of, the path says. */
export function sampleOf({ samples }: AttackSite, path: string, name: string): string | number | undefined {
  const folder = path.replace('/api', '').replace(/\/\{.*/, '')
  const sample = samples[name === 'id' ? folder : name]
  return typeof sample === 'function' ? sample() : sample
}

/** Calls about the own account are made by somebody who may lose it. */
export function headersOf({ admin, owner }: AttackSite, { path }: PlacedOperation): Record<string, string> {
  return path.startsWith('/api/auth/') ? owner.headers : admin.headers
}
