/**
 * The PostgreSQL that the tests run on: a throw-away cluster in a temporary folder, on a free port of the
 * loopback, without fsync (no test cuts the power) and with a language-aware collation as most installations
 * have it (so that an order which only holds bytewise is noticed). The cluster hangs on its starter by a pipe: when the
 * test run ends, however it ends, the pipe closes, the cluster stops and its folder goes.
 * `TEST_DATABASE_URL` names a running server instead.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../db/database.ts'
import { createIn } from './engines.ts'
import { freePort } from '../../../scripts/machine.mjs'

type Account = { uid: number; gid: number } | undefined

/** Until the pipe closes; whoever holds it may have the server end at once, as in a power cut, and start again. */
const supervision = `
  "$@" & server=$!
  while read -r word; do case $word in
    halt) kill -QUIT $server; wait $server; echo halted;;
    start) "$@" & server=$!;;
  esac; done
  kill -INT $server; wait $server; rm -rf "$PWD"`

/**
 * Vitest's global set-up: leaves the base URL in EARMARK_TEST_DATABASE_URL and the name of a migrated database, to be
 * copied, in EARMARK_TEST_TEMPLATE, and returns how to stop.
 */
export async function setup(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const cluster: Cluster = given ? { url: given, stop: async () => {} } : await startCluster()
  const template = await createIn(cluster.url)
  const db = await openDatabase(template.url, '')
  await db.close()
  process.env.EARMARK_TEST_DATABASE_URL = cluster.url
  process.env.EARMARK_TEST_TEMPLATE = new URL(template.url).pathname.slice(1)
  return async () => {
    await template[Symbol.asyncDispose]()
    await cluster.stop()
  }
}

interface Cluster {
  readonly url: string
  readonly stop: () => Promise<void>
}

export interface OwnCluster extends Cluster {
  /** Ends it at once, as nobody would who could help it. */
  readonly halt: () => Promise<void>
  readonly start: () => Promise<void>
}

/** Starts a cluster of its own; the folder of PostgreSQL's programs is in POSTGRES_BIN. */
export async function startCluster(): Promise<OwnCluster> {
  const bin = process.env.POSTGRES_BIN
  if (!bin) throw new Error('POSTGRES_BIN does not name the folder of PostgreSQL’s programs.')
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(tmpdir(), 'earmark-postgres-'))
  if (account) chownSync(folder, account.uid, account.gid)
  const options = { cwd: folder, env: { ...process.env, LC_ALL: 'C' }, ...account }

  execFileSync(join(bin, 'initdb'), initdbArguments(bin), { ...options, stdio: 'pipe' })
  const port = await freePort()
  const server = spawn('sh', ['-c', supervision, 'sh', ...postgresCommand(bin, port)], {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  await untilReady(server)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async halt() {
      const halted = once(server.stdout, 'data')
      server.stdin.write('halt\n')
      await halted
    },
    async start() {
      // Whoever comes before it is ready is FATAL in its log.
      const ready = untilReady(server, /PANIC:/)
      server.stdin.write('start\n')
      await ready
    },
    async stop() {
      const ended = once(server, 'exit')
      server.stdin?.end()
      await ended
    },
  }
}

function initdbArguments(bin: string): string[] {
  const common = ['--pgdata=cluster', '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync']
  const version = execFileSync(join(bin, 'initdb'), ['--version'], { encoding: 'utf8' })
  const major = Number(/\d+/.exec(version)?.[0])
  return major >= 15
    ? [...common, '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US']
    : [...common, '--locale=C.UTF-8']
}

function postgresCommand(bin: string, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    fsync: 'off',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [join(bin, 'postgres'), '-D', 'cluster', ...flags]
}

/** initdb refuses root, so root hands the cluster to an account that owns nothing else of ours. */
function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      continue
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody.')
}

/** Once it is ready its log is read on but not judged: a session that a test ends is FATAL there too. */
async function untilReady(server: ChildProcess, refusals = /FATAL:/): Promise<void> {
  let log = ''
  await new Promise<void>((resolve, reject) => {
    function watch(chunk: string): void {
      log += chunk
      if (log.includes('ready to accept connections')) {
        server.stderr?.off('data', watch).resume()
        resolve()
      } else if (refusals.test(log)) {
        server.stdin?.end()
      }
    }
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)))
    server.stderr?.setEncoding('utf8').on('data', watch)
  })
}
