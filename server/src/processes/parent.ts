import { connect } from 'node:net'
import { readMessages, writeMessage } from './messages.ts'

/** Resolves when the message has left this process, so that what is not sent yet need not gather in memory. */
export type Send = (message: unknown) => Promise<void>

/**
 * What a child does first: it connects to the program that started it, and ends with that connection. A message for which
 * it has no memory ends it with a `RangeError`.
 */
export function connectToParent(take: (message: unknown) => void): Send {
  const [, , socketPath = ''] = process.argv
  const socket = connect(socketPath).on('close', () => process.exit())
  readMessages(socket, take)
  return (message) => new Promise((sent) => writeMessage(socket, message, () => sent()))
}
