import fc from 'fast-check'
import type { Deform, Draft, Value } from './draft.ts'
import { encodedPiece, hostileText } from './hostile-values.ts'

/** What goes wrong with method, path and query. */

function otherParam([at, value]: [number, Value]): Deform {
  return (draft) => {
    const names = Object.keys(draft.params)
    const name = names[at % names.length]
    return name === undefined ? draft : { ...draft, params: { ...draft.params, [name]: value } }
  }
}

function namesOf({ operation: { parameters = [] } }: Draft): string[] {
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  return names.length > 0 ? names : ['search']
}

function otherQuery([at, value]: [number, Value]): Deform {
  return (draft) => {
    const names = namesOf(draft)
    const name = names[at % names.length] as string
    return { ...draft, query: [...draft.query.filter(([known]) => known !== name), [name, value]] }
  }
}

function doubledQuery([at, value]: [number, Value]): Deform {
  return (draft) => {
    const names = namesOf(draft)
    const name = names[at % names.length] as string
    return { ...draft, query: [...draft.query, [name, value], [name, value]] }
  }
}

function unknownQuery([name, value]: [string, string]): Deform {
  return (draft) => ({ ...draft, query: [...draft.query, [name, value]] })
}

const methods = ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'GET']

const bends: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => path.replace('/api', '/api/'),
  (path) => path.toUpperCase(),
  (path) => `/api/../${path}`,
  (path) => path.replaceAll('/', '%2f'),
  (path) => `${path}%00`,
  (path) => `${path}#fragment`,
  (path) => `${path}?&&==&=a&a=%&%=`,
  (path) => path.replaceAll('me', 'm%65'),
  (path) => `${path};jsessionid=1`,
  (path) => `${path}/extra`,
  (path) => `/${'a/'.repeat(2_000)}`.concat(path),
  (path) => path.slice(0, -1),
]

const piece = fc.oneof(hostileText, encodedPiece)

export const addressDeformations: fc.Arbitrary<Deform> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.nat(), piece).map(otherParam) },
  { weight: 3, arbitrary: fc.tuple(fc.nat(), piece).map(otherQuery) },
  { weight: 2, arbitrary: fc.tuple(fc.nat(), hostileText).map(doubledQuery) },
  { weight: 1, arbitrary: fc.tuple(hostileText, hostileText).map(unknownQuery) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...methods).map(
      (method): Deform =>
        (draft) => ({ ...draft, method }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...bends).map(
      (bend): Deform =>
        (draft) => ({ ...draft, bend }),
    ),
  },
)
