import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { readableLine } from './log-lines.ts'
import { openLog } from './log.ts'

function told(log: (logger: ReturnType<typeof openLog>) => void): string[] {
  const lines: string[] = []
  log(openLog('trace', { write: (line) => void lines.push(readableLine(line.trimEnd())) }))
  return lines.map((line) => stripVTControlCharacters(line).replace(/\d\d:\d\d:\d\d/, 'time'))
}

it('is the time and what is said, and how bad it is', () => {
  const lines = told((log) => {
    log.debug('quiet')
    log.info('said')
    log.warn('odd')
    log.error('wrong')
    log.fatal('over')
  })
  expect(lines).toEqual([
    '  time  quiet',
    '  time  said',
    '  time  warning odd',
    '  time  error wrong',
    '  time  fatal over',
  ])
})

it('has what else the line names, and below it where an error comes from', () => {
  const [line = ''] = told((log) =>
    log.error({ err: new TypeError('no'), status: 500, route: '/a' }, 'wrong'),
  )
  const [first, second, third] = line.split('\n')
  expect(first).toBe('  time  error wrong status=500 route=/a')
  expect(second).toBe('            TypeError: no')
  expect(third).toMatch(/^ {16}at .*log-lines\.test\.ts/)
})

it('shows what a terminal would obey', () => {
  const hostile = '\u001b[2J\u0007\r\u202eends'
  const [line = ''] = told((log) => log.info({ route: hostile }, `${hostile}\nnext`))
  const shown = '\\u001b[2J\\u0007\\u000d\\u202eends'
  expect(line).toBe(`  time  ${shown}\\u000anext route=${shown}`)
})

it('leaves what is no line of the log as it is', () => expect(readableLine('a sentence')).toBe('a sentence'))
