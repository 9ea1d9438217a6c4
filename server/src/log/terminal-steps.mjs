// The steps of a start on a terminal. Plain JavaScript without dependencies: the set-up runs it on the machine's own
// Node before anything is installed, and the server goes on with it.

const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
const frameMs = 100
const labelWidth = 30
const durationWidth = 10

/**
 * Shows a step for as long as its work takes, in one line: what is done, how far it is, and how long it has taken.
 * Where there is no terminal, the line says at the beginning what is done.
 *
 * @template T
 * @param {string} label
 * @param {(progress: (detail: string) => void) => Promise<T>} work
 * @param {import('node:tty').WriteStream} out
 * @returns {Promise<T>}
 */
export async function showStep(label, work, out = process.stdout) {
  if (!out.isTTY) {
    out.write(`▸ ${label}\n`)
    return await work(() => {})
  }
  const begun = Date.now()
  let detail = ''
  let frame = 0
  /** @param {string} sign @param {number} color */
  const draw = (sign, color) => {
    const text = `${label.padEnd(labelWidth)}${duration(Date.now() - begun).padStart(durationWidth)}  ${detail}`
    // A line that wraps could not be drawn over.
    out.write(`\r\x1b[K  ${paint(out, color, sign)} ${text.slice(0, (out.columns || 80) - 5)}`)
  }
  const spin = () => draw(frames.charAt((frame += 1) % frames.length), 36)
  const endLine = () => out.write('\n')
  process.once('exit', endLine)
  const timer = setInterval(spin, frameMs)
  spin()
  try {
    const result = await work((told) => {
      detail = told
    })
    detail = ''
    draw('✓', 32)
    return result
  } catch (error) {
    draw('✗', 31)
    throw error
  } finally {
    clearInterval(timer)
    process.off('exit', endLine)
    endLine()
  }
}

/** @param {number} milliseconds */
function duration(milliseconds) {
  const seconds = milliseconds / 1000
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  return seconds < 60
    ? `${Math.round(seconds)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}

/** @param {import('node:tty').WriteStream} out @param {number} color @param {string} text */
function paint(out, color, text) {
  return out.hasColors() ? `\x1b[${color}m${text}\x1b[39m` : text
}
