import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readChunkLinks } from './chunks.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const { path: folder } = await forAllTests(mkdtempDisposable(join(tmpdir(), 'earmark-chunks-')))
await mkdir(join(folder, '.vite'))
const manifest = {
  'index.html': { file: 'assets/entry.js' },
  'src/routes/edit.index.tsx?tsr-split=component': { file: 'assets/index.js', imports: ['index.html'] },
  'src/routes/edit.creators.$id.tsx?tsr-split=component---loader': { file: 'assets/creator.js' },
  'src/routes/search.tsx?tsr-split=errorComponent': { file: 'assets/error.js' },
}
await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest))

it.each([
  ['src/routes/edit.index.tsx', '/assets/index.js'],
  ['src/routes/edit.creators.$id.tsx', '/assets/creator.js'],
])('%s is drawn by %s, with or without its loader', (routeFile, script) => {
  expect(readChunkLinks(folder)(routeFile)).toBe(`<link rel="modulepreload" crossorigin href="${script}">`)
})

it('what the entry draws by itself needs no links', () => {
  expect(readChunkLinks(folder)('index.html')).toBe('')
})

it.each(['src/routes/search.tsx', 'src/routes/edit.tsx'])(
  'a build that does not draw %s is refused',
  (file) => {
    expect(() => readChunkLinks(folder)(file)).toThrow(`The built web app lacks ${file}`)
  },
)
