/**
 * Loaded before a measured server: answers each message of its parent with the longest delay of the event loop since the
 * last one, and the processor time within it, which is the server's own share.
 */
const longest = { wallMs: 0, cpuMs: 0 }
const tickMs = 1
let before = { at: performance.now(), cpu: process.threadCpuUsage() }

setInterval(() => {
  const now = { at: performance.now(), cpu: process.threadCpuUsage() }
  const usedMicroseconds = now.cpu.user + now.cpu.system - before.cpu.user - before.cpu.system
  longest.wallMs = Math.max(longest.wallMs, now.at - before.at - tickMs)
  longest.cpuMs = Math.max(longest.cpuMs, usedMicroseconds / 1000)
  before = now
}, tickMs).unref()

process.on('message', () => {
  process.send?.({ ...longest })
  longest.wallMs = 0
  longest.cpuMs = 0
})
process.channel?.unref()
