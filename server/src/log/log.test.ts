import { expect, it, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { DatabaseAwayError } from '../db/engine/database-errors.ts'
import { openLog } from './log.ts'
import { startTestServer } from '../testing/server.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly [key: string]: unknown
}

function keepLines() {
  const lines: Line[] = []
  return { lines, write: (line: string) => void lines.push(JSON.parse(line) as Line) }
}

it('says of an error what it is, and nothing that hangs on it', () => {
  const { lines, write } = keepLines()
  const cause = Object.assign(new Error('cannot reach postgres://ada:hidden@db/x'), {
    code: 'EAWAY',
    config: 'hidden',
  })
  const request = { headers: { authorization: 'hidden' }, body: { password: 'hidden' } }
  const error = Object.assign(new TypeError('no', { cause }), { request, password: 'hidden' })
  openLog('trace', { write }).error({ err: error, req: request, res: request }, 'wrong')
  expect(JSON.stringify(lines)).not.toContain('hidden')
  expect(lines).toMatchObject([
    {
      msg: 'wrong',
      err: {
        type: 'TypeError',
        message: 'no',
        stack: expect.stringContaining('log.test.ts'),
        cause: { message: 'cannot reach postgres://…@db/x', code: 'EAWAY' },
      },
    },
  ])
})

it('has a line for each failure of the server’s own, whose id is told with the answer', async () => {
  const { lines, write } = keepLines()
  await using server = await startTestServer({ log: { write }, environment: { LOG_LEVEL: 'info' } })
  const { connection } = server.deps.db
  const failures = [new DatabaseAwayError(new Error('gone')), new Error('wrong')]
  vi.spyOn(connection, 'selectFrom').mockImplementation(() => {
    throw failures.shift() as Error
  })
  const about = { method: 'GET', route: '/api/creators/:id', durationMs: expect.any(Number) }
  for (const [level, msg, status, err] of [
    [40, 'unavailable', 503, { cause: { message: 'gone' } }],
    [50, 'unexpected error', 500, { message: 'wrong' }],
  ] as const) {
    const answer = await server.app.inject('/api/creators/7?hidden')
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f]{8}-\w+$/)
    const reqId = answer.headers['x-request-id']
    expect(lines.splice(0)).toMatchObject([{ level, msg, status, err, reqId, ...about }])
  }
  const other = (await server.app.inject('/api/nothing')).headers
  expect(other).not.toHaveProperty('x-request-id')
})

it('tells of every request at level debug, of those that are answered from memory or not at all too', async () => {
  const { lines, write } = keepLines()
  await using server = await startTestServer({ log: { write } })
  const { config } = server.deps
  const app = await buildApp(
    { ...server.deps, log: openLog('debug', { write }), config: { ...config, logLevel: 'debug' } },
    { webFolder: null },
  )
  for (const url of ['/api/creators', '/api/creators', '/nothing?token=hidden']) await app.inject(url)
  await app.close()
  const told = lines
    .filter(({ msg }) => msg === 'request')
    .map(({ route, status, method }) => [method, route, status])
  expect(told).toEqual([
    ['GET', '/api/creators', 200],
    ['GET', '/api/creators', 200],
    ['GET', 'unknown', 404],
  ])
  expect(JSON.stringify(lines)).not.toContain('hidden')
})
