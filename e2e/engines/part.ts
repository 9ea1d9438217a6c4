import { setTimeout } from 'node:timers/promises'

const patienceMs = 10_000

/** What a part needs of the page that it is in. */
export interface Drivable {
  /** The ids of what the steps lead to. */
  find(steps: readonly Step[]): Promise<string[]>
  /** Calls a function with the element; further arguments and its value go through JSON. */
  ofElement<Given extends unknown[], Value>(
    id: string,
    work: (element: HTMLElement, ...given: Given) => Value,
    ...given: Given
  ): Promise<Awaited<Value>>
  act(id: string, action: 'click' | 'clear' | 'value', body?: object): Promise<void>
}

export interface Step {
  readonly by: 'role' | 'label' | 'text'
  readonly text: string | RegExp
  readonly name?: string | RegExp | undefined
}

/** A part of the page as people find it, looked for whenever something is done with it. */
export class Part {
  readonly #page: Drivable
  readonly #steps: readonly Step[]

  constructor(page: Drivable, steps: readonly Step[]) {
    this.#page = page
    this.#steps = steps
  }

  part(role: string, name?: string | RegExp): Part {
    return new Part(this.#page, [...this.#steps, { by: 'role', text: role, name }])
  }

  field(label: string): Part {
    return new Part(this.#page, [...this.#steps, { by: 'label', text: label }])
  }

  /** Waits until it is at rest and uncovered. */
  async click(): Promise<void> {
    await eventually(async () => {
      const id = await this.#one()
      await this.#page.ofElement(id, untilClickable)
      await this.#page.act(id, 'click')
    })
  }

  async focus(): Promise<void> {
    await this.#with((element) => element.focus())
  }

  /** Clicks there, and presses keys. */
  async fill(text: string): Promise<void> {
    await eventually(async () => {
      const id = await this.#one()
      await this.#page.act(id, 'clear')
      await this.#page.act(id, 'value', { text })
    })
  }

  /** Of a field of files, which needs not be seen. */
  async choose(file: string): Promise<void> {
    await this.#page.act(await eventually(() => this.#one()), 'value', { text: file })
  }

  async count(): Promise<number> {
    return (await this.#page.find(this.#steps)).length
  }

  texts(): Promise<string[]> {
    return eventually(async () => {
      const found = await this.#page.find(this.#steps)
      return Promise.all(found.map((id) => this.#page.ofElement(id, (element) => element.innerText)))
    })
  }

  text(): Promise<string> {
    return this.#with((element) => element.innerText)
  }

  value(): Promise<string> {
    return this.#with((element) => (element as HTMLInputElement).value)
  }

  isFocused(): Promise<boolean> {
    return this.#with((element) => element === document.activeElement)
  }

  hasFocusWithin(): Promise<boolean> {
    return this.#with((element) => element.contains(document.activeElement))
  }

  attribute(name: string): Promise<string | null> {
    return this.#with((element, asked) => element.getAttribute(asked), name)
  }

  #with<Given extends unknown[], Value>(
    work: (element: HTMLElement, ...given: Given) => Value,
    ...given: Given
  ): Promise<Awaited<Value>> {
    return eventually(async () => this.#page.ofElement(await this.#one(), work, ...given))
  }

  async #one(): Promise<string> {
    const [id, ...more] = await this.#page.find(this.#steps)
    if (id !== undefined && more.length === 0) return id
    const path = this.#steps.map(({ text, name }) => [text, name].filter(Boolean).join(' ')).join(' › ')
    throw new Error(id === undefined ? `There is no ${path}.` : `There are ${more.length + 1} of ${path}.`)
  }
}

/** In the page. @throws where a click would go elsewhere */
async function untilClickable(element: HTMLElement): Promise<void> {
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const frame = () => new Promise((resolve) => void requestAnimationFrame(resolve))
  const place = () => JSON.stringify(element.getBoundingClientRect())
  let before = ''
  while (before !== place()) {
    before = place()
    await frame()
    await frame()
  }
  const { x, y, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(x + width / 2, y + height / 2)
  if (!element.contains(hit)) throw new Error(`${hit?.outerHTML} covers it.`)
}

/** Again while it fails, for a while: pages change under who acts on them. */
export async function eventually<Value>(attempt: () => Promise<Value>): Promise<Awaited<Value>> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await setTimeout(50)
  }
}
