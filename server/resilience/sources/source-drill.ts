import { addSource } from '@earmark/contract/sources.ts'
import { sql } from 'kysely'
import { DatabaseAwayError } from '../../src/db/engine/database-errors.ts'
import { makePerson } from '../../src/testing/people.ts'
import {
  type MadeUpInternet,
  silent,
  type Site,
  startInternet,
} from '../../src/testing/made-up-internet/internet.ts'
import { startTestServer, type TestServer } from '../../src/testing/server.ts'
import { type CheckingNode, openNode } from './checking-nodes.ts'
import { type DrillClock, startDrill } from './drill-clock.ts'
import { addressOf, answerOf, hostOf, intervalMs, type Published } from './published-feeds.ts'

/** Sources on a made-up internet, followed by somebody, and nodes that check them by one clock. */
export interface SourceDrill extends AsyncDisposable {
  readonly clock: DrillClock['clock']
  openNode(): Promise<CheckingNode>
  /** When each address was asked for since the drill began. */
  asked(): ReadonlyMap<string, readonly number[]>
  /** By how much the latest of all due sources is late, as a part of its interval. */
  lateness(): Promise<number>
  /** Leases that have not lapsed. */
  leases(): Promise<ReadonlySet<string>>
  /** Whether nobody who is held keeps the database from being written to, as a node does in the middle of a write. */
  isWritable(): Promise<boolean>
  /** Whether hosts answer at all from now on. */
  answer(isAnswered: boolean): void
}

const from = Date.UTC(2026, 0, 1)
const addedAtOnce = 16

export async function openDrill(published: Published, speed: number): Promise<SourceDrill> {
  const internet = await startInternet(from - 1)
  const server = await startTestServer({ internet })
  let isAnswered = true
  const site: Site = ({ path, now }) => (isAnswered ? answerOf(path, now, from) : silent)
  for (let host = 0; host < published.hosts; host += 1) internet.host(hostOf(published, host), site)
  await addAll(server, published)
  await spread(server)
  const begun = internet.requests.length
  const drill = startDrill(speed, from)
  const turning = setInterval(() => internet.turn(drill.clock() - internet.clock()), 5)
  const nodes: CheckingNode[] = []
  return {
    clock: drill.clock,
    async openNode() {
      const node = await openNode({ ...settingsOf(server, internet), ...drill.settings })
      nodes.push(node)
      return node
    },
    asked: () => askedSince(internet, begun),
    lateness: () => latenessOf(server, drill.clock()),
    leases: () => listLeases(server, drill.clock()),
    isWritable: () => canWrite(server),
    answer: (answered) => void (isAnswered = answered),
    async [Symbol.asyncDispose]() {
      clearInterval(turning)
      await Promise.all(nodes.map((node) => node.kill()))
      await server[Symbol.asyncDispose]()
      await internet[Symbol.asyncDispose]()
    },
  }
}

async function addAll(server: TestServer, published: Published): Promise<void> {
  server.time.now = from - 1
  const { headers } = await makePerson(server, 'Editor')
  for (let first = 0; first < published.feeds; first += addedAtOnce) {
    const numbers = Array.from(
      { length: Math.min(addedAtOnce, published.feeds - first) },
      (_, at) => first + at,
    )
    const bodies = numbers.map((number) => ({ url: addressOf(published, number) }))
    await Promise.all(bodies.map((body) => server.call(addSource, { body }, headers)))
  }
}

/** Each is due at a moment of its own within the first interval. */
async function spread({ deps }: TestServer): Promise<void> {
  const next = sql<number>`${sql.lit(from)} + (id * 7919 % 3600) * ${sql.lit(intervalMs / 3600)}`
  await deps.db.connection
    .updateTable('sources')
    .set({ next_at: next, checked_at: sql`${next} - ${sql.lit(intervalMs)}` })
    .execute()
}

function settingsOf({ deps: { config } }: TestServer, { port }: MadeUpInternet): Record<string, string> {
  const { dataDir, databaseUrl } = config
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, INTERNET_PORT: String(port) }
}

function askedSince({ requests }: MadeUpInternet, begun: number): Map<string, number[]> {
  const byAddress = Map.groupBy(requests.slice(begun), ({ host, path }) => `${host}${path}`)
  return new Map([...byAddress].map(([address, those]) => [address, those.map(({ at }) => at)]))
}

async function latenessOf({ deps }: TestServer, now: number): Promise<number> {
  const { late } = await deps.db.connection
    .selectFrom('sources')
    .where('next_at', '<', now)
    .select(sql<number | null>`max((${sql.lit(now)} - next_at) * 1.0 / (next_at - checked_at))`.as('late'))
    .executeTakeFirstOrThrow()
  return Number(late ?? 0)
}

async function canWrite({ deps }: TestServer): Promise<boolean> {
  const write = deps.db.connection.updateTable('sources').set({ keep: 'none' }).where('id', '=', 0)
  try {
    await write.execute()
    return true
  } catch (error) {
    if (error instanceof DatabaseAwayError) return false
    throw error
  }
}

async function listLeases({ deps }: TestServer, now: number): Promise<Set<string>> {
  const rows = await deps.db.connection
    .selectFrom('sources')
    .where('leased_until', '>', now)
    .select('lease')
    .execute()
  return new Set(rows.map(({ lease }) => lease ?? ''))
}
