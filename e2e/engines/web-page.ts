import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { WebKitSession } from '../../scripts/web-kit.ts'
import { type Drivable, Part, type Step } from './part.ts'

const library = readFileSync(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
)

/** Of the keys that have no character: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const keys: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
}

const mostSteps = 60
const reference = 'element-6066-11e4-a52e-4f735466cecf'

/** The one page of a session, driven from outside as by a person: clicks and keys are the browser's own events. */
export class WebPage implements Drivable {
  readonly #session: WebKitSession
  readonly #origin: string

  constructor(session: WebKitSession, origin: string) {
    this.#session = session
    this.#origin = origin
  }

  /** Makes it the page of somebody who was never here. */
  async forgetAll(): Promise<void> {
    await this.open('/favicon.svg')
    await this.evaluate(() => localStorage.clear())
    await this.#session.ask('DELETE', '/cookie')
  }

  async open(path: string): Promise<void> {
    await this.#session.ask('POST', '/url', { url: `${this.#origin}${path}` })
  }

  async reload(): Promise<void> {
    await this.#session.ask('POST', '/refresh', {})
  }

  async back(): Promise<void> {
    await this.#session.ask('POST', '/back', {})
  }

  path(): Promise<string> {
    return this.evaluate(() => location.pathname + location.search)
  }

  /** Calls a function in the page; its arguments and its value go through JSON. */
  evaluate<Given extends unknown[], Value>(
    work: (...given: Given) => Value,
    ...given: Given
  ): Promise<Awaited<Value>> {
    return this.#execute(`return (${work.toString()})(...arguments)`, given)
  }

  /** `Shift+ArrowRight`: each key goes down in this order, and up in the other. */
  async press(combination: string): Promise<void> {
    const values = combination.split('+').map((name) => keys[name] ?? name)
    const actions = [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ]
    await this.#session.ask('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Tab until the focus is there, as somebody without a mouse does. */
  async tabTo(target: Part): Promise<void> {
    for (let steps = 0; steps < mostSteps; steps += 1) {
      await this.press('Tab')
      if (await target.isFocused()) return
    }
    throw new Error(`It is not within ${mostSteps} steps of Tab.`)
  }

  /** What has this role, and this accessible name. */
  part(role: string, name?: string | RegExp): Part {
    return new Part(this, [{ by: 'role', text: role, name }])
  }

  /** The field of this label. */
  field(label: string): Part {
    return new Part(this, [{ by: 'label', text: label }])
  }

  text(text: string | RegExp): Part {
    return new Part(this, [{ by: 'text', text }])
  }

  /** All that the last step finds in the first that each before it finds. */
  async find(steps: readonly Step[]): Promise<string[]> {
    const given = steps.map(({ text, name, ...step }) => ({ ...step, text: plain(text), name: plain(name) }))
    const isThere = await this.evaluate(() => 'TestingLibraryDom' in window)
    if (!isThere) await this.#execute(library, [])
    const found = await this.#execute<Record<string, string>[]>(
      `return (${findIn.toString()})(arguments[0])`,
      [given],
    )
    return found.map((element) => element[reference] ?? '')
  }

  ofElement<Given extends unknown[], Value>(
    id: string,
    work: (element: HTMLElement, ...given: Given) => Value,
    ...given: Given
  ): Promise<Awaited<Value>> {
    return this.#execute(`return (${work.toString()})(...arguments)`, [{ [reference]: id }, ...given])
  }

  async act(id: string, action: 'click' | 'clear' | 'value', body: object = {}): Promise<void> {
    await this.#session.ask('POST', `/element/${id}/${action}`, body)
  }

  #execute<Value>(script: string, args: readonly unknown[]): Promise<Value> {
    return this.#session.ask('POST', '/execute/sync', { script, args })
  }
}

interface Plain {
  readonly source: string
  readonly isExact: boolean
}

/** Text and expressions survive JSON as this. */
const plain = (text: string | RegExp | undefined): Plain | undefined =>
  text === undefined
    ? undefined
    : text instanceof RegExp
      ? { source: text.source, isExact: false }
      : { source: text, isExact: true }

/** In the page. */
function findIn(steps: { by: string; text: Plain; name?: Plain }[]): Element[] {
  const { TestingLibraryDom: library } = window as unknown as {
    TestingLibraryDom: Record<string, (...given: unknown[]) => Element[]>
  }
  const matcher = ({ source, isExact }: Plain) => (isExact ? source : new RegExp(source))
  const isMet = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [aria-hidden=true]')
  let found: Element[] = [document.body]
  for (const { by, text, name } of steps) {
    const [within] = found
    if (!within) return []
    // Visibility is looked at below, more cheaply than by each element's styles.
    const ways: Record<string, () => Element[] | undefined> = {
      role: () =>
        library.queryAllByRole?.(within, text.source, { hidden: true, ...(name && { name: matcher(name) }) }),
      label: () => library.queryAllByLabelText?.(within, matcher(text)),
      text: () => library.queryAllByText?.(within, matcher(text)),
    }
    found = (ways[by]?.() ?? []).filter((element) => by === 'label' || isMet(element))
  }
  return found
}
