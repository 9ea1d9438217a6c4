import { afterAll } from 'vitest'
import { siteAccess } from '../http/guard/access.ts'

/**
 * What all tests of a file share, opened while the file is loaded and closed behind its last test, the latest first:
 * `const server = await forAllTests(startTestServer())`.
 */
export async function forAllTests<Resource extends AsyncDisposable>(
  opening: Promise<Resource>,
): Promise<Resource> {
  const resource = await opening
  afterAll(async () => await resource[Symbol.asyncDispose]())
  return resource
}

/** Lets everyone call routes that only the tests of this file register; by method and path, as `GET /path`. */
export function openToEveryone(...routes: readonly string[]): void {
  const access: Record<string, string> = siteAccess
  for (const route of routes) access[route] = 'everyone'
  afterAll(() => {
    for (const route of routes) Reflect.deleteProperty(access, route)
  })
}
