/** Where nobody is to be sent: other hosts in every spelling that some reader of addresses has taken for a path of ours. */

/** What has once been taken for a path, in front of the host. */
const starts =
  String.raw`https:// http: https:/ https:\\ HtTpS:// ftp:// ws:// // /// /\ \/ \\ /\/ /%5c /%09/ /%2f/ %2f%2f %252f%252f
/.// /..// /a/..// /%2e// /%2e%2e// .// ;// ?// #// @ /@ user:pass@ https://localhost@ https://localhost:3000@ . /$//
/auth/login?returnTo=// /auth/login?returnTo=%2Fauth%2Flogin%3FreturnTo%3D%2F%2F`.split(/\s/)
const blanks = [
  '/\t/',
  '\t//',
  '/\n/',
  '/\r\n/',
  '/x\r\nLocation: //',
  ' //',
  '\u00a0//',
  '\u3000//',
  '/\u2028/',
]
const fullWidth = ['\uff0f\uff0f', '/\uff0f']

export const redirectStrings: readonly string[] = [
  ...['', ...starts, ...blanks, ...fullWidth].map((start) => `${start}evil.example`),
  'https://evil.example/',
  '////evil.example/%2f..',
  'file:///etc/passwd',
  'about:blank',
  'blob:https://evil.example/x',
  'https://evil.example#localhost',
  'https://evil.example\\@localhost',
  ...['java\tscript', 'java\nscript', '\u0001javascript'].map((scheme) => `${scheme}:alert(1)`),
  ...['["//evil.example"]', '"//evil.example"', '{"pathname":"//evil.example"}'],
]
