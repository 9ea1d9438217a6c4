import { type RefObject, useEffect } from 'react'
import './mark-matches.css'
import { matchedParts } from './matched-parts.ts'

const highlight = 'match'

/**
 * Marks what a search matched in the names that an element has now and later, by the CSS Custom Highlight API: the
 * document keeps its text nodes, which letters joined by shaping and screen readers need. Browsers without it mark nothing.
 *
 * @param names a selector
 */
export function useMarkedMatches(
  element: RefObject<HTMLElement | null>,
  names: string,
  search: string,
): void {
  useEffect(() => {
    const within = element.current
    if (!within || typeof Highlight === 'undefined') return undefined
    const marked = CSS.highlights.get(highlight) ?? new Highlight()
    CSS.highlights.set(highlight, marked)
    let ranges: Range[] = []
    function clear() {
      for (const range of ranges) marked.delete(range)
    }
    function mark() {
      clear()
      const texts = [...(within as HTMLElement).querySelectorAll(names)].flatMap(textNodes)
      ranges = texts.flatMap((text) => matchedParts(text.data, search).map((part) => rangeOf(text, part)))
      for (const range of ranges) marked.add(range)
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(within, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      clear()
    }
  }, [element, names, search])
}

function textNodes(element: Element): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

function rangeOf(text: Text, [start, end]: readonly [number, number]): Range {
  const range = document.createRange()
  range.setStart(text, start)
  range.setEnd(text, end)
  return range
}
