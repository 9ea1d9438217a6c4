/** What readers of texts, numbers, addresses and instants have stumbled over, whatever it was meant to be. */

const printable = String.raw`
% _ \ " ' * () a"* ../../../etc/passwd C:\nul file:///etc/passwd http://[::1 javascript:alert(1) {{7*7}} İıſK
__proto__ constructor toString null undefined NaN true 0 -1 01 1.0 1e3 0x10 １２ ٣ +1 1_000 2147483648
9007199254740993 9223372036854775808 00000000-0000-0000-0000-000000000000 FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF
a@b @ ä@exämple.org a@xn--.org`
  .trim()
  .split(/\s/)

const spaced = [
  '',
  ' ',
  ' 1',
  'NEAR(a b)',
  'a & b | !c:*',
  "'; drop table users; --",
  'a@b.c, d@e.f',
  '"a b"@example.org',
]

const unprintable = [
  ...['\0', 'a\0b', '\ufeff', '\uffff', '\u202egnp.exe', '\u200b', '\u0085', '\u2028'],
  ...['\r\nSet-Cookie: a=b', 'a@b.c\r\nBcc: d@e.f'],
  // Half a character.
  ...['\ud800', '\udfff', 'a\udc00\ud800b', 'x'.repeat(199) + '\ud83d'],
]

const long = [
  'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d'.repeat(40),
  'ß'.repeat(200),
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(30),
  'e'.repeat(201),
  'e'.repeat(501),
  'word '.repeat(40),
  '1' + '0'.repeat(400),
  `${'a'.repeat(64)}@${'b'.repeat(190)}`,
]

export const oddTexts: readonly string[] = [...printable, ...spaced, ...unprintable, ...long]

export const oddInstants: readonly string[] = String.raw`
0000-00-00T00:00:00Z 2026-02-30T00:00:00.000Z 2026-13-01T00:00:00.000Z 2026-01-01T24:00:00.000Z
2026-01-01T23:59:60.999999999Z 9999-12-31T23:59:59.999-99:99 +275760-09-13T00:00:00.001Z
-271821-04-19T23:59:59.999Z 0001-01-01T00:00:00Z 2026-01-01T00:00:00.000+14:00 2026-01-01 1767225600000`
  .trim()
  .split(/\s/)

/** Just below what a JSON body may have. */
const megabyte = 1_000_000

export const megabyteTexts: readonly string[] = [
  ...['a'.repeat(megabyte), ...['"', 'é', 'a '].map((text) => text.repeat(megabyte / 2))],
  ...[...['🎧', '\u0301'].map((text) => text.repeat(megabyte / 4)), 'ﷺ'.repeat(megabyte / 8)],
]

/** Pieces of an address that stand there as they are: mostly no valid encoding of anything. */
export const encodedPieces: readonly string[] = [
  ...String.raw`% %zz %00 %C0%80 %ED%A0%80 %F0%9F%8E%A7 %2e%2e%2f%2e%2e%2fetc%2fpasswd %252e%252e%252f .. . %2F %5c ;a=b 1;a=b
1%0d%0aSet-Cookie:%20a=b + {id} :id * paged me list [object%20Object] '%20or%201=1--`.split(/\s/),
  ...['a'.repeat(501), 'a'.repeat(5_000), '1'.repeat(400)],
]
