export type Progress = (sentence: string) => void

const pauseMs = 2_000

/** @param say called at most every two seconds */
export function sayNowAndThen(say: (sentence: string) => void): Progress {
  let last = performance.now()
  return (sentence) => {
    if (performance.now() - last < pauseMs) return
    last = performance.now()
    say(sentence)
  }
}
