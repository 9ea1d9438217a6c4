import type { Track } from '@earmark/contract/audio-books.ts'
import type { Page } from '@playwright/test'
import type { PlayerDriver } from './player-driver.ts'
import { expect, test } from './people.ts'
import { fileSeconds, makeBook, pitches } from './tones.ts'

interface Change {
  readonly src: string
  /** From the end of the file before to the sound of this one. */
  readonly silenceMilliseconds: number
}

/** In the page, before any of its scripts: notes the silence before each file that follows another. */
function noteChanges(): void {
  const changes: Change[] = []
  Object.assign(window, { changes })
  let endedAt: number | undefined
  document.addEventListener('ended', () => (endedAt = performance.now()), true)
  document.addEventListener(
    'playing',
    ({ target }) => {
      if (endedAt === undefined) return
      const src = (target as HTMLAudioElement).getAttribute('src') ?? ''
      changes.push({ src, silenceMilliseconds: performance.now() - endedAt })
      endedAt = undefined
    },
    true,
  )
}

const changesOf = (page: Page) => page.evaluate(() => (window as unknown as { changes: Change[] }).changes)

/** In the page: the pitch that the player's element sounds, in Hz. */
async function hear(): Promise<number> {
  const shared = window as { analyser?: AnalyserNode }
  const audio = document.querySelector('audio') as HTMLAudioElement
  if (shared.analyser === undefined) {
    const context = new AudioContext()
    const made = context.createAnalyser()
    made.fftSize = 8192
    made.smoothingTimeConstant = 0
    context.createMediaElementSource(audio).connect(made)
    await context.resume()
    shared.analyser = made
  }
  const { analyser } = shared
  const windowSeconds = analyser.fftSize / analyser.context.sampleRate
  const { currentTime } = audio
  while (audio.currentTime < currentTime + 2 * windowSeconds) await new Promise(requestAnimationFrame)
  const levels = new Float32Array(analyser.frequencyBinCount)
  analyser.getFloatFrequencyData(levels)
  return levels.indexOf(Math.max(...levels)) / windowSeconds
}

async function seek(player: PlayerDriver, second: number): Promise<void> {
  await expect(player.slider).not.toHaveAttribute('aria-disabled', 'true')
  await player.slider.fill(String(second))
}

/** Plays over the boundary before a file. */
async function crossInto(player: PlayerDriver, { startSeconds, audioUrl }: Track): Promise<void> {
  await seek(player, Math.floor(startSeconds) - 1)
  await player.expectSounding(audioUrl)
  await expect.poll(async () => Number(await player.slider.inputValue())).toBeGreaterThanOrEqual(startSeconds)
}

test('a book of several files plays, seeks and resumes as one', { tag: '@engines' }, async ({
  page,
  player,
  site,
}) => {
  const { tracks, durationSeconds } = await makeBook(site, 'Three Tones')
  expect(tracks).toHaveLength(pitches.length)
  await page.addInitScript(noteChanges)
  await page.goto('/audio-books')
  await page.getByRole('button', { name: 'Play Three Tones', exact: true }).click()
  await player.expectSounding(tracks[0]?.audioUrl)
  await expect(player.slider).toHaveAttribute('max', String(Math.floor(durationSeconds ?? 0)))

  for (const track of tracks.slice(1)) await crossInto(player, track)
  await expect(async () => {
    await crossInto(player, tracks[1] as Track)
    const last = (await changesOf(page)).at(-1)
    expect(last?.src).toBe(tracks[1]?.audioUrl)
    // A busy machine takes longer now and then.
    expect(last?.silenceMilliseconds).toBeLessThanOrEqual(250)
  }).toPass()

  for (const place of [1, 0, 2]) {
    await seek(player, fileSeconds * place + 2)
    await player.expectSounding(tracks[place]?.audioUrl)
    expect(await page.evaluate(hear)).toBeCloseTo(pitches[place] ?? 0, -2)
  }

  await seek(player, fileSeconds + 3)
  await player.expectSounding(tracks[1]?.audioUrl)
  await player.button('Pause').click()
  await player.expectPaused()
  const place = await player.slider.inputValue()
  await page.reload()
  await expect(player.slider).toHaveValue(place)
  await expect.poll(async () => (await player.sound()).src).toBe(tracks[1]?.audioUrl)
  await player.button('Play').click()
  await player.expectSounding(tracks[1]?.audioUrl)
})

test('where a file does not go on in the background, the whole book does', async ({ page, player, site }) => {
  const { id, tracks, audioUrl } = await makeBook(site, 'Tones in the Dark')
  // As with a locked phone: the next file never comes.
  await page.route(`**${tracks[1]?.audioUrl}`, () => {})
  await player.play(`/audio-books/${id}`, tracks[0]?.audioUrl)
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }))
  await seek(player, fileSeconds - 1)
  await player.expectSounding(audioUrl)
  await player.expectPosition(fileSeconds, 2 * fileSeconds)
})
