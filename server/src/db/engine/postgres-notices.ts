import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { type ChangedScope, everything } from './scopes.ts'
import { type FeedConnection, type SubscribeToChanges, createChangeFeed } from './change-feed.ts'

/** NOTIFY is delivered at the commit of its transaction. */
export const channel = 'earmark_catalogue'

const answerMs = 900
const openMs = 2_000

export interface NoticeOptions {
  readonly secretFingerprint: string
  readonly log: { warn(details: object, text: string): void; info(text: string): void }
}

export function postgresNotices(url: string, { secretFingerprint, log }: NoticeOptions): SubscribeToChanges {
  return createChangeFeed({
    open: async (changed) => {
      const { default: pg } = await import('pg')
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: openMs,
        query_timeout: answerMs,
        keepAlive: true,
      })
      // The next confirmation fails; an unhandled 'error' would end the process.
      client.on('error', () => undefined)
      client.on('notification', ({ payload }) => changed(readScopes(payload)))
      const close = () => void client.end().catch(() => undefined)
      try {
        await client.connect()
        await client.query(`listen ${channel}`)
        await tellOtherSecrets(client, secretFingerprint, log)
      } catch (error) {
        close()
        throw error
      }
      return lineOver(client, close)
    },
    now: () => performance.now(),
    pause: (milliseconds, signal) => pause(milliseconds, undefined, { signal, ref: false }),
    report: (state, error) =>
      state === 'restored'
        ? log.info('Changes by other nodes are heard of again.')
        : log.warn({ err: error }, 'Changes by other nodes are not heard of: public answers are made anew.'),
  })
}

/** Nodes of earlier versions send no payload. */
function readScopes(payload = ''): readonly ChangedScope[] {
  return payload === '' ? everything : (JSON.parse(payload) as ChangedScope[])
}

/** PostgreSQL delivers pending notices before it answers the next query of a session. */
function lineOver(client: Client, close: () => void): FeedConnection {
  return {
    confirm: async () => void (await client.query('select 1')),
    close,
  }
}

const nodeName = 'earmark node'

async function tellOtherSecrets(
  client: Client,
  fingerprint: string,
  log: NoticeOptions['log'],
): Promise<void> {
  await client.query(`set application_name = '${nodeName} ${fingerprint}'`)
  const { rows } = await client.query<{ nodes: number }>(
    `select count(*)::integer as nodes from pg_stat_activity
     where datname = current_database() and application_name like $1 and application_name <> $2`,
    [`${nodeName} %`, `${nodeName} ${fingerprint}`],
  )
  const nodes = rows[0]?.nodes ?? 0
  if (nodes > 0)
    log.warn(
      { nodes },
      'Other nodes on this database sign tokens with another secret, so people are signed out at random: set the same TOKEN_SECRET on all nodes.',
    )
}
