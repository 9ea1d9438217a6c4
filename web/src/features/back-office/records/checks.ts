import { maxEpisodeNumber } from '@earmark/contract/episodes.ts'
import { messages } from './messages.ts'

export function checkName(name: string): string | undefined {
  return name.trim() === '' ? messages.nameRequired : undefined
}

export function checkNumber(number: string): string | undefined {
  const text = number.trim()
  if (text === '') return messages.numberRequired
  return /^\d+$/.test(text) && Number(text) <= maxEpisodeNumber ? undefined : messages.numberInvalid
}

/** The number to propose for one more episode: after the last, or the first gap where nothing comes after it. */
export function nextFreeNumber(episodes: readonly { number: number }[]): number {
  const taken = new Set(episodes.map(({ number }) => number))
  const next = Math.max(0, ...taken) + 1
  if (next <= maxEpisodeNumber) return next
  let gap = 1
  while (taken.has(gap)) gap += 1
  return gap
}
