import type { CDPSession, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The accessibility tree as Chromium exposes it, one line for each node, in the order in which it is read. */

type Exposed = Awaited<ReturnType<typeof exposedNodes>>[number]

interface Told {
  line: string
  /** Of a text: what is read. */
  text?: string
  children: Told[]
}

/** Chromium exposes them to assistive technology, but not to its own protocol. */
const attributesShown = ['aria-current', 'aria-sort', 'lang']
const valued = ['level', 'checked', 'pressed', 'expanded', 'invalid', 'hasPopup', 'live', 'valuetext']
const flags = ['selected', 'disabled', 'required', 'readonly', 'busy', 'modal', 'multiselectable', 'focused']
const silent = new Set(['generic', 'none', 'InlineTextBox', 'LineBreak', 'ListMarker'])

interface Part {
  /** The beginning of a node's line, such as `dialog "Queue"`: only that node, and what is in it. */
  within?: string
  /** What differs from one run to the next, and what is kept instead. */
  changing?: readonly (readonly [RegExp, string])[]
}

/** Compares the tree of a page at rest with the text that is kept in `trees/`. */
export async function expectTree(page: Page, name: string, part: Part = {}): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(async () => {
    const tree = await treeOf(page, part)
    expect(tree, 'a name that is its description, too, is read twice').not.toMatch(
      / "([^"]+)" .*\[description="\1"\]/,
    )
    expect(tree).toMatchSnapshot(`${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.txt`)
  }).toPass({ timeout: 5_000 })
}

async function treeOf(page: Page, { within = '', changing = [] }: Part): Promise<string> {
  const session = await page.context().newCDPSession(page)
  try {
    const attributes = await attributesByNode(session)
    const nodes = await exposedNodes(session)
    const byId = new Map(nodes.map((node) => [node.nodeId, node]))
    const told = (node: Exposed): Told[] => {
      const below = (node.childIds ?? []).flatMap((id) => byId.get(id) ?? [])
      return tell(node, attributes.get(node.backendDOMNodeId ?? 0) ?? [], below.flatMap(told))
    }
    const whole = nodes.slice(0, 1).flatMap(told)
    const shown = find(whole, within)
    if (!shown) throw new Error(`There is no ${within} in the tree`)
    const text = shown.flatMap(print).join('\n')
    return changing.reduce((kept, [pattern, word]) => kept.replaceAll(pattern, word), `${text}\n`)
  } finally {
    await session.detach()
  }
}

function find(nodes: Told[], beginning: string): Told[] | undefined {
  for (const node of nodes) {
    const found = node.line.startsWith(beginning) ? [node] : find(node.children, beginning)
    if (found) return found
  }
  return undefined
}

async function exposedNodes(session: CDPSession) {
  return (await session.send('Accessibility.getFullAXTree')).nodes
}

async function attributesByNode(session: CDPSession): Promise<Map<number, string[]>> {
  const { root } = await session.send('DOM.getDocument', { depth: -1 })
  const found = new Map<number, string[]>()
  const note = ({ backendNodeId, attributes = [], children = [] }: typeof root): void => {
    const shown = attributesShown.filter((name) => attributes.includes(name))
    const valueOf = (name: string) => attributes[attributes.indexOf(name) + 1]
    found.set(
      backendNodeId,
      shown.map((name) => `${name.replace('aria-', '')}=${valueOf(name)}`),
    )
    for (const child of children) note(child)
  }
  note(root)
  return found
}

/** One node of those, or what is in it where the node itself says nothing. */
function tell(node: Exposed, attributes: string[], children: Told[]): Told[] {
  const role = node.role?.value as string
  const name = clean(node.name?.value)
  if (role === 'StaticText') return name ? [{ line: `"${name}"`, text: name, children: [] }] : []
  const states = [...statesOf(node), ...attributes]
  if (role === 'LabelText') return withoutOwnTexts(children)
  if (node.ignored || silent.has(role)) {
    if (node.ignored || (name === '' && states.length === 0)) return children
  }
  const line = [role, ...(name ? [`"${name}"`] : []), ...states.map((state) => `[${state}]`)].join(' ')
  // What is in a field is its value.
  const within = joinTexts(/^(textbox|searchbox|spinbutton)$/.test(role) ? [] : children)
  return [{ line, children: within.length === 1 && within[0]?.text === name ? [] : within }]
}

/** A label around its field is read as the field's name. */
function withoutOwnTexts(children: Told[]): Told[] {
  const fields = children.filter(({ text }) => text === undefined)
  return fields.length > 0 ? fields : children
}

function statesOf(node: Exposed): string[] {
  const properties = new Map((node.properties ?? []).map(({ name, value }) => [name as string, value.value]))
  // Its level is its indentation here, and the document has the focus where nothing else has it.
  if (node.role?.value === 'listitem') properties.delete('level')
  if (node.role?.value === 'RootWebArea') properties.delete('focused')
  const description = clean(node.description?.value)
  const value = clean(decoded(properties.get('valuetext')) ?? node.value?.value)
  return [
    ...(value ? [`value="${value}"`] : []),
    ...(description ? [`description="${description}"`] : []),
    ...valued.flatMap((name) => {
      const state = String(properties.get(name) ?? '')
      return name === 'valuetext' || ['', 'off'].includes(state) || (name === 'invalid' && state === 'false')
        ? []
        : [`${name}=${state}`]
    }),
    ...flags.filter((name) => properties.get(name) === true),
  ]
}

/** Chromium puts the bytes of this one text into characters of their own. */
const decoded = (text?: string) => text && Buffer.from(text, 'latin1').toString('utf8')

const clean = (text?: string) => (text ?? '').replaceAll(/\s+/g, ' ').trim()

/** Texts in a row are read as one. */
function joinTexts(children: Told[]): Told[] {
  const joined: Told[] = []
  for (const child of children) {
    const before = joined.at(-1)
    if (child.text === undefined || before?.text === undefined) joined.push(child)
    else
      joined.splice(-1, 1, {
        line: `"${before.text} ${child.text}"`,
        text: `${before.text} ${child.text}`,
        children: [],
      })
  }
  return joined
}

function print({ line, children }: Told): string[] {
  const [only, ...others] = children
  if (only?.text !== undefined && others.length === 0) return [`${line}: ${only.line}`]
  return [line, ...children.flatMap(print).map((below) => `  ${below}`)]
}
