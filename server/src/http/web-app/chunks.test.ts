import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readChunkLinks } from './chunks.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const { path: folder } = await forAllTests(mkdtempDisposable(join(tmpdir(), 'earmark-chunks-')))
await mkdir(join(folder, '.vite'))
const routes = { 'src/routes/search.tsx': ['assets/search.css', 'assets/search.js'] }
await writeFile(join(folder, '.vite', 'routes.json'), JSON.stringify(routes))

it('a route’s styles and scripts are named as what they are', () => {
  expect(readChunkLinks(folder)('src/routes/search.tsx')).toBe(
    '<link rel="stylesheet" crossorigin href="/assets/search.css">' +
      '<link rel="modulepreload" crossorigin href="/assets/search.js">',
  )
})

it('what the entry draws by itself needs no links', () => {
  expect(readChunkLinks(folder)('index.html')).toBe('')
})

it('a build that does not draw a route is refused', () => {
  expect(() => readChunkLinks(folder)('src/routes/edit.tsx')).toThrow(
    'The built web app lacks src/routes/edit.tsx',
  )
})
