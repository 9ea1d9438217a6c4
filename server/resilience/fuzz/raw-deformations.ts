import fc from 'fast-check'
import { rawContentTypes } from './content-types.ts'

/** What goes wrong with a message on its way: bytes that no client library would send. In latin1, a byte a character. */
type BendMessage = (message: string) => string

const firstLine = /^.*\r\n/
const contentType = /\r\ncontent-type: .*?(?=\r\n)/i
const length = /\r\ncontent-length: .*?(?=\r\n)/i

/** Lines put behind the first one. */
function withLines(lines: string): BendMessage {
  return (message) => message.replace(firstLine, (line) => line + lines)
}

function withFraming(lines: string, write: (body: string) => string): BendMessage {
  return (message) => {
    const [head = '', ...rest] = message.replace(length, '').split('\r\n\r\n')
    return `${head}\r\n${lines}\r\n${write(rest.join('\r\n\r\n'))}`
  }
}

function chunked(body: string): string {
  return body === '' ? '0\r\n\r\n' : `${body.length.toString(16)};a=b\r\n${body}\r\n0\r\nTrailer: x\r\n\r\n`
}

const bends: readonly BendMessage[] = [
  ...rawContentTypes.map(
    (lines): BendMessage =>
      (message) =>
        withLines(lines)(message.replace(contentType, '')),
  ),
  ...[
    'Host: y\r\n',
    'Content-Length: 5\r\nContent-Length: 6\r\n',
    'Content-Length: 5, 6\r\n',
    'Content-Length: +5\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n',
    'X-DeviceId: a\r\nX-DeviceId: b\r\n',
    'Cookie: XSRF-TOKEN=a\r\nCookie: XSRF-TOKEN=b\r\n',
    'X-XSRF-TOKEN: a\r\nX-XSRF-TOKEN: b\r\n',
    'If-None-Match: "a"\r\nIf-None-Match: *\r\n',
    'Accept-Encoding: br\r\nAccept-Encoding: gzip\r\n',
    'Expect: 100-continue\r\nExpect: 100-continue\r\n',
    'X\0: y\r\n',
    'X: a\0b\r\n',
    ': no name\r\n',
    ' folded: x\r\n',
    'X-\xe9: y\r\n',
    `X: ${'x'.repeat(20_000)}\r\n`,
    'a: b\r\n'.repeat(3_000),
    '__proto__: x\r\nconstructor: y\r\n',
  ].map(withLines),
  withFraming('Transfer-Encoding: chunked\r\n', chunked),
  withFraming('Transfer-Encoding: CHUNKED\r\nContent-Length: 1\r\n', chunked),
  withFraming('Transfer-Encoding: chunked, chunked\r\n', chunked),
  withFraming('Transfer-Encoding: gzip, chunked\r\n', chunked),
  withFraming('Transfer-Encoding: chunked\r\n', (body) => `fffffffffffffffff\r\n${body}`),
  withFraming('Transfer-Encoding: chunked\r\n', (body) => `-1\r\n${body}\r\n0\r\n\r\n`),
  withFraming('Transfer-Encoding: chunked\r\n', (body) => `zz\r\n${body}`),
  withFraming('Transfer-Encoding: chunked\r\n', (body) => `${body.length.toString(16)}\r\n${body}`),
  withFraming('Content-Length: 99999999999999999999\r\n', (body) => body),
  withFraming('Content-Length: 2000000000\r\n', (body) => body),
  (message) => message.slice(0, -1),
  (message) => message.slice(0, message.length >> 1),
  (message) => message.replaceAll('\r\n', '\n'),
  (message) => message.replace('HTTP/1.1', 'HTTP/1.0'),
  (message) => message.replace('HTTP/1.1', 'HTTP/9.9'),
  (message) => message.replace(' HTTP/1.1', ''),
  (message) => message.toLowerCase(),
  (message) => `\r\n\r\n${message}`,
  (message) => `\0${message}`,
  (message) => message + message,
  (message) => `${message}GET / HTTP/1.1\r\n\r\n`,
  (message) => message.replace(/ \//, ' http://x/'),
  (message) => message.replace(/ \//, ' //'),
  (message) => message.replace(/ \//, ' /../\xff/'),
  (message) => message.replace(/ \/\S*/, ' *'),
  (message) => message.replace(/ \/\S*/, ' x:443'),
  (message) => message.replace(/ \/\S*/, ` /${'a'.repeat(20_000)}`),
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
]

const bent = fc.oneof(
  fc.constantFrom(...bends),
  fc.tuple(fc.nat(), fc.nat(255)).map(
    ([place, byte]): BendMessage =>
      (message) => {
        const at = place % message.length
        return message.slice(0, at) + String.fromCharCode(byte) + message.slice(at + 1)
      },
  ),
)

/** Null leaves a message as it is. */
export const messageBends: fc.Arbitrary<BendMessage | null> = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: bent },
)
