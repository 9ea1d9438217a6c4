import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** What is held after a collection, buffers included. */
export function collectedMebibytes(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1024 ** 2
}
