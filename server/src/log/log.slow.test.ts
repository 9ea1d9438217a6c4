import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { expect, it } from 'vitest'
import { apiAccess } from '../http/guard/access.ts'
import { pages } from '../http/web-app/pages.ts'
import { openFaultSite, patienceMs, read, signIn, uploadBook } from '../../resilience/faults/fault-site.ts'
import { freePort } from '../../../scripts/machine.mjs'
import { startS3Store } from '../testing/s3-store.ts'
import { forAllTests } from '../testing/for-all-tests.ts'

/** Everything that the program says at its most talkative, while every call is made and everything around it fails. */

const hidden = {
  smtp: 'hidden-of-the-mail-server',
  tokens: 'hidden-of-all-the-tokens-of-this-library',
  password: 'Hidden-of-somebody-1',
  mailToken: 'hidden-of-a-mailed-link',
  refresh: 'hidden-of-a-session',
  cookie: 'hidden-of-a-cookie',
  bearer: 'hidden.of.a-bearer',
}

const store = await forAllTests(startS3Store())
const settings = {
  ...store.settings,
  LOG_LEVEL: 'trace',
  TOKEN_SECRET: hidden.tokens,
  SMTP_URL: `smtp://earmark:${hidden.smtp}@127.0.0.1:${await freePort()}`,
}
const site = await forAllTests(openFaultSite({ settings, listeners: 0 }))

const { password, mailToken, refresh } = hidden
const body = Buffer.from(
  JSON.stringify({
    ...{
      email: 'ada@example.org',
      userName: 'ada@example.org',
      name: 'Ada',
      userId: 'x',
      newEmail: 'b@example.org',
    },
    ...{ password, oldPassword: password, newPassword: password, currentPassword: password },
    ...{ token: mailToken, refreshToken: refresh, accessToken: hidden.bearer, deviceId: 'x' },
  }),
)

async function callAll(authorization: string): Promise<void> {
  const calls = [
    ...Object.keys(apiAccess).map((call) => call.replace(' ', ' /api')),
    ...pages.map(({ url }) => `GET ${url}`),
    ...['GET /health/ready', 'GET /robots.txt', 'GET /sitemap.xml', 'GET /media/x', 'GET /assets/x'],
  ]
  // Those that end the session come last.
  const ends = (call: string) => Number(/logout|revoke/.test(call))
  for (const call of calls.toSorted((a, b) => ends(a) - ends(b))) {
    const [method = '', url = ''] = call.split(' ')
    const path = `${url.replace(/:\w+/g, '1').replace('*', 'x')}?token=${mailToken}&search=x`
    const csrf = { cookie: `XSRF-TOKEN=${hidden.cookie}`, 'x-xsrf-token': hidden.cookie }
    const headers = { authorization, 'content-type': 'application/json', ...csrf }
    await site.program.call({ method, path, headers, ...(method === 'GET' ? {} : { body }) })
  }
}

it('the log never tells a password, a token, a mailed link, a key, a cookie or a bearer', {
  timeout: patienceMs,
}, async () => {
  const { authorization = '' } = await signIn(site.program)
  await callAll(`Bearer ${hidden.bearer}`)
  await callAll(authorization)
  const unreadable = { 'content-type': 'application/json' }
  const broken = Buffer.from(`{"password":"${password}",`)
  await site.program.call({ method: 'POST', path: '/api/auth/login', headers: unreadable, body: broken })
  const again = await signIn(site.program)
  const { audioUrl } = read<AudioBook>(await uploadBook(site.program, again, 'Away', 1_000))
  store.trouble = (_request, response) => void response.writeHead(500).end()
  const away = await site.program.call({ method: 'GET', path: audioUrl ?? '' })
  expect(away?.status).toBe(503)
  process.kill(site.program.pid, 'SIGTERM')
  await site.program.exited

  const output = site.program.output()
  const secretKey = store.settings['S3_SECRET_ACCESS_KEY'] ?? ''
  const own = [authorization, site.headers['authorization'] ?? ''].map((bearer) =>
    bearer.replace('Bearer ', ''),
  )
  for (const secret of [...Object.values(hidden), ...own, 'Quiet-reading-1'])
    expect(output).not.toContain(secret)
  expect(output).not.toContain(`"${secretKey}"`)
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  const told = lines.map((line) => JSON.parse(line) as { msg: string; route?: string })
  expect(told.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(200)
  expect(told).toContainEqual(
    expect.objectContaining({ msg: 'unavailable', route: '/media/:file', status: 503 }),
  )
  expect(told.some(({ msg }) => msg.includes('could not be sent'))).toBe(true)
})
