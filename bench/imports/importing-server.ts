import { setTimeout as pause } from 'node:timers/promises'
import type { Import, ImportState } from '@earmark/contract/imports.ts'
import { processorSeconds } from '../../server/src/testing/process-state.ts'
import { startShipped, type Server } from '../http/shipped-server.ts'
import { adminSettings, login } from '../http/upload-client.ts'
import { treeMegabytes, treeSeconds } from './process-tree.ts'

/** A shipped server that has one folder of somebody's books. */
export interface ImportingServer extends AsyncDisposable {
  readonly server: Server
  readonly headers: Readonly<Record<string, string>>
  /** Until the import asks for its review, or has ended. */
  look(): Promise<Measured>
  /** Brings in and publishes all that it has found. */
  apply(id: number): Promise<Measured>
}

export interface Measured {
  readonly row: Import
  readonly seconds: number
  /** Processor time of the server and its children. */
  readonly processorSeconds: number
  /** That of the children alone, who read. */
  readonly readingSeconds: number
  /** At the most, above what the server held before, its children included. */
  readonly megabytesAbove: number
}

const folderName = 'books'
const pollMs = 200
const running: readonly ImportState[] = ['Queued', 'Walking', 'Looking', 'Applying']

export async function startImporting(
  dataDir: string,
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ImportingServer> {
  const server = await startShipped(dataDir, {
    firstPath: '/health/ready',
    environment: { ...adminSettings, IMPORT_FOLDERS: `${folderName}=${folder}`, ...environment },
  })
  const headers = { authorization: `Bearer ${await login(server)}`, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: object): Promise<Import> => {
    const said = body === undefined ? null : JSON.stringify(body)
    const answer = await fetch(`${server.url}/api${path}`, { method, headers, body: said })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Import
  }
  const follow = async (begin: () => Promise<Import>): Promise<Measured> => {
    const [before, held, begun] = [usedBy(server), treeMegabytes(server.pid), performance.now()]
    let most = held
    let row = await begin()
    while (running.includes(row.state)) {
      await pause(pollMs)
      row = await ask('GET', `/imports/${row.id}`)
      most = Math.max(most, treeMegabytes(server.pid))
    }
    if (row.state === 'Failed') throw new Error(`The import has failed: ${row.failure?.description}`)
    const seconds = (performance.now() - begun) / 1000
    const used = usedBy(server)
    return {
      row,
      seconds,
      processorSeconds: used.all - before.all,
      readingSeconds: used.children - before.children,
      megabytesAbove: most - held,
    }
  }
  return {
    server,
    headers,
    look: () => follow(() => ask('POST', '/imports', { folderName })),
    apply: (id) => follow(() => ask('POST', `/imports/${id}/apply`, { all: true, publish: true })),
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

function usedBy({ pid }: Server): { readonly all: number; readonly children: number } {
  const all = treeSeconds(pid)
  return { all, children: all - processorSeconds(pid) }
}
