import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withItsFiles } from './with-its-files.ts'

beforeEach(() => vi.stubGlobal('fetch', fetchFile))

afterEach(() => {
  document.head.replaceChildren()
  vi.unstubAllGlobals()
})

const styles = () => document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
const runCode = vi.fn<() => Promise<string>>(() => Promise.resolve('code'))
const fetchFile = vi.fn<(href: string) => Promise<Response>>(() => Promise.resolve(new Response('')))

test('code comes once its styles are there, which are fetched once', async () => {
  const settled = vi.fn<(code: string) => void>()
  const both = [1, 2].map(() => withItsFiles(runCode, ['assets/needed.js', 'assets/page.css']).then(settled))
  await withItsFiles(runCode)
  expect(settled).not.toHaveBeenCalled()
  expect(styles()).toHaveLength(1)
  expect(fetchFile).toHaveBeenCalledExactlyOnceWith('/assets/needed.js')
  styles()[0]?.dispatchEvent(new Event('load'))
  await Promise.all(both)
  expect(settled).toHaveBeenCalledTimes(2)
})

test('styles that failed fail as code does, and are fetched again the next time', async () => {
  const failed = withItsFiles(runCode, ['assets/gone.css'])
  styles()[0]?.dispatchEvent(new Event('error'))
  await expect(failed).rejects.toThrow('Failed to fetch dynamically imported module')
  const fetched = withItsFiles(runCode, ['assets/gone.css'])
  expect(styles()).toHaveLength(1)
  styles()[0]?.dispatchEvent(new Event('load'))
  await expect(fetched).resolves.toBe('code')
})

test.for([
  ['a lost connection', 'lost', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a release that has gone', 'old', () => Promise.resolve(new Response('', { status: 404 }))],
] as const)(
  'code that fails by %s is not run, and fetched again the next time',
  async ([, name, failure]) => {
    runCode.mockClear()
    fetchFile.mockImplementationOnce(failure)
    await expect(withItsFiles(runCode, [`assets/${name}.js`])).rejects.toThrow('Failed to fetch')
    expect(runCode).not.toHaveBeenCalled()
    await expect(withItsFiles(runCode, [`assets/${name}.js`])).resolves.toBe('code')
  },
)

test('what the page came with is not waited for', async () => {
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/own.css' }),
  )
  await expect(withItsFiles(runCode, ['assets/own.css'])).resolves.toBe('code')
})
