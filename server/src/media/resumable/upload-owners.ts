import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Who writes an upload: the start of the machine, the node, the request. */

const machine = startOfMachine()

/** Empty where the system does not tell. */
function startOfMachine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

export function newNode(): string {
  return `${machine}/${randomUUID()}`
}

export function newOwner(node: string): string {
  return `${node}/${randomUUID()}`
}

export function isOfNode(owner: string, node: string): boolean {
  return owner.startsWith(`${node}/`)
}

/** Whether this machine has not lost its power since: what a process has written before it ended is in the file. */
export function isOfThisStart(owner: string): boolean {
  return machine !== '' && owner.startsWith(`${machine}/`)
}
