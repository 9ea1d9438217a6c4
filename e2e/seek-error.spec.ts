import { createAudioBook } from '@earmark/contract/audio-book-edits.ts'
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { openAsBlob } from 'node:fs'
import { resolve } from 'node:path'
import { expect, makeEditor, senderFor, test } from './people.ts'

/**
 * A tone of 300 Hz that rises by 20 Hz a second: its pitch tells the second that is heard. A quiet beginning and noise in
 * parts of it vary the bit rate: `ffmpeg -f lavfi -i "aevalsrc='if(lt(t,60),0.01,0.5)*sin(2*PI*(300*t+10*t*t))+
 * if(gt(t,60),0.2*(random(0)-0.5)*lt(mod(t,30),15),0)':s=16000:d=125" -c:a libmp3lame -q:a 9 -write_xing 0`
 */
const rising = resolve(import.meta.dirname, 'rising.mp3')

interface Heard {
  readonly duration: number
  /** Seconds between what is heard at each of ten places and what the element says. */
  readonly errors: readonly number[]
}

/** In the page: what a plain `<audio>` plays after seeking to ten places, not in order. */
async function listen(url: string): Promise<Heard> {
  const audio = new Audio(url)
  await new Promise((loaded, failed) => {
    audio.addEventListener('loadedmetadata', loaded)
    audio.addEventListener('error', () => failed(new Error(audio.error?.message)))
  })
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 16_384
  analyser.smoothingTimeConstant = 0
  context.createMediaElementSource(audio).connect(analyser)
  await context.resume()
  const windowSeconds = analyser.fftSize / context.sampleRate
  const levels = new Float32Array(analyser.frequencyBinCount)
  const errors: number[] = []
  for (let place = 0; place < 10; place += 1) {
    audio.currentTime = (audio.duration * (((place * 7) % 10) + 0.5)) / 10
    const begun = audio.currentTime
    await audio.play()
    while (audio.currentTime < begun + 2 * windowSeconds) await new Promise(requestAnimationFrame)
    analyser.getFloatFrequencyData(levels)
    const heard = (levels.indexOf(Math.max(...levels)) / windowSeconds - 300) / 20
    errors.push(Math.abs(heard + windowSeconds / 2 - audio.currentTime))
    audio.pause()
  }
  return { duration: audio.duration, errors }
}

test('a long MP3 of variable bit rate is heard where one seeks', async ({ page, site }) => {
  const sendAs = await senderFor(site, await makeEditor(site))
  const form = new FormData()
  form.set('Name', 'Rising')
  form.set('Audio', await openAsBlob(rising), 'rising.mp3')
  const { id, audioUrl, durationSeconds } = await sendAs<AudioBook>(createAudioBook.url, form)
  await page.goto(`/audio-books/${id}`)
  const { duration, errors } = await page.evaluate(listen, audioUrl as string)
  expect(duration).toBeCloseTo(durationSeconds as number, 1)
  expect(Math.max(...errors)).toBeLessThanOrEqual(1)
})
