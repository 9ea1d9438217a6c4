import { expect, test } from 'vitest'
import { judgeAnswer } from './origin-answer.ts'

const range = (value: string, length?: string) => ({
  'content-range': value,
  ...(length !== undefined && { 'content-length': length }),
})

const page = { 'content-type': 'text/html' }

test.each([
  ['the whole', 200, { 'content-length': '1000' }, undefined, 'content'],
  ['the whole by way of a proxy', 203, { 'content-length': '1000' }, undefined, 'content'],
  ['the whole of unknown length', 200, {}, undefined, 'content'],
  ['the whole where a range was asked for', 200, { 'content-length': '1000' }, 'bytes=5-', 'content'],
  ['the range', 206, range('bytes 5-9/1000', '5'), 'bytes=5-9', 'content'],
  ['the range to the end', 206, range('bytes 5-999/1000', '995'), 'bytes=5-', 'content'],
  ['the last bytes', 206, range('bytes 990-999/1000', '10'), 'bytes=-10', 'content'],
  ['fewer bytes from the same one on', 206, range('bytes 5-7/1000', '3'), 'bytes=5-9', 'content'],
  ['a range of what has no known end', 206, range('bytes 5-9/*', '5'), 'bytes=5-9', 'content'],
  ['another range', 206, range('bytes 6-9/1000', '4'), 'bytes=5-9', 'broken'],
  ['more than was asked for', 206, range('bytes 5-19/1000', '15'), 'bytes=5-9', 'broken'],
  ['a range beyond its end', 206, range('bytes 5-1000/1000', '996'), 'bytes=5-', 'broken'],
  ['a range of another length', 206, range('bytes 5-9/1000', '6'), 'bytes=5-9', 'broken'],
  ['a range that nobody asked for', 206, range('bytes 0-9/10', '10'), undefined, 'broken'],
  ['a range that it does not say', 206, { 'content-length': '5' }, 'bytes=5-9', 'broken'],
  ['several ranges', 206, { 'content-type': 'multipart/byteranges' }, 'bytes=5-9', 'broken'],
  ['no such range', 416, range('bytes */1000'), 'bytes=5000-', 'unsatisfiable'],
  ['no such range where none was asked for', 416, range('bytes */1000'), undefined, 'broken'],
  ['no such range by a page', 416, { ...range('bytes */1000'), ...page }, 'bytes=5000-', 'unsatisfiable'],
  ['a page', 200, page, undefined, 'broken'],
  ['a page with another spelling', 200, { 'content-type': 'Text/HTML ; charset=utf-8' }, undefined, 'broken'],
  ['a page where a range was asked for', 200, page, 'bytes=5-', 'broken'],
  ['a range of a page', 206, { ...range('bytes 5-9/1000', '5'), ...page }, 'bytes=5-9', 'broken'],
  ['404', 404, {}, undefined, 'missing'],
  ['410', 410, {}, 'bytes=5-9', 'missing'],
  ['403', 403, {}, undefined, 'broken'],
  ['500', 500, {}, undefined, 'broken'],
  ['a page by way of a proxy', 203, page, undefined, 'broken'],
  ['204', 204, {}, undefined, 'broken'],
  ['304', 304, {}, undefined, 'broken'],
] as const)('an origin that answers %s', (_name, status, headers, asked, kind) => {
  expect(judgeAnswer(status, headers as Record<string, string>, asked).kind).toBe(kind)
})

test.each([
  ['application/xhtml+xml', 'broken'],
  ['application/json', 'broken'],
  ['application/problem+json; charset=utf-8', 'broken'],
  ['application/xml', 'broken'],
  ['text/xml', 'broken'],
  ['audio/mpeg', 'content'],
  ['video/mp4', 'content'],
  ['application/octet-stream', 'content'],
  ['binary/octet-stream', 'content'],
  ['application/ogg', 'content'],
  ['text/plain', 'content'],
  ['', 'content'],
])('an origin that calls its answer %j', (type, kind) => {
  expect(judgeAnswer(200, { 'content-type': type }, undefined).kind).toBe(kind)
})
