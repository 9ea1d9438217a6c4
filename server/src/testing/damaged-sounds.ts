import { fixture } from './upload-server.ts'

/** Recordings that are cut, or that make whoever counts their frames walk far. */
export const damagedSounds: readonly (readonly [
  what: string,
  content: () => Buffer | Promise<Buffer>,
  mayPass?: boolean,
])[] = [
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
  ['an MP3 of nothing but ones', async () => after(await fixture('tone.mp3'), 80_000_000, 0xff)],
  ['an MP3 with noise after it', async () => after(await fixture('tone.mp3'), 80_000_000, 0x55)],
  ['AAC with zeros after it', async () => after(await fixture('tone.aac'), 80_000_000, 0)],
  ['AAC of heads alone', () => repeat('fff1 6040 00ff fc', 1_000_000)],
  ['a million empty pages of Ogg', async () => pages(await fixture('tone.ogg'), 1_000_000), true],
  ['a WebM of five million empty elements', () => emptyWebm(5_000_000), true],
  ['a FLAC of a head alone', async () => (await fixture('tone.flac')).subarray(0, 42)],
  ['a FLAC of zeros', async () => after((await fixture('tone.flac')).subarray(0, 200), 1_000_000, 0)],
]

function after(sound: Buffer, bytes: number, value: number): Buffer {
  return Buffer.concat([sound, Buffer.alloc(bytes, value)])
}

function repeat(hex: string, times: number): Buffer {
  const one = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  return Buffer.alloc(one.length * times, one)
}

/** What holds the sound becomes a box that means nothing. */
function withoutSound(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  copy.write('free', copy.lastIndexOf('mdat', undefined, 'latin1'), 'latin1')
  return copy
}

function pages(sound: Buffer, count: number): Buffer {
  const page = Buffer.alloc(27)
  page.write('OggS', 'latin1')
  return Buffer.concat([sound, Buffer.alloc(27 * count, page)])
}

/** A head, a segment without end, a cluster without end, and elements that mean nothing. */
function emptyWebm(count: number): Buffer {
  const head = Buffer.from('1a45dfa3 87 4282 84 7765626d 18538067 ff 1f43b675 ff'.replaceAll(' ', ''), 'hex')
  return Buffer.concat([head, repeat('ec 80', count)])
}
