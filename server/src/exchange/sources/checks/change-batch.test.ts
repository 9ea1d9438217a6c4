import { getPodcast } from '@earmark/contract/podcasts.ts'
import { addSource, getSource } from '@earmark/contract/sources.ts'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { DatabaseAwayError } from '../../../db/engine/database-errors.ts'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import { rss } from '../../../testing/made-up-feeds.ts'
import { feed, startInternet } from '../../../testing/made-up-internet/internet.ts'
import { signedInAlways } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'
import { leaseMs } from '../source/source-deps.ts'
import { createSourceChecks } from './source-checks.ts'

const internet = await forAllTests(startInternet())
const server = await forAllTests(startTestServer({ internet }))
const headers = signedInAlways(server, 'Editor')
const day = 24 * 3600 * 1000

function walks(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    title: `Walk ${count - index}`,
    publishedAt: Date.UTC(2025, 11, 1) + (count - index) * 60_000,
  }))
}

/** A database that goes away when the first episodes are written, and is back after some attempts. */
function awayFor(attempts: number): KyselyPlugin {
  let left = attempts
  let isAway = false
  return {
    transformQuery({ node }) {
      isAway ||= node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('"episodes"')
      if (!isAway || left === 0) return node
      left -= 1
      throw new DatabaseAwayError('taken away')
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}

/** Where writing comes before the next look for what is due, that look may find it away, too. */
function butAway(error: unknown): void {
  if (!(error instanceof DatabaseAwayError)) throw error
}

test.each([1, 2, 3, 4, 5, 6])(
  'a long feed is there whole at last, whose writing finds the database away %i times',
  async (attempts) => {
    const host = `away${attempts}.example`
    internet.host(host, { '/feed': feed(rss({ items: walks(1) })) })
    const body = { url: `http://${host}/feed` }
    const { id, podcastId } = await server.call(addSource, { body }, await headers())
    internet.host(host, { '/feed': feed(rss({ items: walks(120) })) })

    const { db } = server.deps
    const connection = db.connection.withPlugin(awayFor(attempts))
    const checks = createSourceChecks({ ...server.deps, db: { ...db, connection } }, { hostPauseMs: 0 })
    server.time.now += 2 * day
    await checks.runDue().catch(butAway)
    await checks.stop()

    server.time.now += Math.max(leaseMs, 2 * day)
    await server.deps.sourceChecks.runDue()
    const { episodes } = await server.call(getPodcast, { params: { id: podcastId } })
    expect(episodes.map(({ number }) => number)).toEqual(walks(120).map((_, index) => index + 1))
    const source = await server.call(getSource, { params: { id } }, await headers())
    expect(source).toMatchObject({ failures: 0, lastError: null, episodesCount: 120 })
  },
)
