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
  | 'keys'

export type Stroke = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'>

/** Where the stroke falls. */
export type KeyPlace = { isTyping: boolean; isUnderLayer: boolean; usesSpace: boolean; usesArrows: boolean }

// `<`, `>` and `?` need Shift on some keyboards and not on others: the character is what counts.
const characters = new Map<string, KeyCommand>([
  ['<', 'slower'],
  ['>', 'faster'],
  ['?', 'keys'],
])
const letters = new Map<string, KeyCommand>([
  ['k', 'toggle'],
  ['j', 'skip-back'],
  ['l', 'skip-forward'],
  ['m', 'mute'],
  ['q', 'queue'],
  ['z', 'back'],
])
const arrows = new Map<string, KeyCommand>([
  ['ArrowLeft', 'skip-back'],
  ['ArrowRight', 'skip-forward'],
])
const shiftedArrows = new Map<string, KeyCommand>([
  ['ArrowLeft', 'previous'],
  ['ArrowRight', 'next'],
])
const repeatable: readonly KeyCommand[] = ['skip-back', 'skip-forward', 'slower', 'faster']

/** What a key asks of the player; null when it is none of the player's business. */
export function commandFor(stroke: Stroke, place: KeyPlace): KeyCommand | null {
  if (stroke.ctrlKey || stroke.altKey || stroke.metaKey || place.isTyping || place.isUnderLayer) return null
  const command = meaning(stroke, place)
  return command !== null && stroke.repeat && !repeatable.includes(command) ? null : command
}

function meaning({ key, shiftKey }: Stroke, place: KeyPlace): KeyCommand | null {
  if (key === ' ') return place.usesSpace || shiftKey ? null : 'toggle'
  if (key.startsWith('Arrow'))
    return place.usesArrows ? null : ((shiftKey ? shiftedArrows : arrows).get(key) ?? null)
  return characters.get(key) ?? (shiftKey ? null : (letters.get(key.toLowerCase()) ?? null))
}
