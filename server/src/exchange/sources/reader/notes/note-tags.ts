import type { NoteBlock, NoteRun } from '@earmark/contract/notes.ts'

/** What a tag of HTML does to notes. */
export interface NoteTag {
  readonly name: string
  readonly role: 'none' | 'block' | 'kind' | 'mark' | 'link' | 'break' | 'cell' | 'silent'
  /** Of the block that begins. */
  readonly kind?: NoteBlock['kind']
  readonly mark?: NonNullable<NoteRun['mark']>
  readonly isVoid?: boolean
  /** Whether its content is no markup, and ends with its end alone. */
  readonly isRaw?: boolean
  /** What it ends although nothing says so. */
  readonly ends?: readonly string[]
  /** Beyond which a tag ends nothing. */
  readonly isScope?: boolean
}

type Rest = Omit<NoteTag, 'name'>

const tags = new Map<string, NoteTag>()

function define(names: string, rest: Rest): void {
  for (const name of names.split(' ')) tags.set(name, { name, ...rest })
}

define('div section article header footer main aside nav caption figure figcaption', { role: 'block' })
define('pre address details summary fieldset form', { role: 'block' })
define('ul ol dl table', { role: 'block', isScope: true })
define('hr', { role: 'block', isVoid: true })
define('p', { role: 'block', ends: ['p'] })
define('dt dd', { role: 'block', ends: ['dt', 'dd'] })
define('tr', { role: 'block', ends: ['tr', 'td', 'th'] })
define('td th', { role: 'cell', ends: ['td', 'th'] })
define('h1 h2 h3 h4 h5 h6', { role: 'kind', kind: 'h' })
define('li', { role: 'kind', kind: 'li', ends: ['li'] })
define('blockquote', { role: 'kind', kind: 'quote', isScope: true })
define('b strong', { role: 'mark', mark: 'strong' })
define('i em cite', { role: 'mark', mark: 'em' })
define('code tt kbd samp', { role: 'mark', mark: 'code' })
define('a', { role: 'link' })
define('br', { role: 'break', isVoid: true })
define('img input meta link wbr area base col source track param', { role: 'none', isVoid: true })
define('embed', { role: 'silent', isVoid: true })
define('head object svg math template select audio video canvas', { role: 'silent' })
define('script style textarea title iframe noembed noframes noscript xmp plaintext', {
  role: 'silent',
  isRaw: true,
})

/** Of a name in lower case; one that is not known does nothing. */
export function noteTag(name: string): NoteTag {
  return tags.get(name) ?? { name, role: 'none' }
}
