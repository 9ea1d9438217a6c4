import { pages } from '../../src/http/web-app/pages.ts'
import { operationsOf, type PlacedOperation, readDocument } from '../../src/testing/api-document.ts'
import type { AttackSite } from './attack-site.ts'
import { operationSinks, type Sink } from './operation-sinks.ts'

/** Every string parameter of every route: paths, queries, bodies, forms and their files, headers. */
export async function collectSinks(site: AttackSite): Promise<Sink[]> {
  const operations = await readOperations(site)
  return [
    ...operations.flatMap((operation) => operationSinks(site, operation)),
    ...siteSinks(),
    ...headerSinks(site),
  ]
}

async function readOperations({ server }: AttackSite): Promise<PlacedOperation[]> {
  const operations = operationsOf(await readDocument(server.app))
  return operations.map((operation) => ({ ...operation, method: operation.method.toUpperCase() }))
}

const folders = ['/', '/api/', '/api/docs/static/', '/assets/', '/media/']

/** Pages and files: the parameters of their paths and queries, every folder, and the whole of what is asked for. */
function siteSinks(): Sink[] {
  const paths = [
    ...pages.map(({ url }) => url),
    '/sitemap-:number.xml',
    '/media/:file',
    '/media/import-covers/:importId/:id/:signature',
    '/media/import-sounds/:importId/:id/:place/:signature',
    '/assets/*',
  ]
  const parameters = paths.flatMap((path) => path.match(/:\w+|\*/g)?.map((name) => [path, name]) ?? [])
  const headers = { accept: 'text/html' }
  const get = (name: string, isFile: boolean, target: (text: string) => string): Sink => ({
    name,
    isAddress: true,
    isFile,
    request: (text) => ({ method: 'GET', target: target(text), headers }),
  })
  return [
    ...folders.map((folder) => get(`in ${folder}`, true, (text) => folder + text)),
    get('the whole target', true, (text) => text),
    get('in absolute form', true, (text) => `http://localhost/${text}`),
    ...(parameters as [string, string][]).map(([path, name]) =>
      get(`${path} ${name}`, false, (text) => path.replace(name, () => text).replace(/:\w+/g, '1')),
    ),
    ...paths
      .filter((path) => !/[:*]/.test(path))
      .flatMap((path) =>
        ['search', 'sortBy', 'token'].map((name) =>
          get(`${path}?${name}`, false, (text) => `${path}?${name}=${text}`),
        ),
      ),
  ]
}

const headerNames =
  `accept accept-encoding accept-language authorization content-type cookie expect forwarded host if-match
if-modified-since if-none-match if-range origin range referer sec-fetch-site transfer-encoding upgrade
user-agent x-accel-redirect x-deviceid x-forwarded-for x-forwarded-host x-forwarded-prefix x-forwarded-proto
x-http-method-override x-original-url x-rewrite-url x-sendfile x-xsrf-token`.split(/\s/)

/** What is read from headers, and what other servers would read from them. */
function headerSinks({ admin, samples }: AttackSite): Sink[] {
  const bookId = String(samples['audioBookId'])
  const position = { positionSeconds: 1, baseVersion: 0 }
  const calls = [
    ['GET', '/', undefined],
    ['GET', `/api/audio-books/${bookId}`, undefined],
    ['GET', '/api/users/profiles/me', undefined],
    ['POST', '/api/auth/refresh', { accessToken: 'x', refreshToken: 'x' }],
    ['PUT', `/api/positions/me/audio-books/${bookId}`, position],
  ] as const
  return calls.flatMap(([method, target, body]) =>
    headerNames.map((name) => ({
      name: `${method} ${target} ${name}`,
      isAddress: false,
      request: (text: string) => ({
        method,
        target,
        headers: {
          ...admin.headers,
          'content-type': 'application/json',
          [name]: text.replace(/[\r\n]/g, ' '),
        },
        ...(body && { body: Buffer.from(JSON.stringify(body)) }),
      }),
    })),
  )
}
