import { expect } from '@playwright/test'
import { readSound, type Sound } from '../player-driver.ts'
import type { Part } from './part.ts'
import type { WebPage } from './web-page.ts'

/** The player in a browser that Playwright does not drive. */
export class Listener {
  readonly #page: WebPage
  readonly bar: Part
  readonly slider: Part
  readonly queue: Part
  readonly main: Part

  constructor(page: WebPage) {
    this.#page = page
    this.bar = page.part('region', 'Player')
    this.slider = this.bar.part('slider', 'Position')
    this.queue = page.part('dialog', 'Queue')
    this.main = page.part('main')
  }

  button(name: string | RegExp): Part {
    return this.bar.part('button', name)
  }

  sound(): Promise<Sound | null> {
    return this.#page.evaluate(readSound)
  }

  /** Time goes on, really; with a track, in that one, and without an error. */
  async expectSounding(src?: string | null): Promise<void> {
    const wanted = { isHeard: true, ...(src == null ? {} : { src }) }
    const heard = async () => {
      const sound = await this.sound()
      return sound && { src: sound.src, isHeard: !sound.paused && sound.position > 0 }
    }
    await expect.poll(heard, { message: 'it plays' }).toMatchObject(wanted)
    const before = (await this.sound())?.position ?? 0
    await expect
      .poll(() => this.#position(), { message: 'the position goes on' })
      .toBeGreaterThan(before + 0.15)
    expect(await this.#page.evaluate(() => document.querySelector('audio')?.error?.message)).toBeFalsy()
  }

  async expectPaused(): Promise<void> {
    await expect.poll(async () => (await this.sound())?.paused, { message: 'it is paused' }).toBe(true)
  }

  async expectPosition(least: number, most: number): Promise<void> {
    const place = async () => {
      const position = await this.#position()
      return position >= least && position <= most ? 'there' : position
    }
    await expect.poll(place).toBe('there')
  }

  async #position(): Promise<number> {
    return (await this.sound())?.position ?? 0
  }
}
