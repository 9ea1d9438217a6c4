export type KeyCommand =
  | 'toggle'
  | 'skip-back'
  | 'skip-forward'
  | 'previous'
  | 'next'
  | 'slower'
  | 'faster'
  | 'mute'
  | 'back'
  | 'queue'
  | 'bookmark'
  | 'clip'
  | 'keys'

export type Stroke = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'>

export type KeyPlace = { isTyping: boolean; isUnderLayer: boolean; usesSpace: boolean; usesArrows: boolean }

const commands = new Map<string, KeyCommand>([
  [' ', 'toggle'],
  ['k', 'toggle'],
  ['j', 'skip-back'],
  ['l', 'skip-forward'],
  ['arrowleft', 'skip-back'],
  ['arrowright', 'skip-forward'],
  ['shift arrowleft', 'previous'],
  ['shift arrowright', 'next'],
  ['<', 'slower'],
  ['>', 'faster'],
  ['m', 'mute'],
  ['q', 'queue'],
  ['b', 'bookmark'],
  ['shift b', 'clip'],
  ['z', 'back'],
  ['?', 'keys'],
])
const repeatable: readonly KeyCommand[] = ['skip-back', 'skip-forward', 'slower', 'faster']

export function commandFor(stroke: Stroke, place: KeyPlace): KeyCommand | null {
  if (stroke.ctrlKey || stroke.altKey || stroke.metaKey || place.isTyping || place.isUnderLayer) return null
  const { key, shiftKey, repeat } = stroke
  if ((key === ' ' && place.usesSpace) || (key.startsWith('Arrow') && place.usesArrows)) return null
  // Some keyboards need Shift for `<`, `>` and `?`.
  const name = shiftKey && !'<>?'.includes(key) ? `shift ${key}` : key
  const command = commands.get(name.toLowerCase()) ?? null
  return command !== null && repeat && !repeatable.includes(command) ? null : command
}
