import { Script } from 'node:vm'
import type { CallFunction, LocalValue } from './bidi.ts'

/** What Playwright calls in a page to evaluate a text there, which is its fourth argument. */
const evaluates = '(utilityScript, ...args) => utilityScript.evaluate(...args)'
const textArgument = 3

/** Functions of Playwright's own, and what is called instead. */
const replacements: [own: RegExp, code: string][] = [
  // React takes no notice of a value that a script of the page has set.
  [
    /^\(\w+\) => window\.__pw_bidiInsertText\(/,
    "(text) => void document.execCommand('insertText', false, text)",
  ],
  // It brings the former.
  [/^\(injectedScript, \{ source: \w+, arg: \w+ \}\) => \{\s+injectedScript\.extend\(/, '() => {}'],
]

/**
 * Playwright evaluates by the page's `eval`, which our policy forbids, and Firefox 140 offers no way around it. A
 * call's own function is no `eval`: the texts that the call would evaluate stand in it as code, for its duration.
 */
export function withoutEval(call: CallFunction): CallFunction {
  const text = call.arguments[textArgument]?.value
  // Sandboxes are not under the page's policy.
  if (call.functionDeclaration !== evaluates || call.target.sandbox || typeof text !== 'string') return call
  const code = replacements.find(([own]) => own.test(text))?.[1] ?? text
  const known = [`[${JSON.stringify(text)}, ${evaluating(code)}]`]
  const nested = call.arguments.map(functionTextIn).find((found) => found !== undefined)
  if (nested) known.push(`[${JSON.stringify(`(${nested})`)}, ${evaluating(nested)}]`)
  return {
    ...call,
    functionDeclaration: `(utilityScript, ...args) => {
      const { eval: own } = globalThis
      const known = new Map([${known.join()}])
      globalThis.eval = (text) => (known.get(text) ?? own)(text)
      try { return utilityScript.evaluate(...args) } finally { globalThis.eval = own }
    }`,
  }
}

/** A function that does what the code does: an expression has a value, statements have none. */
function evaluating(code: string): string {
  try {
    new Script(`(${code})`)
    return `() => (${code})`
  } catch {
    return `() => {\n${code}\n}`
  }
}

/** The text of a locator's function, where Playwright sends one: `{ k: 'functionText', v: … }` of an object's entries. */
function functionTextIn({ type, value }: LocalValue): string | undefined {
  const parts = type === 'array' ? (value as LocalValue[]) : []
  const entries = type === 'object' ? (value as [LocalValue | string, LocalValue][]) : []
  const { k: name, v: text } = Object.fromEntries(
    entries.map(([key, entry]) => [typeof key === 'string' ? key : key.value, entry]),
  ) as Partial<Record<string, LocalValue>>
  if (name?.value === 'functionText' && typeof text?.value === 'string') return text.value
  const within = [...parts, ...entries.map(([, entry]) => entry)]
  return within.map(functionTextIn).find((found) => found !== undefined)
}
