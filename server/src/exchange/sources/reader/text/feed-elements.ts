import { Parser } from 'htmlparser2'
import type { FeedIgnored } from '../feed-document.ts'
import { keptNames, neverHtml, rootNames, textNames } from './element-names.ts'
import { NamespaceScope } from './namespaces.ts'
import { decodeEntities, withoutForbidden } from './plain-text.ts'

/** An element of a feed, by the usual prefix of its namespace and in lower case. */
export interface FeedElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
  /** Whether `text` is markup that stood in the element unescaped. */
  isMarkup: boolean
  readonly children: FeedElement[]
}

export const elementLimits = {
  depth: 64,
  attributes: 64,
  textLength: 1024 ** 2,
  children: 5_000,
  items: 20_000,
  /** Of open tags, those whose end is implied included: finding the one that a tag ends takes time in proportion. */
  openTags: 2_000,
}

interface Frame {
  readonly parent: Frame | null
  readonly depth: number
  readonly scope: NamespaceScope
  /** Null where nothing of it is read. */
  readonly element: FeedElement | null
  readonly isItem: boolean
  /** Undecoded text that is still to come into the element. */
  run: string
  markup: string
  isEnded: boolean
}

/** A tag within a text, or before the root. */
interface PlainTag {
  readonly host: Frame | null
  readonly tag: string
}

type Attributes = Readonly<Record<string, string>>

/**
 * A feed's tags as elements: each item as it ends, all else below the root. Unclosed, crossed and unknown tags never end the
 * reading; it stops where tags are nested beyond the limit.
 */
export class ElementReader {
  readonly root: FeedElement = { name: '', attributes: {}, text: '', isMarkup: false, children: [] }
  readonly ignored = new Set<FeedIgnored>()
  isTooDeep = false
  isRootFound = false
  isRootEnded = false
  #itemsCount = 0
  #isInCdata = false
  #isAtEnd = false
  #isAtom = false
  #current: Frame
  readonly #open: (Frame | PlainTag)[] = []
  readonly #parser: Parser
  readonly #onItem: (element: FeedElement) => void

  constructor(onItem: (element: FeedElement) => void) {
    this.#onItem = onItem
    this.#current = frameOf(null, new NamespaceScope(), this.root, false)
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#openTag(name, attributes),
        onclosetag: (_name, isImplied) => this.#closeTag(isImplied),
        ontext: (text) => this.#addText(text),
        oncdatastart: () => this.#startCdata(),
        oncdataend: () => void (this.#isInCdata = false),
      },
      { xmlMode: true, decodeEntities: false, lowerCaseTags: true, lowerCaseAttributeNames: true },
    )
  }

  /** False once nothing more is to be read. */
  write(piece: string): boolean {
    this.#parser.write(piece)
    return !this.isTooDeep && !this.isRootEnded
  }

  /** What is open now was cut off; an item among it is not told. */
  end(): void {
    this.#isAtEnd = true
    this.#parser.end()
    if (!this.isRootEnded) this.ignored.add('Truncated')
  }

  #openTag(rawName: string, attributes: Attributes): void {
    if (this.isRootEnded || this.isTooDeep) return
    const scope = this.#current.scope.within(attributes)
    const name = this.#nameOf(scope, rawName)
    this.#endUnclosed(name)
    const parent = this.#current
    this.isTooDeep = parent.depth >= elementLimits.depth || this.#open.length >= elementLimits.openTags
    if (this.isTooDeep) return
    const isBeforeRoot = parent.parent === null && !rootNames.has(name)
    if (isBeforeRoot || isTextFrame(parent))
      return this.#addTag(isBeforeRoot ? null : parent, rawName, attributes)
    this.isRootFound = true
    const isItem = isItemName(name)
    const element = this.#startElement(parent, name, attributes, isItem)
    this.#current = frameOf(parent, scope, element, isItem)
    this.#open.push(this.#current)
  }

  #addTag(host: Frame | null, rawName: string, attributes: Attributes): void {
    const tag = localName(rawName)
    this.#open.push({ host, tag })
    if (host) addMarkup(host, openingTag(tag, attributes))
  }

  /** In an Atom document, its own elements have no prefix. */
  #nameOf(scope: NamespaceScope, rawName: string): string {
    const name = scope.nameOf(rawName)
    if (!this.isRootFound) this.#isAtom = name === 'feed' || name === 'atom:feed'
    return this.#isAtom && name.startsWith('atom:') ? name.slice('atom:'.length) : name
  }

  #startElement(parent: Frame, name: string, attributes: Attributes, isItem: boolean): FeedElement | null {
    if (isItem && ++this.#itemsCount > elementLimits.items) {
      this.ignored.add('TooManyItems')
      return null
    }
    const isRead = parent.element !== null && (parent.depth === 0 || keptNames.has(name))
    if (!isItem && !isRead) return null
    const element = { name, attributes: this.#decoded(attributes), text: '', isMarkup: false, children: [] }
    const siblings = isItem ? null : parent.element?.children
    if (siblings && siblings.length >= elementLimits.children) return null
    siblings?.push(element)
    return element
  }

  #decoded(attributes: Attributes): Attributes {
    const decoded: Record<string, string> = Object.create(null) as Record<string, string>
    let count = 0
    for (const name in attributes) {
      if (++count > elementLimits.attributes) {
        this.ignored.add('TooManyAttributes')
        break
      }
      const value = attributes[name] ?? ''
      if (value.length > elementLimits.textLength) this.ignored.add('TextTooLong')
      else decoded[name] = withoutForbidden(decodeEntities(value))
    }
    return decoded
  }

  /** An item in an item, or an element that is no HTML in a text: the end of what is open was forgotten. */
  #endUnclosed(name: string): void {
    let unclosed: Frame | null = null
    for (let frame: Frame | null = this.#current; frame; frame = frame.parent) {
      const isForgotten = (frame.isItem && isItemName(name)) || (isTextFrame(frame) && neverHtml(name))
      if (isForgotten) unclosed = frame
    }
    if (!unclosed) return
    const outside = unclosed.parent
    while (this.#current !== outside) this.#endFrame(this.#current)
  }

  #closeTag(isImplied: boolean): void {
    const closed = this.#open.pop()
    if (!closed || this.isTooDeep) return
    if ('tag' in closed) {
      if (closed.host && !isImplied && !closed.host.isEnded) addMarkup(closed.host, `</${closed.tag}>`)
      return
    }
    if (closed.isEnded) return
    this.#endFrame(closed)
    if (closed.depth === 1 && !this.#isAtEnd) this.isRootEnded = true
  }

  #endFrame(frame: Frame): void {
    frame.isEnded = true
    this.#current = frame.parent ?? frame
    const { element } = frame
    if (!element) return
    if (frame.markup === '') {
      this.#decodeRun(frame)
    } else {
      element.text = frame.markup
      element.isMarkup = true
    }
    if (frame.isItem && !this.#isAtEnd) this.#onItem(element)
  }

  #startCdata(): void {
    this.#isInCdata = true
    const frame = this.#current
    if (frame.element) this.#decodeRun(frame)
  }

  #addText(text: string): void {
    const frame = this.#current
    const { element } = frame
    if (!element || this.isRootEnded) return
    const length = element.text.length + frame.run.length + frame.markup.length
    if (length + text.length > elementLimits.textLength) {
      this.ignored.add('TextTooLong')
      return
    }
    if (frame.markup !== '') frame.markup += text
    else if (this.#isInCdata) element.text += text
    else frame.run += text
  }

  #decodeRun(frame: Frame): void {
    if (!frame.element || frame.run === '') return
    frame.element.text += decodeEntities(frame.run)
    frame.run = ''
  }
}

function frameOf(
  parent: Frame | null,
  scope: NamespaceScope,
  element: FeedElement | null,
  isItem: boolean,
): Frame {
  const depth = parent ? parent.depth + 1 : 0
  return { parent, depth, scope, element, isItem, run: '', markup: '', isEnded: false }
}

function isTextFrame({ element }: Frame): boolean {
  return element !== null && textNames.has(element.name)
}

const isItemName = (name: string) => name === 'item' || name === 'entry'

const localName = (name: string) => name.slice(name.lastIndexOf(':') + 1)

/** With the first tag, what stood before it becomes markup as it was written. */
function addMarkup(host: Frame, tag: string): void {
  if (host.markup.length + tag.length > elementLimits.textLength) return
  if (host.markup === '' && host.element) {
    host.markup = host.element.text + host.run
    host.run = ''
  }
  host.markup += tag
}

function openingTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes)
    .slice(0, elementLimits.attributes)
    .map(([attribute, value]) => ` ${attribute}="${value.replaceAll('"', '&quot;')}"`)
  return `<${name}${written.join('')}>`
}
