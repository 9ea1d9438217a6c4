/** Runs of letters, of digits, and of what lies between words. */
const pieces = /[\p{L}\p{M}'’]+|\p{N}+|[^\p{L}\p{M}\p{N}'’]+/gu
const leadingNumber = /^[\s([#.-]*\p{N}+(?:[-.]\p{N}+)?(?:[\s)\].:–—-]+|$)/u
const edges = /^[\s.,:;–—-]+|[\s.,:;–—-]+$/gu

/**
 * What differs in the names of files: without extension, common beginning and end, and a number before it. Empty where
 * no letter is left, and of files without a name.
 */
export function differingNames(names: readonly string[]): string[] {
  const lines = names.map((name) => piecesOf(name))
  const present = lines.filter((line) => line.length > 0)
  const begin = commonLength(present)
  const end = commonLength(present.map((line) => line.slice(begin).toReversed()))
  return lines.map((line) => {
    const rest = line.slice(begin, Math.max(begin, line.length - end)).join('')
    const title = rest.replace(leadingNumber, '').replace(edges, '')
    return /\p{L}/u.test(title) ? title : ''
  })
}

function piecesOf(name: string): string[] {
  const stem = name.replace(/\.\p{L}[\p{L}\p{N}]{0,4}$/u, '')
  return (
    stem
      .replaceAll(/[\s_]+/g, ' ')
      .trim()
      .match(pieces) ?? []
  )
}

/** How many pieces all lines begin with; none that are no word. */
function commonLength([first = [], ...others]: readonly (readonly string[])[]): number {
  const differs = first.findIndex((piece, place) => others.some((line) => line[place] !== piece))
  const common = differs < 0 ? first.length : differs
  return first.slice(0, common).some((piece) => /[\p{L}\p{N}]/u.test(piece)) ? common : 0
}
