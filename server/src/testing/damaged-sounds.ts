import { fixture } from './upload-server.ts'

/** Recordings that are cut. */
export const damagedSounds: readonly (readonly [what: string, content: () => Buffer | Promise<Buffer>])[] = [
  ...(['m4a', 'm4b', 'ogg', 'opus', 'flac', 'webm'] as const).flatMap((type) =>
    ([0.99, 0.5, 0.1] as const).map(
      (share) =>
        [
          `${share * 100} % of ${type}`,
          async () => {
            const whole = await fixture(`tone.${type}`)
            return whole.subarray(0, Math.floor(whole.length * share))
          },
        ] as const,
    ),
  ),
  ['half of an MP3', async () => (await fixture('tone.mp3')).subarray(0, 1700)],
  ['an MP4 without sound', async () => withoutSound(await fixture('tone.m4b'))],
  ['a FLAC of a head alone', async () => (await fixture('tone.flac')).subarray(0, 42)],
  ['a FLAC of zeros', async () => after((await fixture('tone.flac')).subarray(0, 200), 1_000_000, 0)],
]

function after(sound: Buffer, bytes: number, value: number): Buffer {
  return Buffer.concat([sound, Buffer.alloc(bytes, value)])
}

/** What holds the sound becomes a box that means nothing. */
function withoutSound(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  copy.write('free', copy.lastIndexOf('mdat', undefined, 'latin1'), 'latin1')
  return copy
}
