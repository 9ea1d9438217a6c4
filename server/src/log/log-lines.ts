import { styleText } from 'node:util'

interface Line {
  readonly level: number
  readonly time: number
  readonly msg?: string
  readonly err?: { readonly stack?: string; readonly message?: string }
}

type Style = Parameters<typeof styleText>[0]

const levels: readonly [least: number, name: string, style: Style][] = [
  [60, 'fatal ', 'red'],
  [50, 'error ', 'red'],
  [40, 'warning ', 'yellow'],
  [0, '', 'reset'],
]

const repeated = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err'])

/** @param json a line of pino; other text is returned unchanged */
export function readableLine(json: string): string {
  if (!json.startsWith('{')) return json
  const line = JSON.parse(json) as Line
  const [, name, style] = levels.find(([least]) => line.level >= least) as (typeof levels)[number]
  const facts = Object.entries(line)
    .filter(([key]) => !repeated.has(key))
    .map(([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const time = styleText('dim', new Date(line.time).toTimeString().slice(0, 8))
  const told = `  ${time}  ${styleText(style, name)}${plain(line.msg ?? '')}${styleText('dim', plain(facts.join('')))}`
  const reason = line.err?.stack ?? line.err?.message
  return reason === undefined ? told : `${told}\n${styleText('dim', indented(reason))}`
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `            ${plain(line)}`)
    .join('\n')
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
