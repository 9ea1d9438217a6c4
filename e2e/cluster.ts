/** Two nodes of the shipped build on one PostgreSQL and one S3 store, behind a proxy that has them take turns. */
import { randomBytes } from 'node:crypto'
import { findPostgresBin, freePort } from '../scripts/machine.mjs'
import { createIn } from '../server/src/testing/engines.ts'
import { startCluster as startPostgres } from '../server/src/testing/postgres-cluster.ts'
import { startS3Store } from '../server/src/testing/s3-store.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { type Running, type RunningServer, startServer } from './server.ts'

export interface Cluster extends Running {
  readonly proxy: Proxy
  readonly nodes: readonly ClusterNode[]
}

export interface ClusterNode {
  readonly url: string
  /** After a stop or a kill; on an empty folder, for a node keeps nothing of its own. */
  start: () => Promise<void>
  stop: () => Promise<void>
  kill: () => Promise<void>
}

/** @throws where there is no PostgreSQL */
export async function startCluster(env: NodeJS.ProcessEnv = {}): Promise<Cluster> {
  await using stack = new AsyncDisposableStack()
  const store = stack.use(await startS3Store())
  const postgres = await startDatabase()
  stack.defer(postgres.stop)
  const ports = [await freePort(), await freePort()]
  const proxy = await startProxy(ports)
  stack.defer(proxy.stop)
  const shared = {
    PUBLIC_URL: proxy.url,
    DATABASE_URL: postgres.url,
    ...store.settings,
    TOKEN_SECRET: randomBytes(32).toString('hex'),
    TRUST_PROXY: 'loopback',
    ...env,
  }
  const nodes = ports.map((port) => clusterNode(port, shared))
  for (const node of nodes) {
    await node.start()
    stack.defer(node.stop)
  }
  const running = stack.move()
  return { url: proxy.url, proxy, nodes, stop: () => running.disposeAsync() }
}

function clusterNode(port: number, env: NodeJS.ProcessEnv): ClusterNode {
  let server: RunningServer | null = null
  const end = async (how: 'stop' | 'kill'): Promise<void> => {
    await server?.[how]()
    server = null
  }
  return {
    url: `http://localhost:${port}`,
    async start() {
      server = await startServer(port, env)
    },
    stop: () => end('stop'),
    kill: () => end('kill'),
  }
}

async function startDatabase(): Promise<Running> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    const database = await createIn(given)
    return { url: database.url, stop: async () => await database[Symbol.asyncDispose]() }
  }
  process.env.POSTGRES_BIN ??= findPostgresBin()
  return await startPostgres()
}
