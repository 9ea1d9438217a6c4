import { afterAll } from 'vitest'

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
