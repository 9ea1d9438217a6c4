import type { FormPart } from '../../src/testing/upload-server.ts'

/** What a request may say of its body, though it has another, or none; in headers that HTTP allows. */
export const contentTypes: readonly string[] = [
  ...['', ';', '; charset', '; charset=', '; charset=utf-16', '; charset="utf-8"', ', text/plain', '\t'].map(
    (rest) => `application/json${rest}`,
  ),
  ...['; charset=utf-8; charset=utf-16', '; boundary=x', `; a=${'x'.repeat(4_000)}`].map(
    (rest) => `application/json${rest}`,
  ),
  ...['', '=', '=""', '="open', `=${'x'.repeat(71)}`, '=other', '=a; boundary=b'].map(
    (rest) => `multipart/form-data; boundary${rest}`,
  ),
  ...String.raw`APPLICATION/JSON application/jsonx application/ld+json text/json text/plain application/xml
application/x-www-form-urlencoded application/octet-stream application /json application/ a/b/c */* [a-z]+/(json
constructor __proto__ multipart/form-data`.split(/\s/),
  '',
  'application /json',
  'application/vnd.api+json; profile="a"',
  'text/html; charset=utf-7',
  'multipart/form-data; charset=utf-8',
  'multipart/mixed; boundary=----formBoundary7MA4YWxkTrZu0gW',
  'MULTIPART/FORM-DATA; BOUNDARY=----formBoundary7MA4YWxkTrZu0gW',
]

/** The same in bytes that only a raw connection can send; each is the value, or several lines of the header. */
export const rawContentTypes: readonly string[] = [
  'Content-Type: application/json\0\r\n',
  'Content-Type: \xff\xfe\r\n',
  'Content-Type: application/json\x0b\r\n',
  'Content-Type: appli\xc3\xa9/json\r\n',
  'Content-Type: application/json\r\nContent-Type: text/plain\r\n',
  'Content-Type: text/plain\r\nContent-Type: application/json\r\n',
  'Content-Type: multipart/form-data;\r\n boundary=a\r\n',
  'Content-Type:\r\n',
  'Content-Type : application/json\r\n',
  'Content-Type\r\n',
  'Content-Type: application/json\n',
  'Content-Type: application/json\rX: y\r\n',
  `Content-Type: ${'x'.repeat(20_000)}\r\n`,
]

/** Parts that no form of ours has, or that say something else than they are. */
export const strangeParts: readonly FormPart[] = [
  { name: '', content: 'no name' },
  { name: 'Unknown', content: 'text' },
  { name: 'Unknown', fileName: 'a.bin', content: 'file' },
  { name: 'Name', fileName: 'name.txt', content: 'a text as a file' },
  { name: 'CoverImage', content: 'a file as text' },
  { name: 'Audio', fileName: '', content: '' },
  { name: 'Audio', fileName: '', content: 'content without a name' },
  { name: 'CoverImage', fileName: '../../a.png', content: 'no picture' },
  { name: 'Image', fileName: 'a.png', content: 'no picture' },
  { name: 'CoverImagePreview', fileName: 'a\0.png', content: '' },
  { name: 'Audio', fileName: 'a.mp3', content: 'ID3\x04\0\0\0\0\0\0' },
  { name: 'NAME', content: 'twice in another case' },
  { name: 'name\r\nX-Header: y', content: 'x' },
  { name: '__proto__', content: 'x' },
  { name: 'constructor', fileName: 'x', content: 'x' },
  { name: 'x'.repeat(70_000), content: 'x' },
  { name: 'Description', content: 'x'.repeat(1_000_000) },
  { name: 'Description', content: Buffer.from([0xff, 0xfe, 0x00, 0xd8]) },
  { name: 'Id', content: '1\r\n' },
]
