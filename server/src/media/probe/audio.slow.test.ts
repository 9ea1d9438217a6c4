import { describe, expect, it } from 'vitest'
import { expectBroken, expectUnsupported, readSound, sound } from '../../testing/read-sound.ts'
import { waveHead } from '../../testing/wave-file.ts'

/** PCM, mono, 8 kHz, 8 bits: one byte a sample. */
function wav(samples: number, statedSamples = samples): Buffer {
  const head = waveHead({ soundBytes: statedSamples, rate: 8000, bits: 8 })
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}

/** Of ID3v2.3, in Latin-1. */
function id3Title(title: string): Buffer {
  const text = Buffer.from(`\0${title}`, 'latin1')
  const frame = Buffer.concat([Buffer.from('TIT2\0\0\0\0\0\0'), text])
  frame.writeUInt32BE(text.length, 4)
  const sevenBits = [21, 14, 7, 0].map((shift) => (frame.length >> shift) & 0x7f)
  return Buffer.concat([Buffer.from('ID3\x03\0\0'), Buffer.from(sevenBits), frame])
}

describe('a recording', () => {
  it.each([
    ['tone.mp3', 'audio/mpeg', 1500],
    ['tone.m4a', 'audio/mp4', 1500],
    ['tone.m4b', 'audio/mp4', 1500],
    ['tone.mp4', 'audio/mp4', 1500],
    ['tone.aac', 'audio/aac', 1500],
    ['tone.ogg', 'audio/ogg', 1500],
    ['tone.opus', 'audio/ogg', 1500],
    ['tone.webm', 'audio/webm', 1500],
    ['tone.flac', 'audio/flac', 250],
  ])('is known by its content, whatever its name: %s', async (file, contentType, durationMs) => {
    const facts = await readSound(await sound(file))
    expect(facts.contentType).toBe(contentType)
    // Encoders pad to whole frames.
    expect(Math.abs(facts.durationMs - durationMs)).toBeLessThan(110)
  })

  it('may be a WAV, also one that was written as a stream', async () => {
    expect(await readSound(wav(4000))).toMatchObject({ contentType: 'audio/wav', durationMs: 500 })
    expect(await readSound(wav(4000, 0xff_ff_ff_ff))).toMatchObject({ contentType: 'audio/wav' })
  })

  it('tells what its tags say, and null where they say nothing', async () => {
    expect((await readSound(await sound('tone.m4a'))).tags).toEqual({
      title: 'Tone',
      artist: 'Fixture',
      picture: null,
    })
    expect((await readSound(await sound('tone.flac'))).tags).toEqual({
      title: null,
      artist: null,
      picture: null,
    })
  })

  it('tells a title of no more than 1 000 characters, so that no file fills the memory of who asks', async () => {
    const { tags } = await readSound(Buffer.concat([id3Title('A'.repeat(100_000)), await sound('tone.aac')]))
    expect(tags.title).toBe('A'.repeat(1_000))
  })
})

describe('what is not supported', () => {
  it.each([
    ['a film', 'video.mp4'],
    ['a WebM film', 'video.webm'],
    ['a film without sound', 'mute.mp4'],
  ])('%s', async (_what, file) => {
    await expectUnsupported(await sound(file))
  })

  it.each([
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['SVG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['text', 'I am not a recording. '.repeat(100)],
    ['PDF', '%PDF-1.7\n'],
    ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0'],
    ['a program', '\x7fELF\x02\x01\x01'],
  ])('%s', async (_what, text) => {
    await expectUnsupported(Buffer.from(text, 'latin1'))
  })
})

describe('what is broken', () => {
  it('nothing at all', async () => {
    await expectBroken(new Uint8Array())
  })

  it.each(['tone.m4a', 'tone.m4b', 'tone.mp4', 'tone.webm'])('%s without its last byte', async (file) => {
    const bytes = await sound(file)
    await expectBroken(bytes.subarray(0, -1))
  })

  it.each(['tone.m4a', 'tone.mp3', 'tone.webm'])('%s without its second half', async (file) => {
    const bytes = await sound(file)
    const half = bytes.subarray(0, bytes.length >> 1)
    await expectBroken(half)
  })

  it('a WAV without its samples, or with fewer than it says', async () => {
    await expectBroken(wav(0))
    await expectBroken(wav(100, 4000))
  })

  it.each(['tone.mp3', 'tone.ogg', 'tone.opus', 'tone.webm', 'tone.flac', 'tone.aac'])(
    'at least the beginning of %s alone',
    async (file) => {
      const bytes = await sound(file)
      await expect(readSound(bytes.subarray(0, 60))).rejects.toMatchObject({
        code: expect.stringMatching(/^(BrokenMedia|UnsupportedMedia)$/),
      })
    },
  )

  it.each(['tone.mp3', 'tone.m4a', 'tone.ogg', 'tone.webm', 'tone.flac', 'tone.aac'])(
    '%s with noise in it is refused by name or taken, never a surprise',
    async (file) => {
      const bytes = await sound(file)
      for (let at = 4; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
        const damaged = Buffer.from(bytes).fill(0xa5, at, at + 16)
        const outcome = await readSound(damaged).catch((error: { code: string }) => error.code)
        expect(typeof outcome === 'object' || /^(Broken|Unsupported)Media$/.test(outcome)).toBe(true)
      }
    },
  )
})
