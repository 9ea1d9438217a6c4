const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

// What XML 1.0 (2.2) leaves out: most controls, two non-characters, lone surrogates.
// oxlint-disable-next-line no-control-regex
const special = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u
const allSpecial = new RegExp(special, 'gu')

/** As the text of an element or the value of an attribute; what XML cannot hold is dropped. */
export function escapeXml(text: string): string {
  return special.test(text) ? text.replace(allSpecial, (character) => escapes[character] ?? '') : text
}

type Attributes = Readonly<Record<string, string | number | null | undefined>>

/** An element with a text; none where there is no text. */
export function textElement(
  name: string,
  text: string | number | null | undefined,
  attributes: Attributes = {},
): string {
  if (text === null || text === undefined || text === '') return ''
  return `<${name}${attributeList(attributes)}>${escapeXml(String(text))}</${name}>\n`
}

export function emptyElement(name: string, attributes: Attributes): string {
  return `<${name}${attributeList(attributes)}/>\n`
}

function attributeList(attributes: Attributes): string {
  let list = ''
  for (const name in attributes) {
    const value = attributes[name]
    if (value !== null && value !== undefined) list += ` ${name}="${escapeXml(String(value))}"`
  }
  return list
}

/** At most as many bytes of UTF-8, cut at a word. */
export function cutAtWord(text: string, mostBytes: number): string {
  if (Buffer.byteLength(text) <= mostBytes) return text
  const ellipsis = '…'
  const bytes = Buffer.from(text).subarray(0, mostBytes - Buffer.byteLength(ellipsis))
  // A character that was cut is decoded as U+FFFD.
  const whole = bytes.toString().replace(/\ufffd+$/, '')
  const end = whole.search(/\s\S*$/)
  return `${(end > 0 ? whole.slice(0, end) : whole).trimEnd()}${ellipsis}`
}
