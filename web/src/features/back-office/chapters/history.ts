/** What was, what is, and what was taken back; newest last. */
export interface History<State> {
  readonly past: readonly State[]
  readonly present: State
  readonly future: readonly State[]
  /** Of the last change: the next one with the same key goes into the same step. */
  readonly key: string | null
}

const mostSteps = 500

export function begun<State>(present: State): History<State> {
  return { past: [], present, future: [], key: null }
}

/** @param key of changes that are one step, such as the letters of a title */
export function changedTo<State>(
  history: History<State>,
  present: State,
  key: string | null = null,
): History<State> {
  if (present === history.present) return history
  const past =
    key !== null && key === history.key ? history.past : [...history.past, history.present].slice(-mostSteps)
  return { past, present, future: [], key }
}

export function undone<State>(history: History<State>): History<State> {
  const present = history.past.at(-1)
  if (present === undefined) return history
  const future = [...history.future, history.present]
  return { past: history.past.slice(0, -1), present, future, key: null }
}

export function redone<State>(history: History<State>): History<State> {
  const present = history.future.at(-1)
  if (present === undefined) return history
  const past = [...history.past, history.present]
  return { past, present, future: history.future.slice(0, -1), key: null }
}
