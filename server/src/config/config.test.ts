import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { sharedFolders } from './config-imports.ts'

it('works without any setting', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    apiRoot: '/api',
    databaseUrl: '',
    access: 'public',
    mediaSeconds: 86_400,
    registration: 'open',
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

it.each(['SMTP_URL', 'ADMIN_PASSWORD', 'TOKEN_SECRET', 'SOURCE_PROXY'])(
  'does not repeat a wrong %s',
  (name) => {
    const read = () => readConfig({ [name]: 'ftp://u:secret1' })
    expect(read).toThrow(ConfigError)
    expect(read).not.toThrow(/secret1/)
  },
)

it.each([
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['localhost', 'localhost'],
])('listens at HOST=%s', (given, host) => {
  expect(readConfig({ HOST: given }).host).toBe(host)
})

it('reads lists of origins and proxies', () => {
  const config = readConfig({
    CORS_ORIGINS: 'https://a.example, http://b.example:81',
    TRUST_PROXY: '10.0.0.0/8, loopback',
  })
  expect(config.corsOrigins).toEqual(['https://a.example', 'http://b.example:81'])
  expect(config.trustProxy).toBe('10.0.0.0/8, loopback')
  expect(readConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(true)
  const networks = '10.0.0.0/32,10.0.0.0/255.255.0.0,fd00::/128,::1'
  expect(readConfig({ TRUST_PROXY: networks }).trustProxy).toBe(networks)
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
  ['API_ROOT', '/..'],
  ['API_ROOT', '/media'],
  ['API_ROOT', '/health/api'],
  ['API_ROOT', 'https://api.example.org/feeds/'],
  ['API_ROOT', '/audio-books'],
  ['API_ROOT', 'https://api.example.org/search/api'],
  ['PUBLIC_URL', 'https://audio.example.org/below'],
  ['PUBLIC_URL', 'http://a/"><script>'],
  ['TRUST_PROXY', 'foo'],
  ['TRUST_PROXY', '10.0.0.1, everybody'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/x'],
  ['TRUST_PROXY', '10.0.0.0/'],
  ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['TRUST_PROXY', '10.0.0.0/255.0.255.0'],
  ['TRUST_PROXY', 'fd00::/129'],
  ['TRUST_PROXY', 'fd00::/255.0.0.0'],
  ['TRUST_PROXY', 'loopback/8'],
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
  ['ACCESS', 'private'],
  ['MEDIA_SECONDS', '0'],
  ['MEDIA_SECONDS', '604801'],
  ['REGISTRATION', 'none'],
  ['SAMPLE_CATALOGUE', 'yes'],
  ['RATE_LIMITS', '1'],
  ['CORS_ORIGINS', '*'],
  ['CORS_ORIGINS', 'https://a.example/path'],
  ['CORS_ORIGINS', 'ftp://a.example'],
  ['METRICS', 'on'],
  ['MAX_AUDIO_BYTES', '4GB'],
  ['MAX_IMAGE_BYTES', '0'],
  ['LOG_LEVEL', 'loud'],
  ['S3_BUCKET', 'https://s3.example.org/media'],
  ['S3_ENDPOINT', 'https://s3.example.org'],
  ['S3_SECRET_ACCESS_KEY', 'secret'],
  ['S3_DELIVERY', 'signed'],
  ['ACCEL_REDIRECT', 'media-files'],
  ['ACCEL_REDIRECT', '/media files'],
  ['ACCEL_REDIRECT', '/media'],
  ['ACCEL_REDIRECT', '/'],
  ['SOURCE_NETWORKS', '192.168.1.1'],
  ['SOURCE_NETWORKS', '10.0.0.0/8, home'],
  ['SOURCE_PROXY', 'proxy.example.org:3128'],
  ['SOURCE_PROXY', 'socks5://proxy.example.org'],
  ['SOURCE_PROXY', 'http://user:50%@proxy.example.org'],
  ['SOURCE_MAX_BYTES', '64MB'],
])('refuses %s=%s with a sentence that names it', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} must .*\\.$`, 's'))
})

describe('a store', () => {
  const store = { S3_BUCKET: 'media', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }

  it('is Amazon’s unless its address is given, and its media pass through this server', () => {
    expect(readConfig({}).s3).toBeNull()
    expect(readConfig(store).s3).toEqual({
      bucket: 'media',
      endpoint: '',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      delivery: 'through',
      publicUrl: '',
    })
    expect(readConfig({ ...store, S3_ENDPOINT: 'https://s3.example.org/' }).s3?.endpoint).toBe(
      'https://s3.example.org',
    )
  })

  it('sends listeners to its public address where it has one', () => {
    const { s3 } = readConfig({ ...store, S3_PUBLIC_URL: 'https://cdn.example.org/media/' })
    expect(s3).toMatchObject({ delivery: 'public', publicUrl: 'https://cdn.example.org/media' })
  })

  it.each([
    ['S3_ACCESS_KEY_ID', { S3_ACCESS_KEY_ID: '' }],
    ['S3_SECRET_ACCESS_KEY', { S3_SECRET_ACCESS_KEY: '' }],
    ['S3_ENDPOINT', { S3_ENDPOINT: 's3.example.org' }],
    ['S3_PUBLIC_URL', { S3_PUBLIC_URL: 'cdn.example.org' }],
    ['S3_PUBLIC_URL', { S3_PUBLIC_URL: 'https://cdn.example.org', S3_DELIVERY: 'signed' }],
    ['S3_DELIVERY', { S3_DELIVERY: 'public' }],
    ['S3_DELIVERY', { S3_DELIVERY: 'cdn' }],
    ['S3_DELIVERY', { S3_PUBLIC_URL: 'https://cdn.example.org', ACCESS: 'members' }],
    ['ACCEL_REDIRECT', { ACCEL_REDIRECT: '/media-files' }],
    ['S3_PUBLIC_URL', { S3_PUBLIC_URL: 'http://cdn.example.org', PUBLIC_URL: 'https://example.org' }],
    [
      'S3_ENDPOINT',
      { S3_ENDPOINT: 'http://s3.local', S3_DELIVERY: 'signed', PUBLIC_URL: 'https://example.org' },
    ],
  ])('is refused with a sentence that names %s where the settings do not fit together', (name, wrong) => {
    const read = () => readConfig({ ...store, ...wrong })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(new RegExp(`^${name} must .*\\.$`, 's'))
  })
})

it.each([
  ['a=/srv/books,b=/srv/books-2,c=/srv/more', []],
  ['a=/srv/books,b=/srv/books/kids', [['b', 'a']]],
  ['a=/srv/books/,b=/srv/books?copy', [['b', 'a']]],
  ['a=/,b=/srv', [['b', 'a']]],
])('library folders that share their files are told: %s', (given, expected) => {
  const told = sharedFolders(readConfig({ IMPORT_FOLDERS: given }).importFolders)
  expect(told.map((sentence) => [...sentence.matchAll(/"(\w+)"/gu)].map(([, name]) => name))).toEqual(
    expected,
  )
})
