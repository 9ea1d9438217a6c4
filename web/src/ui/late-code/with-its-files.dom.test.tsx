import { afterEach, expect, test, vi } from 'vitest'
import { withItsFiles } from './with-its-files.ts'

afterEach(() => document.head.replaceChildren())

const styles = () => document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
const fetchCode = () => Promise.resolve('code')

test('code comes once its styles are there, which are fetched once', async () => {
  const settled = vi.fn<(code: string) => void>()
  const both = [1, 2].map(() =>
    withItsFiles(fetchCode, ['assets/needed.js', 'assets/page.css']).then(settled),
  )
  await withItsFiles(fetchCode)
  expect(settled).not.toHaveBeenCalled()
  expect(styles()).toHaveLength(1)
  expect(document.querySelectorAll('link[rel=modulepreload][href="/assets/needed.js"]')).toHaveLength(1)
  styles()[0]?.dispatchEvent(new Event('load'))
  await Promise.all(both)
  expect(settled).toHaveBeenCalledTimes(2)
})

test('styles that failed fail as code does, and are fetched again the next time', async () => {
  const failed = withItsFiles(fetchCode, ['assets/gone.css'])
  styles()[0]?.dispatchEvent(new Event('error'))
  await expect(failed).rejects.toThrow('Failed to fetch dynamically imported module')
  const fetched = withItsFiles(fetchCode, ['assets/gone.css'])
  expect(styles()).toHaveLength(1)
  styles()[0]?.dispatchEvent(new Event('load'))
  await expect(fetched).resolves.toBe('code')
})

test('what the page came with is not waited for', async () => {
  document.head.append(
    Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/assets/own.css' }),
  )
  await expect(withItsFiles(fetchCode, ['assets/own.css'])).resolves.toBe('code')
})
