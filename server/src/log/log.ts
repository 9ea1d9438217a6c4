import { readableLine } from './log-lines.ts'
import pino, { type DestinationStream, type Logger } from 'pino'

/**
 * One JSON object a line, and on a terminal a line for people. What may be said is listed here, rather than what may not: of an error its kind, codes,
 * message, stack and cause; of a request nothing at all but what the line itself names. Drivers hang whole requests,
 * with passwords and keys, on their errors.
 *
 * @param stream in place of the standard output
 */
export function openLog(level: string, stream = standardOutput()): Logger {
  const options = { level, serializers: { err: tellError, error: tellError, req: nothing, res: nothing } }
  return pino(options, stream)
}

const terminal: DestinationStream = {
  // Over the line of a step that goes on.
  write: (line) => void process.stdout.write(`\r\x1b[K${readableLine(line)}\n`),
}

let output: DestinationStream | undefined

/** Where the log goes. Other text comes in the order of its lines here only: they are written later than they are said. */
export function standardOutput(): DestinationStream {
  output ??= process.stdout.isTTY ? terminal : pino.destination(1)
  return output
}

interface ToldError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: ToldError
}

/** Deeper than this, causes only repeat themselves. */
const maxCauses = 3

function tellError(error: unknown, depth = maxCauses): ToldError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'Something was thrown that is no error.' }
  const { name, message, code, stack, cause } = error as Error & { code?: unknown }
  return {
    type: name,
    message: withoutUserInfo(message),
    ...(typeof code === 'string' && { code }),
    ...(stack !== undefined && { stack: withoutUserInfo(stack) }),
    ...(cause !== undefined && depth > 0 && { cause: tellError(cause, depth - 1) }),
  }
}

/** Settings are addresses with passwords in them, and some libraries repeat what they cannot read. */
function withoutUserInfo(text: string): string {
  return text.replaceAll(/:\/\/[^\s/@]+@/g, '://…@')
}

const nothing = (): undefined => undefined
