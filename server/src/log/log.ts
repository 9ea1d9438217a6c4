import { readableLine } from './log-lines.ts'
import pino, { type DestinationStream, type Logger } from 'pino'

/** Serializers are an allow-list: drivers attach whole requests with credentials to their errors. */
export function openLog(level: string, stream = standardOutput()): Logger {
  const options = { level, serializers: { err: tellError, error: tellError, req: nothing, res: nothing } }
  return pino(options, stream)
}

const terminal: DestinationStream = {
  write: (line) => void process.stdout.write(`\r\x1b[K${readableLine(line)}\n`),
}

let output: DestinationStream | undefined

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

/** Error messages may repeat settings with passwords in their addresses. */
function withoutUserInfo(text: string): string {
  return text.replaceAll(/:\/\/[^\s/@]+@/g, '://…@')
}

const nothing = (): undefined => undefined
