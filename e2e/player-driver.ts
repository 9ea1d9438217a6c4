import { expect, type Locator, type Page } from '@playwright/test'

export interface Sound {
  /** The path of what the audio element was given. */
  src: string
  position: number
  duration: number
  paused: boolean
  muted: boolean
  speed: number
  volume: number
}

const silence: Sound = {
  src: '',
  position: 0,
  duration: Number.NaN,
  paused: true,
  muted: false,
  speed: 1,
  volume: 1,
}

/** In the page. */
export function readSound(): Sound | null {
  const audio = document.querySelector('audio')
  if (!audio) return null
  const { currentTime: position, duration, paused, muted, playbackRate: speed, volume } = audio
  return { src: audio.getAttribute('src') ?? '', position, duration, paused, muted, speed, volume }
}

/** The player as a listener meets it, and the one audio element behind it, which has the last word. */
export class PlayerDriver {
  readonly #page: Page
  readonly bar: Locator
  readonly slider: Locator
  readonly queue: Locator
  /** What fills a phone. */
  readonly full: Locator
  /** The main button of a recording's page, while it does not play. */
  readonly start: Locator

  constructor(page: Page) {
    this.#page = page
    this.bar = page.getByRole('region', { name: 'Player' })
    this.slider = this.bar.getByRole('slider', { name: 'Position' })
    this.full = page.getByRole('dialog', { name: 'Now playing' })
    this.queue = page.getByRole('dialog', { name: 'Queue' })
    this.start = page.getByRole('main').getByRole('button', { name: /^(Play|Resume [\d:]+)$/ })
  }

  button(name: string): Locator {
    return this.bar.getByRole('button', { name, exact: true })
  }

  /** Opens a record's page and plays it. */
  async play(path: string, src?: string | null): Promise<void> {
    await this.#page.goto(path)
    await this.start.click()
    await this.expectSounding(src)
  }

  /** Opens a podcast's page and plays its episodes. */
  async playAll(path: string, src?: string | null): Promise<void> {
    await this.#page.goto(path)
    await this.#page.getByRole('button', { name: 'Play all' }).click()
    await this.expectSounding(src)
  }

  /** Opens a record's page and adds it to the queue. */
  async addToQueue(path: string): Promise<void> {
    await this.#page.goto(path)
    await this.#page.getByRole('main').getByRole('button', { name: 'Add to queue' }).click()
  }

  async sound(): Promise<Sound> {
    return (await this.#page.evaluate(readSound)) ?? silence
  }

  /** Time goes on, really; with a track, in that one. */
  async expectSounding(src?: string | null): Promise<void> {
    const before = await this.#untilPlaying(src)
    await expect
      .poll(async () => (await this.sound()).position, { message: 'the position goes on' })
      .toBeGreaterThan(before.position + 0.15)
  }

  async #untilPlaying(src?: string | null): Promise<Sound> {
    let heard = silence
    const wanted = { paused: false, ...(src == null ? {} : { src }) }
    await expect(async () => {
      heard = await this.sound()
      expect(heard).toMatchObject(wanted)
      expect(heard.position).toBeGreaterThan(0)
    }).toPass({ intervals: [50] })
    return heard
  }

  async expectPaused(): Promise<void> {
    await expect.poll(async () => (await this.sound()).paused, { message: 'it is paused' }).toBe(true)
  }

  async expectPosition(least: number, most: number): Promise<void> {
    await expect
      .poll(async () => {
        const { position } = await this.sound()
        return position >= least && position <= most ? 'there' : position
      })
      .toBe('there')
  }

  /** The slider's last second: the end follows by itself. */
  async playToEnd(): Promise<void> {
    await expect(this.slider).not.toHaveAttribute('aria-disabled', 'true')
    await this.slider.press('End')
  }

  /** On a phone the queue opens from the player that fills it. */
  async openQueue(): Promise<void> {
    // It comes with the first track.
    await this.bar.waitFor()
    const opener = this.button('Open player')
    if (await opener.isVisible()) {
      await opener.click()
      await this.full.getByRole('button', { name: 'Show queue' }).click()
    } else await this.button('Show queue').click()
    await expect(this.queue).toBeVisible()
  }

  /** Titles in the queue's order. */
  queued(): Locator {
    return this.queue.getByRole('listitem').getByRole('link')
  }

  /** Puts the focus where no key means anything but to the player. */
  async focusPage(): Promise<void> {
    await this.#page.getByRole('heading', { level: 1 }).focus()
  }
}
