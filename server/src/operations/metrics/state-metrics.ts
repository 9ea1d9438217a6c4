import { Gauge, type Registry } from 'prom-client'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { ResponseCache } from '../../http/responses/response-cache.ts'
import { within } from '../health.ts'
import { type JobSummary, summarizeJobs } from '../../jobs/jobs.queries.ts'
import { mailJob } from '../../people/mail/mails.queries.ts'

const patienceMs = 2_000

export function measureState(registry: Registry, deps: MediaDeps, responseCache: ResponseCache): void {
  measureMails(registry, deps)
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `earmark_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('catalogue_version', 'Changes of the catalogue that this node knows of, since its start', () => {
    return deps.changes.version
  })
  const { pool } = deps.db
  if (pool) {
    gauge('database_connections_open', 'Connections to PostgreSQL that this node holds', () => pool.open)
    gauge('database_connections_idle', 'Those of them that nobody uses', () => pool.idle)
    gauge('database_connections_awaited', 'Who waits for one', () => pool.waiting)
  }
  gauge('response_cache_entries', 'Public responses in the response cache', () => responseCache.count)
  gauge(
    'response_cache_hits',
    'Public responses answered from the response cache, since the start',
    () => responseCache.hits,
  )
  gauge(
    'response_cache_bytes',
    'Bytes that the response cache is counted with',
    () => responseCache.sizeBytes,
  )
}

function measureMails(registry: Registry, { db, clock }: MediaDeps): void {
  let looking: Promise<JobSummary | null> | null = null
  const look = () =>
    (looking ??= within(patienceMs, summarizeJobs(db.connection, mailJob))
      .catch(() => null)
      .finally(() => (looking = null)))
  const gauge = (name: string, help: string, read: (found: JobSummary) => number) =>
    new Gauge({
      name: `earmark_${name}`,
      help: `${help}; NaN while the database is away`,
      registers: [registry],
      async collect() {
        const found = await look()
        this.set(found ? read(found) : Number.NaN)
      },
    })
  gauge('mails_waiting', 'Mails that no mail server has taken yet', ({ count }) => count)
  gauge('oldest_mail_age_seconds', 'How long the oldest of them has waited', ({ oldestAt }) =>
    oldestAt === null ? 0 : Math.max(0, clock() - oldestAt) / 1000,
  )
}
