/** As much of WebDriver BiDi as the bridge to Firefox reads. https://w3c.github.io/webdriver-bidi/ */
export interface Command {
  readonly id: number
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** To a command, or an event. */
export interface Answer {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly error?: string
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: object
}

export interface CallFunction {
  readonly functionDeclaration: string
  readonly target: { readonly sandbox?: string }
  readonly arguments: readonly LocalValue[]
}

export interface LocalValue {
  readonly type?: string
  readonly value?: unknown
}
