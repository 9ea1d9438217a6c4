import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findBreaches } from './arrows.mjs'

type Tree = Record<string, string>

const catalogue = 'web/src/features/catalogue'
const player = 'web/src/features/player'

const breaking: [sentence: string, rule: RegExp, tree: Tree, at: string][] = [
  [
    'the contract reaching for Node',
    /contract stands alone/,
    { 'contract/src/a.ts': "import 'node:fs'" },
    'contract/src/a.ts:1',
  ],
  [
    'the contract reaching for a DOM library',
    /contract stands alone/,
    { 'contract/src/a.ts': "\nimport 'react'" },
    'contract/src/a.ts:2',
  ],
  [
    'the server importing the web',
    /never import each other/,
    { 'server/src/a.ts': "import '../../web/src/lib/b.ts'" },
    'server/src/a.ts:1',
  ],
  [
    'the web importing a type of the server',
    /never import each other/,
    { 'web/src/lib/a.ts': "type A = import('../../../server/src/b.ts').B" },
    'web/src/lib/a.ts:1',
  ],
  [
    'an end-to-end test importing the web',
    /end-to-end/,
    { 'e2e/a.spec.ts': '', 'e2e/fixtures.ts': "import '../web/src/lib/a.ts'" },
    'e2e/fixtures.ts:1',
  ],
  [
    'a product file importing a test',
    /does not import its tests/,
    { 'server/src/a.ts': "import './testing/b.ts'" },
    'server/src/a.ts:1',
  ],
  [
    'a domain asking the outside by itself',
    /one way out/,
    { 'server/src/exchange/sources/a.ts': "\nexport const a = () => fetch('https://a.example')" },
    'server/src/exchange/sources/a.ts:2',
  ],
  [
    'a domain taking the client of egress',
    /one way out/,
    { 'server/src/media/a.ts': "import { request } from 'undici'" },
    'server/src/media/a.ts:1',
  ],
  [
    'http importing a domain',
    /server: main → app/,
    { 'server/src/http/a.ts': "import '../people/users/users.service.ts'" },
    'server/src/http/a.ts:1',
  ],
  [
    'db importing a domain',
    /server: main → app/,
    { 'server/src/db/a.ts': "import '../people/users/users.queries.ts'" },
    'server/src/db/a.ts:1',
  ],
  [
    'db importing http',
    /server: main → app/,
    { 'server/src/db/a.ts': "import '../http/b.ts'" },
    'server/src/db/a.ts:1',
  ],
  [
    'a domain importing app.ts',
    /server: main → app/,
    { 'server/src/people/users/a.ts': "import '../../app.ts'" },
    'server/src/people/users/a.ts:1',
  ],
  [
    'the catalogue importing what listeners have',
    /server: main → app/,
    { 'server/src/catalogue/podcasts/a.ts': "import '../../listening/positions/b.ts'" },
    'server/src/catalogue/podcasts/a.ts:1',
  ],
  [
    'what every domain is given knowing one of them',
    /server: main → app/,
    { 'server/src/deps.ts': "import './media/storage/storage.ts'" },
    'server/src/deps.ts:1',
  ],
  [
    'a domain importing another’s routes',
    /another’s routes/,
    { 'server/src/people/users/a.ts': "import '../auth/auth.routes.ts'" },
    'server/src/people/users/a.ts:1',
  ],
  [
    'a route file importing kysely',
    /know SQL/,
    { 'server/src/people/users/users.routes.ts': "import { sql } from 'kysely'" },
    'server/src/people/users/users.routes.ts:1',
  ],
  [
    'a service writing SQL',
    /know SQL/,
    { 'server/src/people/users/users.service.ts': 'run(`\n select id\n from users`)' },
    'server/src/people/users/users.service.ts:1',
  ],
  [
    'a service building a query',
    /know SQL/,
    { 'server/src/people/users/users.service.ts': "deps.db.selectFrom('users')" },
    'server/src/people/users/users.service.ts:1',
  ],
  [
    'a file beside config.ts reading the environment',
    /only config.ts/,
    { 'server/src/main.ts': '\n\nconst port = process.env.PORT' },
    'server/src/main.ts:3',
  ],
  [
    'a domain failing by any code',
    /FailureOf/,
    { 'server/src/catalogue/a.ts': "\nthrow new AppError('NotFound')" },
    'server/src/catalogue/a.ts:2',
  ],
  [
    'a domain handing on leave to fail by any code',
    /FailureOf/,
    { 'server/src/listening/a.ts': 'save(anyFailure)' },
    'server/src/listening/a.ts:1',
  ],
  [
    'ui importing a feature',
    /web: routes → features/,
    { 'web/src/ui/a.tsx': "import '../features/auth/index.ts'" },
    'web/src/ui/a.tsx:1',
  ],
  [
    'lib importing ui',
    /web: routes → features/,
    { 'web/src/lib/a.ts': "import '../ui/b.tsx'" },
    'web/src/lib/a.ts:1',
  ],
  [
    'a feature importing the router',
    /web: routes → features/,
    { [`${player}/a.ts`]: "import '../../router.tsx'" },
    `${player}/a.ts:1`,
  ],
  [
    'the player importing the catalogue',
    /never backwards/,
    { [`${player}/a.ts`]: "import '../catalogue/index.ts'" },
    `${player}/a.ts:1`,
  ],
  [
    'a feature entered by the back door',
    /entered by its index/,
    { [`${catalogue}/a.ts`]: "import '../player/reducer/state.ts'" },
    `${catalogue}/a.ts:1`,
  ],
  [
    'a route entering a feature by the back door',
    /entered by its index/,
    { 'web/src/routes/a.tsx': "const page = import('../features/auth/page.tsx')" },
    'web/src/routes/a.tsx:1',
  ],
  [
    'a feature without a place in the order',
    /has its place/,
    { 'web/src/features/surprise/index.ts': '' },
    'web/src/features/surprise/index.ts:1',
  ],
  [
    'ui fetching',
    /ui holds no data/,
    { 'web/src/ui/a.tsx': "import { useQuery } from '@tanstack/react-query'" },
    'web/src/ui/a.tsx:1',
  ],
  [
    'the reducer importing React',
    /reducer and audio import no React/,
    { [`${player}/reducer/a.ts`]: "import { useState } from 'react'" },
    `${player}/reducer/a.ts:1`,
  ],
  [
    'the reducer importing a store bound to React',
    /reducer and audio import no React/,
    { [`${player}/reducer/a.ts`]: "import { create } from 'zustand'" },
    `${player}/reducer/a.ts:1`,
  ],
  [
    'a component making an audio element',
    /touches the audio element/,
    { [`${player}/bar.tsx`]: 'const audio = new Audio()' },
    `${player}/bar.tsx:1`,
  ],
  [
    'a second audio file touching the audio element',
    /touches the audio element/,
    { [`${player}/audio/a.ts`]: 'new Audio()', [`${player}/audio/b.ts`]: 'let a: HTMLAudioElement' },
    `${player}/audio/b.ts:1`,
  ],
  [
    'files in a circle',
    /no import cycles/,
    { 'web/src/lib/a.ts': "import './b.ts'", 'web/src/lib/b.ts': "export * from './a'" },
    'web/src/lib/a.ts:1',
  ],
  [
    'folders in a circle',
    /no import cycles between folders/,
    {
      'server/src/people/auth/a.ts': "import '../users/b.ts'",
      'server/src/people/users/c.ts': "import '../auth/d.ts'",
    },
    'server/src/people/auth:1',
  ],
  [
    'folders of a feature in a circle',
    /no import cycles between folders/,
    {
      [`${player}/queue/a.ts`]: "import '../positions/b.ts'",
      [`${player}/positions/c.ts`]: "import '../player.ts'",
      [`${player}/player.ts`]: "import './queue/d.ts'",
    },
    `${player}/player.ts:1`,
  ],
]

const keeping: [sentence: string, tree: Tree][] = [
  [
    'the contract imports itself and its schema library',
    { 'contract/src/a.ts': "import './b.ts'; import 'typebox/value'" },
  ],
  [
    'everyone imports the contract',
    {
      'server/src/a.ts': "import '@earmark/contract/b.ts'",
      'web/src/lib/a.ts': "import '@earmark/contract/b.ts'",
    },
  ],
  [
    'app imports domains, domains import what is below them',
    {
      'server/src/app.ts': "import './people/users/users.routes.ts'",
      'server/src/people/users/users.routes.ts': "import '../../http/a.ts'; import '../../db/b.ts'",
    },
  ],
  [
    'a domain uses another’s queries',
    { 'server/src/listening/library/library.service.ts': "import '../users/users.queries.ts'" },
  ],
  [
    'queries use kysely',
    { 'server/src/people/users/users.queries.ts': "import { sql } from 'kysely'; sql`select 1 from users`" },
  ],
  [
    'comments and plain words are not SQL',
    { 'server/src/http/a.ts': "// select id from users\nthrow new Error('Select a file.')" },
  ],
  ['http fails by any code', { 'server/src/http/a.ts': "throw new AppError('NotFound')" }],
  ['config.ts reads the environment', { 'server/src/config/config.ts': 'process.env.PORT' }],
  [
    'a feature imports one to its right by its index',
    { [`${catalogue}/a.tsx`]: "import { play } from '../player/index.ts'" },
  ],
  ['a feature imports its own files', { [`${player}/a.tsx`]: "import './reducer/state.ts'" }],
  [
    'a feature’s own files are above or below its folders',
    {
      [`${player}/index.ts`]: "export { Bar } from './bar/bar.tsx'",
      [`${player}/bar/bar.tsx`]: "import '../messages.ts'",
      [`${player}/messages.ts`]: '',
    },
  ],
  [
    'the audio uses a store without React',
    { [`${player}/audio/store.ts`]: "import { createStore } from 'zustand/vanilla'" },
  ],
  [
    'one audio file touches the audio element',
    { [`${player}/audio/audio-element.ts`]: 'new Audio() as HTMLAudioElement' },
  ],
  [
    'a test imports what it likes',
    { 'server/src/db/a.test.ts': "import '../app.ts'; import 'kysely'; process.env.X" },
  ],
  ['generated files are left alone', { 'web/src/routeTree.gen.ts': "import './features/auth/page.tsx'" }],
]

describe('arrows', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'earmark-arrows-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function breachesOf(tree: Tree) {
    for (const [path, code] of Object.entries(tree)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), code)
    }
    return findBreaches(root)
  }

  test.each(breaking)('%s is a breach', (_sentence, rule, tree, at) => {
    const breaches = breachesOf(tree)
    expect(breaches.map(({ file, line }) => `${file}:${line}`)).toEqual([at])
    expect(breaches[0]?.rule).toMatch(rule)
  })

  test.each(keeping)('%s', (_sentence, tree) => {
    expect(breachesOf(tree)).toEqual([])
  })
})
