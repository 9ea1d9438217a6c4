export type KeyWish =
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
const characters = new Map<string, KeyWish>([
  ['<', 'slower'],
  ['>', 'faster'],
  ['?', 'keys'],
])
const letters = new Map<string, KeyWish>([
  ['k', 'toggle'],
  ['j', 'skip-back'],
  ['l', 'skip-forward'],
  ['m', 'mute'],
  ['q', 'queue'],
  ['z', 'back'],
])
const arrows = new Map<string, KeyWish>([
  ['ArrowLeft', 'skip-back'],
  ['ArrowRight', 'skip-forward'],
])
const shiftedArrows = new Map<string, KeyWish>([
  ['ArrowLeft', 'previous'],
  ['ArrowRight', 'next'],
])
const repeatable: readonly KeyWish[] = ['skip-back', 'skip-forward', 'slower', 'faster']

/** What a key asks of the player; null when it is none of the player's business. */
export function wishFor(stroke: Stroke, place: KeyPlace): KeyWish | null {
  if (stroke.ctrlKey || stroke.altKey || stroke.metaKey || place.isTyping || place.isUnderLayer) return null
  const wish = meaning(stroke, place)
  return wish !== null && stroke.repeat && !repeatable.includes(wish) ? null : wish
}

function meaning({ key, shiftKey }: Stroke, place: KeyPlace): KeyWish | null {
  if (key === ' ') return place.usesSpace || shiftKey ? null : 'toggle'
  if (key.startsWith('Arrow'))
    return place.usesArrows ? null : ((shiftKey ? shiftedArrows : arrows).get(key) ?? null)
  return characters.get(key) ?? (shiftKey ? null : (letters.get(key.toLowerCase()) ?? null))
}
