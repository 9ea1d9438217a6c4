import { type ExpressionBuilder, sql } from 'kysely'
import type { Connection, Dialect } from '../db/engine/dialect.ts'
import type { Tables } from '../db/schema/tables.ts'
import type { Job } from './job.ts'

export interface NewJob {
  readonly kind: string
  /** Replaces the job of the same kind and subject; null replaces none. */
  readonly subject: string | null
  readonly payload: object
}

const freshJob = (payload: object, now: number) => ({
  payload: JSON.stringify(payload),
  created_at: now,
  due_at: now,
  attempts: 0,
})

/** Queues a job, due at once, in the caller's transaction; `Jobs.wake` follows the commit. */
export async function insertJob(
  connection: Connection,
  { kind, subject, payload }: NewJob,
  now: number,
): Promise<void> {
  const fresh = freshJob(payload, now)
  await connection
    .insertInto('jobs')
    .values({ kind, subject, ...fresh, version: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet((is) => ({
        ...fresh,
        version: is('jobs.version', '+', 1),
        ran_at: null,
        progress: null,
      })),
    )
    .execute()
}

/** As `insertJob`, in one statement; of two with a subject the last counts. */
export async function insertJobs(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  kind: string,
  jobs: readonly { readonly subject: string; readonly payload: object }[],
  now: number,
): Promise<void> {
  if (jobs.length === 0) return
  const payloads = new Map(jobs.map(({ subject, payload }) => [subject, JSON.stringify(payload)]))
  await sql`
    insert into jobs (kind, subject, payload, created_at, due_at, attempts, version)
    select cast(${kind} as text), value ->> 0, value ->> 1, cast(${now} as bigint), cast(${now} as bigint), 0, 1
    from ${dialect.jsonRows([...payloads])} where true
    on conflict (kind, subject) do update set payload = excluded.payload, created_at = excluded.created_at,
      due_at = excluded.due_at, attempts = 0, version = jobs.version + 1, ran_at = null, progress = null`.execute(
    connection,
  )
}

/** As `insertJobs`, but those that there are stay as they are. */
export async function insertMissingJobs(
  { connection, dialect }: { readonly connection: Connection; readonly dialect: Dialect },
  kind: string,
  jobs: readonly { readonly subject: string; readonly payload: object }[],
  now: number,
): Promise<void> {
  if (jobs.length === 0) return
  const payloads = jobs.map(({ subject, payload }) => [subject, JSON.stringify(payload)])
  await sql`
    insert into jobs (kind, subject, payload, created_at, due_at, attempts, version)
    select cast(${kind} as text), value ->> 0, value ->> 1, cast(${now} as bigint), cast(${now} as bigint), 0, 1
    from ${dialect.jsonRows(payloads)} where true on conflict (kind, subject) do nothing`.execute(connection)
}

/**
 * As `insertJob`, but of one that there is only `created_at` changes, and it is locked until the commit: a run that does not
 * see yet what the transaction has written leaves the job for another one.
 */
export async function askForJob(
  connection: Connection,
  { kind, subject, payload }: NewJob,
  now: number,
): Promise<void> {
  await connection
    .insertInto('jobs')
    .values({ kind, subject, ...freshJob(payload, now), version: 1 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet({
        created_at: sql`case when excluded.created_at > jobs.created_at then excluded.created_at
          else jobs.created_at + 1 end`,
      }),
    )
    .execute()
}

export async function insertMissingJob(
  connection: Connection,
  kind: string,
  { now, dueAt }: { now: number; dueAt: number },
): Promise<void> {
  await connection
    .insertInto('jobs')
    .values({ kind, subject: '', payload: '{}', created_at: now, due_at: dueAt, attempts: 0, version: 1 })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .execute()
}

/** One statement, so one node gets the job. A due time from `latestDue` on means that the clock was put back. */
export async function claimJob(
  connection: Connection,
  kind: string,
  { now, latestDue, leaseUntil }: { now: number; latestDue: number; leaseUntil: number },
): Promise<Job | undefined> {
  const isDue = (is: ExpressionBuilder<Tables, 'jobs'>) =>
    is.and([is('kind', '=', kind), is.or([is('due_at', '<=', now), is('due_at', '>=', latestDue)])])
  const row = await connection
    .updateTable('jobs')
    .set((is) => ({
      due_at: leaseUntil,
      attempts: is('attempts', '+', 1),
      version: is('version', '+', 1),
    }))
    .where('id', '=', (is) =>
      is.selectFrom('jobs').select('id').where(isDue).orderBy('due_at').orderBy('id').limit(1),
    )
    .where(isDue)
    .returning(['id', 'payload', 'attempts', 'version', 'created_at as createdAt', 'ran_at as ranAt'])
    .executeTakeFirst()
  return row && { ...row, payload: JSON.parse(row.payload) as unknown }
}

const held = (connection: Connection, { id, version }: Job) =>
  connection.updateTable('jobs').where('id', '=', id).where('version', '=', version)

/** @returns false when the run has lost its job */
export async function renewJob(
  connection: Connection,
  job: Job,
  { progress, leaseUntil }: { progress: object; leaseUntil: number },
): Promise<boolean> {
  const { numUpdatedRows } = await held(connection, job)
    .set({ progress: JSON.stringify(progress), due_at: leaseUntil })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function postponeJob(connection: Connection, job: Job, dueAt: number): Promise<void> {
  await held(connection, job).set({ due_at: dueAt }).execute()
}

export async function repeatJob(
  connection: Connection,
  job: Job,
  { ranAt, dueAt }: { ranAt: number; dueAt: number },
): Promise<void> {
  await held(connection, job).set({ ran_at: ranAt, due_at: dueAt, attempts: 0, progress: null }).execute()
}

/** Deletes a job after its last run; one that was asked for during the run is due at once. */
export async function endJob(connection: Connection, job: Job, now: number): Promise<void> {
  const { numDeletedRows } = await connection
    .deleteFrom('jobs')
    .where('id', '=', job.id)
    .where('version', '=', job.version)
    .where('created_at', '=', job.createdAt)
    .executeTakeFirst()
  if (numDeletedRows === 0n) await held(connection, job).set({ due_at: now, attempts: 0 }).execute()
}

/** Cancels jobs: a run in progress ends at its next report. */
export async function deleteJobs(
  connection: Connection,
  kind: string,
  subjects: readonly string[],
): Promise<void> {
  await connection.deleteFrom('jobs').where('kind', '=', kind).where('subject', 'in', subjects).execute()
}

/**
 * Deletes a job that no node has claimed, while none ran another of its kind.
 *
 * @returns false where there is no such job
 */
export async function deleteUnclaimedJob(
  connection: Connection,
  { kind, subject }: Pick<NewJob, 'kind'> & { readonly subject: string },
  { now, dueBefore }: { readonly now: number; readonly dueBefore: number },
): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('jobs')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('due_at', '<=', dueBefore)
    .where((is) => {
      const others = is.selectFrom('jobs as other').where('other.kind', '=', kind)
      return is.not(is.exists(others.where('other.due_at', '>', now).select('other.id')))
    })
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function isHeld(connection: Connection, { id, version }: Job): Promise<boolean> {
  const row = await connection
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row !== undefined
}

/** Epoch milliseconds; undefined without jobs. */
export async function findNextDueTime(connection: Connection, kind: string): Promise<number | undefined> {
  const row = await connection
    .selectFrom('jobs')
    .select('due_at')
    .where('kind', '=', kind)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at
}

export interface JobSummary {
  readonly count: number
  /** Epoch milliseconds; null without jobs. */
  readonly oldestAt: number | null
}

export async function summarizeJobs(connection: Connection, kind: string): Promise<JobSummary> {
  return await connection
    .selectFrom('jobs')
    .where('kind', '=', kind)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<number | null>('created_at').as('oldestAt'),
    ])
    .executeTakeFirstOrThrow()
}
