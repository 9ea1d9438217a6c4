import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, vi } from 'vitest'
import { encodeForm, formType, requestHead, startUploadServer } from '../../testing/upload-server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const target = await forAllTests(startUploadServer())

/** Everything that is said on a connection that asks before it sends `body`, which it does when it is let. */
async function ask(
  headers: Record<string, string>,
  body: string | Uint8Array,
  path?: string,
): Promise<string> {
  const socket = connect(target.port, '127.0.0.1')
  socket.write(requestHead({ expect: '100-continue', connection: 'close', ...headers }, path))
  let said = ''
  socket.on('data', (chunk: Buffer) => {
    const wasLet = isLet(said)
    said += chunk.toString()
    if (!wasLet && isLet(said)) socket.write(body)
  })
  await once(socket, 'close')
  return said
}

const isLet = (said: string) => said.includes('100 Continue\r\n\r\n')

it('who asks whether to send five gigabytes only hears that they are too many', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const said = await ask({ 'content-type': formType, 'content-length': '5000000000' }, 'x')
  expect(said).toMatch(/^HTTP\/1\.1 413 .*FileTooLarge/s)
  // There is no rest of a body to wait for.
  expect(timers.mock.calls.filter(([, ms]) => ms === 1_000)).toEqual([])
})

it('nor is anybody let that is refused for another reason', async () => {
  expect(await ask({ 'content-type': 'text/html', 'content-length': '5' }, 'hello')).toMatch(
    /^HTTP\/1\.1 415 /,
  )
  const nowhere = await ask({ 'content-type': formType, 'content-length': '5' }, 'hello', '/nowhere')
  expect(nowhere).toMatch(/^HTTP\/1\.1 40[45] /)
})

it('everybody else is let, once', async () => {
  const form = encodeForm([{ name: 'Name', content: 'A book' }])
  const form200 = await ask({ 'content-type': formType, 'content-length': String(form.length) }, form)
  expect(form200).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 .*A book/s)
  const json = await ask({ 'content-type': 'application/json', 'content-length': '2' }, '{}', '/json')
  expect(json).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 .*\{\}$/s)
})
