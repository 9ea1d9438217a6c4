import type { ServerResponse } from 'node:http'
import pino from 'pino'
import { afterEach, expect, it } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import type { S3Config } from '../../../config/config-media.ts'
import { StartError } from '../../../errors.ts'
import { freePort } from '../../../../../scripts/machine.mjs'
import { startS3Store } from '../../../testing/s3-store.ts'
import { hang, refuse } from '../../../../resilience/faults/s3-troubles.ts'
import { storeTimes } from './bucket.ts'
import { openBucket } from './open-bucket.ts'
import { forAllTests } from '../../../testing/for-all-tests.ts'

const store = await forAllTests(startS3Store())
afterEach(() => void (store.trouble = undefined))

async function problemWith(change: Partial<S3Config>): Promise<string> {
  const { s3 } = readConfig(store.settings)
  if (s3 === null) throw new Error('There is no store.')
  try {
    const bucket = await openBucket({ ...s3, ...change }, pino({ level: 'silent' }), storeTimes, 1_000)
    bucket.close()
    return ''
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return error.message
  }
}

it('A store that answers has no problem', async () => {
  expect(await problemWith({})).toBe('')
})

it('A start without the bucket, or the store, says which setting to look at', async () => {
  expect(await problemWith({ bucket: 'other' })).toMatch(/^There is no bucket other at .*S3_BUCKET\.$/)
  const nobody = `http://127.0.0.1:${await freePort()}`
  expect(await problemWith({ endpoint: nobody })).toMatch(/ECONNREFUSED.*S3_ENDPOINT\.$/)
  expect(await problemWith({ endpoint: 'http://nobody.invalid' })).toMatch(
    /(ENOTFOUND|EAI_AGAIN).*S3_ENDPOINT\.$/,
  )
  store.trouble = hang
  expect(await problemWith({})).toMatch(/does not answer at .*S3_ENDPOINT\.$/)
  store.trouble = refuse
  expect(await problemWith({})).toMatch(/answers 503 .*S3_ENDPOINT and S3_BUCKET\.$/)
})

it.each([
  [403, 'AccessDenied', 'S3_ACCESS_KEY_ID'],
  [403, 'InvalidAccessKeyId', 'S3_ACCESS_KEY_ID'],
  [403, 'SignatureDoesNotMatch', 'S3_SECRET_ACCESS_KEY'],
  [301, 'PermanentRedirect', 'S3_REGION'],
  [400, 'AuthorizationHeaderMalformed', 'S3_REGION'],
  [403, 'RequestTimeTooSkewed', 'clock'],
])('A store that answers %i %s to the start makes it name %s', async (status, code, named) => {
  store.trouble = (_request, response: ServerResponse) => {
    const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
  }
  const problem = await problemWith({})
  expect(problem).toContain(named)
  expect(problem).toMatch(/^[^\n]+\.$/)
  expect(problem).not.toContain('S3RVER')
})
