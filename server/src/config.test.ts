import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

it('works without any setting', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    apiRoot: '/api',
    databaseUrl: '',
    sampleCatalogue: true,
    rateLimits: true,
    metrics: false,
    maxAudioBytes: 4 * 1024 ** 3,
    maxImageBytes: 20 * 1024 ** 2,
  })
  expect(Object.isFrozen(config)).toBe(true)
})

it('counts blank settings as absent and takes slashes off the end of addresses', () => {
  const config = readConfig({ PORT: ' ', PUBLIC_URL: 'https://audio.example.org/', API_ROOT: '/api/' })
  expect(config).toMatchObject({ port: 3000, publicUrl: 'https://audio.example.org', apiRoot: '/api' })
})

it('sends mail from the host that the site is at', () => {
  expect(readConfig({})).toMatchObject({
    mailFrom: 'Earmark <earmark@localhost>',
    adminEmail: 'admin@localhost',
  })
  expect(readConfig({ PUBLIC_URL: 'https://audio.example.org' })).toMatchObject({
    mailFrom: 'Earmark <earmark@audio.example.org>',
    adminEmail: 'admin@audio.example.org',
  })
  expect(readConfig({ PUBLIC_URL: 'http://[::1]:3000' }).adminEmail).toBe('admin@localhost')
})

it.each(['SMTP_URL', 'ADMIN_PASSWORD', 'TOKEN_SECRET'])('does not repeat a wrong %s', (name) => {
  const read = () => readConfig({ [name]: 'ftp://u:secret1' })
  expect(read).toThrow(ConfigError)
  expect(read).not.toThrow(/secret1/)
})

it('reads lists of origins and proxies', () => {
  const config = readConfig({
    CORS_ORIGINS: 'https://a.example, http://b.example:81',
    TRUST_PROXY: '10.0.0.0/8, loopback',
  })
  expect(config.corsOrigins).toEqual(['https://a.example', 'http://b.example:81'])
  expect(config.trustProxy).toBe('10.0.0.0/8, loopback')
  expect(readConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(true)
})

it.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PUBLIC_URL', 'audio.example.org'],
  ['PUBLIC_URL', 'ftp://audio.example.org'],
  ['PUBLIC_URL', 'https://audio.example.org/?a=b'],
  ['API_ROOT', '//evil.example.org'],
  ['API_ROOT', 'api'],
  ['API_ROOT', '/'],
  ['API_ROOT', '/api/*'],
  ['API_ROOT', '/api?x'],
  ['API_ROOT', '/a/:b'],
  ['API_ROOT', 'https://api.example.org/'],
  ['PUBLIC_URL', 'https://audio.example.org/below'],
  ['PUBLIC_URL', 'http://a/"><script>'],
  ['TRUST_PROXY', 'foo'],
  ['TRUST_PROXY', '10.0.0.1, everybody'],
  ['DATABASE_URL', 'mysql://localhost/earmark'],
  ['DATABASE_URL', 'nonsense'],
  ['SMTP_URL', 'mail.example.org'],
  ['SMTP_URL', 'http://mail.example.org'],
  ['MAIL_FROM', 'Earmark'],
  ['MAIL_FROM', 'Earmark <nobody>'],
  ['TOKEN_SECRET', 'short'],
  ['ADMIN_EMAIL', 'admin'],
  ['ADMIN_PASSWORD', 'password'],
  ['ADMIN_PASSWORD', `Aa1!${'x'.repeat(1000)}`],
  ['SAMPLE_CATALOGUE', 'yes'],
  ['RATE_LIMITS', '1'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://a.example/path'],
  ['METRICS', 'on'],
  ['MAX_AUDIO_BYTES', '4GB'],
  ['MAX_IMAGE_BYTES', '0'],
  ['LOG_LEVEL', 'loud'],
])('refuses %s=%s with a sentence that names it', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} must .*\\.$`, 's'))
})
