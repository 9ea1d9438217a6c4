/** What would be more than a name or an address to a program that composes, sends or shows mail. */

const crlf = '\r\n'
const lineEnds = [crlf, '\n', '\r'] as const

/** Names that would be more than a name in a header, in an address, in a body, or in HTML. */
export const oddNames: readonly string[] = [
  ...String.raw`
Ada, Bea
Ada <bea@example.net>
bea@example.net
"Ada" <bea@example.net>, "Bea"
group: bea@example.net;
=0D=0ABcc: bea@example.net
%0d%0aBcc:%20bea@example.net
\r\nBcc: bea@example.net
嘊嘍Bcc: bea@example.net
Bcc: bea@example.net
Subject: Other
Content-Type: text/html
RCPT TO:<bea@example.net>
From here
>From here
Āđå Ωmega 東京 🎧
trailing =
<img src=x onerror=alert(1)>
&lt;b&gt; &amp; &#0;
{{name}} $name #{name} %s %n
<%= name %>`
    .trim()
    .split('\n'),
  ...String.raw`" ' \" < <> ; : (comment) --boundary . .. QUIT = =3D == <!-- <script>alert(1)</script> </p></body></html>
=?utf-8?q?bea=40example=2enet?= =?utf-8?b?DQpCY2M6IGJlYUBleGFtcGxlLm5ldA==?= =?utf-8?q?=0d=0aBcc:_bea@example.net?=
Ａｄａ＠ｅｘａｍｐｌｅ．ｎｅｔ https://evil.example/?a=b&c=d [here](https://evil.example)`.split(/\s/),
  ...['\u0085', '\u2028', '\u2029', '\u560d\u560a'].map((lineEnd) => `Ada${lineEnd}Bcc: bea@example.net`),
  ...['.\u0085.', 'Ada\u202ebcc', 'Ada\u2066bcc\u2069', 'Ada\u200bBea', 'a=\u00a0', '\u00a0Ada', '-- '],
  ...['🎧'.repeat(100), 'é'.repeat(200), 'x'.repeat(200), `${'word '.repeat(39)}word`],
]

/** With a line's end, or what ends a text: refused as names, and never sent. */
export const brokenNames: readonly string[] = [
  ...lineEnds.map((lineEnd) => `Ada${lineEnd}Bcc: bea@example.net`),
  ...['\r\n\r\nOther body', '\r\n.\r\nMAIL FROM:<bea@example.net>'].map((rest) => `Ada${rest}`),
  ...['\0', '\u0008', '\u001b[31m', '\u007f', '\tBea'].map((rest) => `Ada${rest}`),
]

/** What may be an address, however odd it looks: the mail goes there and nowhere else. */
export const oddAddresses: readonly string[] = [
  ...String.raw`o'brien a+bea=example.net bea%example.net bea!example.net example.net!bea =?utf-8?q?bea=40example=2enet?=
=?utf-8?q?bea=40example=2enet=3e=00?= =?x?q?=41=42?=bea =?utf-7?q?&AGIAZQBhAEA-?= =0d=0a {bea} |bea ${'`bea`'} $bea
/etc/passwd -oX/tmp/x --help #bea * ?bcc=bea &amp ${'x'.repeat(64)}`
    .split(/\s/)
    .map((local) => `${local}@example.org`),
  ...['BEA@EXAMPLE.ORG', 'bea@xn--exmple-cua.org', 'bea@localhost', 'bea@127.0.0.1'],
  `a@${`${'x'.repeat(60)}.`.repeat(4)}org`,
]

const separators = [',', ';', ' ', '\t', '|', '\0', '\u0085', '\u2028', '@', '/', '?bcc=']

/** What is none, or more than one. */
export const brokenAddresses: readonly string[] = [
  ...[...lineEnds, '%0d%0a', '\u560d\u560a'].map(
    (lineEnd) => `ada@example.org${lineEnd}Bcc: bea@example.net`,
  ),
  ...separators.map((separator) => `ada@example.org${separator}bea@example.net`),
  ...[
    crlf,
    '\0',
    ' ',
    '.',
    '\u202e',
    '>\r\nRCPT TO:<bea@example.net',
    '> NOTIFY=NEVER',
    '(bea@example.net)',
  ].map((end) => `ada@example.org${end}`),
  ...['.', ' ', '\u200b', 'mailto:', '(bea@example.net)', '@example.net:', '"\r\nBcc: bea@example.net"'].map(
    (start) => `${start}ada@example.org`,
  ),
  ...[
    '"ada"',
    '"bea@example.net"',
    '"bea@example.net> "',
    '"\r\nBcc: bea@example.net"',
    'ada.',
    'ada..bea',
    'adä',
    '',
  ].map((local) => `${local}@example.org`),
  ...[
    '.example.org',
    '-example.org',
    'example_org',
    'exämple.org',
    'example．org',
    'eхample.org',
    '[127.0.0.1]',
  ].map((host) => `ada@${host}`),
  ...['[IPv6:::1]', '', `${'x'.repeat(64)}.org`, `${'xxxxxxxxx.'.repeat(25)}org`].map(
    (host) => `ada@${host}`,
  ),
  ...String.raw`
Bea <ada@example.org>
<ada@example.org>
<ada@example.org>,<bea@example.net>
group: ada@example.org, bea@example.net;
"ada@example.org" <bea@example.net>
ada\@bea@example.org
ada＠example.org
ada
@`
    .trim()
    .split('\n'),
  '',
  `${'x'.repeat(65)}@example.org`,
]
