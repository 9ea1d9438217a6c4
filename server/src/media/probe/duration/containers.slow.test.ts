import { describe, expect, it } from 'vitest'
import { apeFooter, id3, riffChunk, wav } from '../../../../resilience/attacks/container-bytes.ts'
import { archive } from '../../../../resilience/attacks/bombs.ts'
import {
  expectBroken,
  expectUnsupported,
  mp3Frame,
  mp3FrameSeconds,
  readSound,
  repeat,
  seconds,
  sound,
} from '../../../testing/read-sound.ts'

const mp3Frames = repeat(mp3Frame(5), 100)

/** Bytes of a linear congruential generator (Numerical Recipes), always the same. */
function noise(bytes: number): Buffer {
  let state = 1
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 24
  }
  return Buffer.from(Uint8Array.from({ length: bytes }, next))
}

/** ID3v2.4 with a footer (3.4). */
function id3WithFooter(bytes: number): Buffer {
  const tag = id3(bytes, Buffer.alloc(bytes + 10), 4)
  tag.writeUInt8(0x10, 5)
  return tag
}

/** APEv2 of one item: a header, which says that it is one, and a footer. */
function ape(): Buffer {
  const item = Buffer.from('\x05\0\0\0\0\0\0\0Title\0Hello', 'latin1')
  const [head, foot] = [apeFooter(item.length + 32, 1), apeFooter(item.length + 32, 1)]
  head.writeUInt32LE(0xa0_00_00_00, 20)
  foot.writeUInt32LE(0x80_00_00_00, 20)
  return Buffer.concat([head, item, foot])
}

const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)])

describe('a stream of frames begins behind', () => {
  it.each([
    ['ID3v2.4 with a footer', id3WithFooter(300)],
    ['two tags, one with a footer', Buffer.concat([id3WithFooter(300), id3(20, Buffer.alloc(20))])],
    ['a zero', Buffer.alloc(1)],
    ['60 000 zeros', Buffer.alloc(60_000)],
    ['a tag and zeros', Buffer.concat([id3(20, Buffer.alloc(20)), Buffer.alloc(3_000)])],
    ['APEv2', ape()],
    ['APEv2 and ID3v2', Buffer.concat([ape(), id3(20, Buffer.alloc(20))])],
    ['text', Buffer.from('Nobody knows what this is. '.repeat(100))],
    ['noise', noise(300)],
    ['the rest of a frame', mp3Frame(5).subarray(100)],
  ])('%s', async (_what, front) => {
    expect(await readSound(Buffer.concat([front, mp3Frames]))).toMatchObject({
      contentType: 'audio/mpeg',
      durationMs: Math.round(100_000 * mp3FrameSeconds),
    })
    const aac = await sound('tone.aac')
    expect(await readSound(Buffer.concat([front, aac]))).toEqual(await readSound(aac))
  })

  it('the rest of a frame of AAC, unless players take something in it for a frame', async () => {
    const aac = await sound('tone.aac')
    expect(await seconds(aac.subarray(50))).toBeCloseTo((await seconds(aac)) - 0.064, 2)
    await expectBroken(Buffer.concat([Buffer.from('fff1', 'hex'), Buffer.alloc(100), aac]))
  })

  it('the head of a WAV', async () => {
    const format = Buffer.alloc(30)
    format.writeUInt16LE(0x55)
    const chunks = [Buffer.from('WAVE'), riffChunk('fmt ', format), riffChunk('data', mp3Frames)]
    expect(await readSound(riffChunk('RIFF', Buffer.concat(chunks)))).toMatchObject({
      contentType: 'audio/mpeg',
      durationMs: Math.round(100_000 * mp3FrameSeconds),
    })
  })

  it.each([
    ['more than players look through', Buffer.alloc(70_000)],
    ['a picture', Buffer.from('GIF89a')],
    ['the head of an archive', archive()],
  ])('but not behind %s', async (_what, front) => {
    await expectUnsupported(Buffer.concat([front, mp3Frames]))
  })

  it.each([
    ['noise', noise(1_000_000)],
    ['text', Buffer.from('ÿûd\0 is how a frame begins. '.repeat(10_000), 'latin1')],
    ['ones', Buffer.alloc(100_000, 0xff)],
    ['one frame in noise', Buffer.concat([noise(1_000), mp3Frame(5), noise(1_000)])],
    ['layer II', repeat(Buffer.concat([Buffer.from('fffd54c4', 'hex'), Buffer.alloc(257)]), 50)],
  ])('and there is none in %s', async (_what, bytes) => {
    await expectUnsupported(bytes)
  })
})

describe('MP3', () => {
  it('is as long as what its encoder was given', async () => {
    expect(await seconds(await sound('tone.mp3'))).toBe(1.5)
  })

  it('is as long as its frames where players do not see what the encoder says', async () => {
    const tone = await sound('tone.mp3')
    const behindZeros = Buffer.concat([Buffer.alloc(100), tone.subarray(tone.indexOf(0xff))])
    expect(await seconds(behindZeros)).toBeCloseTo(1.62, 2)
  })
})

/** Changes bytes that stand so far behind the beginning of a text. */
function changed(file: Buffer, text: string, offset: number, bytes: Uint8Array): Buffer {
  const copy = Buffer.from(file)
  copy.set(bytes, copy.indexOf(text, 0, 'latin1') + offset)
  return copy
}

describe('MP4', () => {
  it.each([
    ['ID3v1', id3v1],
    ['APEv2', ape()],
    ['APEv2 and ID3v1', Buffer.concat([ape(), id3v1])],
    ['three zeros', Buffer.alloc(3)],
    ['zeros', Buffer.alloc(5_000)],
    ['spaces', Buffer.alloc(2_048, 0x20)],
    ['noise', noise(1_000)],
    ['a box that is cut off', Buffer.from('00001000667265650000', 'hex')],
  ])('may be followed by %s', async (_what, behind) => {
    for (const name of ['tone.m4a', 'tone.m4b'])
      expect(await seconds(Buffer.concat([await sound(name), behind]))).toBe(1.536)
  })

  it('may have a fragment for each frame', async () => {
    expect(await seconds(await sound('fragments.mp4'))).toBe(0.576)
  })

  it('may have hundreds of thousands of fragments', async () => {
    const file = await sound('fragments.mp4')
    const first = file.indexOf('moof', 0, 'latin1') - 4
    const second = file.indexOf('moof', first + 8, 'latin1') - 4
    const many = Buffer.concat([file.subarray(0, first), repeat(file.subarray(first, second), 200_000)])
    expect(await seconds(many)).toBe((200_000 * 1024) / 16_000)
  })

  it('may have a cover as a track of one picture', async () => {
    expect(await seconds(await sound('cover.mp4'))).toBe(0.512)
  })

  it('is as long as its edit list lets it be', async () => {
    const half = Buffer.from('000001f4', 'hex')
    expect(await seconds(changed(await sound('tone.m4a'), 'elst', 12, half))).toBe(0.512)
  })

  it('of FLAC is as long as it says, where frames are as long as they say', async () => {
    expect(await seconds(changed(await sound('tone.m4a'), 'mp4a', 0, Buffer.from('fLaC')))).toBe(1.5)
  })

  it.each([
    ['ALAC', 'alac'],
    ['AC-3', 'ac-3'],
    ['E-AC-3', 'ec-3'],
    ['AMR', 'samr'],
    ['what is encrypted', 'enca'],
  ])('of %s is not supported', async (_what, name) => {
    await expectUnsupported(changed(await sound('tone.m4a'), 'mp4a', 0, Buffer.from(name)))
  })

  it.each([
    ['MP3', 0x6b, true],
    ['AAC of MPEG-2', 0x67, true],
    ['AC-3', 0xa5, false],
    ['DTS', 0xa9, false],
    ['Vorbis', 0xdd, false],
    ['CELP', 0xe1, false],
  ])('of %s is played or not, as its object type says', async (_what, objectType, isPlayable) => {
    const tone = await sound('tone.m4a')
    tone.writeUInt8(objectType, tone.indexOf(decoderConfig) + decoderConfig.length)
    if (isPlayable) expect(await seconds(tone)).toBe(1.536)
    else await expectUnsupported(tone)
  })

  it.each([
    ['scalable AAC', '3410'],
    ['USAC', 'f940'],
  ])('of %s is not supported', async (_what, config) => {
    const tone = await sound('tone.m4a')
    tone.set(Buffer.from(config, 'hex'), tone.indexOf(decoderConfig) + decoderConfig.length + 18)
    await expectUnsupported(tone)
  })
})

/** The head of the descriptor that begins with the object type; the codec's own is behind it. */
const decoderConfig = Buffer.from('0480808017', 'hex')

describe('Ogg', () => {
  it('may have a tag in front', async () => {
    const tone = await sound('tone.ogg')
    expect(await seconds(Buffer.concat([id3(20, Buffer.alloc(20)), tone]))).toBe(await seconds(tone))
  })

  it('of something else than Vorbis and Opus, or of something to be seen, is not supported', async () => {
    const tone = await sound('tone.ogg')
    await expectUnsupported(changed(tone, '\x01vorbis', 0, Buffer.from('Speex  ')))
    const film = changed(tone, '\x01vorbis', 0, Buffer.from('\x80theora', 'latin1'))
    await expectUnsupported(Buffer.concat([film.subarray(0, film.indexOf('OggS', 4, 'latin1')), tone]))
  })
})

describe('FLAC', () => {
  it('may have tags in front, one with a footer', async () => {
    const tone = await sound('tone.flac')
    const tags = Buffer.concat([id3WithFooter(300), id3(20, Buffer.alloc(20))])
    expect(await seconds(Buffer.concat([tags, tone]))).toBe(await seconds(tone))
  })
})

/** WAV of a second, in a format of its own. */
function wavOf(tag: number, bits: number, { rate = 8_000, channels = 1 } = {}): Buffer {
  const file = wav({ bits, rate, channels, data: Buffer.alloc((rate * channels * bits) / 8) })
  file.writeUInt16LE(tag, 20)
  return file
}

describe('WAV', () => {
  it.each([
    0, 0x7f_ff_00_00, 0x7f_ff_f0_00, 0x7f_ff_ff_db, 0x7f_ff_ff_ff, 0x80_00_00_00, 0xff_ff_ff_00,
    0xff_ff_ff_d8, 0xff_ff_ff_ff,
  ])('that was never closed, saying %i', async (stated) => {
    const file = wav({ data: Buffer.alloc(12_000, 0x80), statedBytes: stated })
    for (const size of [file.length - 8, 0, 0xff_ff_ff_ff]) {
      file.writeUInt32LE(size, 4)
      expect(await seconds(file)).toBe(1.5)
    }
  })

  it('may have a text in a list, or a chunk behind its sound, that is not padded', async () => {
    const list = Buffer.concat([Buffer.from('INFO'), riffChunk('INAM', Buffer.from('Title'))])
    expect(await seconds(wav({ before: Buffer.concat([riffChunk('LIST', list), Buffer.alloc(1)]) }))).toBe(1)
    const behind = Buffer.concat([riffChunk('junk', Buffer.alloc(5)), riffChunk('LIST', Buffer.from('INFO'))])
    expect(await seconds(Buffer.concat([wav(), behind]))).toBe(1)
  })

  it('is broken when players do not find its sound behind a chunk that is not padded', async () => {
    await expectBroken(wav({ before: riffChunk('junk', Buffer.alloc(5)) }))
  })

  it('may be as long as 64 bits say', async () => {
    const sizes = Buffer.alloc(28)
    sizes.writeBigUInt64LE(8_000n, 8)
    const file = wav({ before: riffChunk('ds64', sizes), statedBytes: 0xff_ff_ff_ff })
    file.write('RF64')
    expect(await seconds(Buffer.concat([file, Buffer.alloc(500)]))).toBe(1)
    await expectBroken(file.subarray(0, -1))
  })

  it.each([
    ['PCM of 8 bits', wavOf(1, 8)],
    ['PCM of 16 bits', wavOf(1, 16)],
    ['PCM of 24 bits in six channels', wavOf(1, 24, { channels: 6 })],
    ['PCM of 32 bits at 192 kHz', wavOf(1, 32, { rate: 192_000 })],
    ['float of 32 bits', wavOf(3, 32)],
    ['A-law', wavOf(6, 8)],
    ['µ-law', wavOf(7, 8)],
  ])('of %s is played', async (_what, file) => {
    expect(await readSound(file)).toMatchObject({ contentType: 'audio/wav', durationMs: 1000 })
  })

  it.each([
    ['Microsoft ADPCM', wavOf(0x02, 8)],
    ['IMA ADPCM', wavOf(0x11, 8)],
    ['Yamaha ADPCM', wavOf(0x20, 8)],
    ['GSM', wavOf(0x31, 8)],
    ['G.723.1', wavOf(0x42, 8)],
    ['G.726', wavOf(0x45, 8)],
    ['G.722', wavOf(0x02_8f, 8)],
    ['layer II', wavOf(0x50, 8)],
    ['AAC', wavOf(0xff, 8)],
    ['AC-3', wavOf(0x20_00, 8)],
    ['FLAC', wavOf(0xf1_ac, 8)],
    ['float of 64 bits', wavOf(3, 64)],
    ['PCM of 64 bits', wavOf(1, 64)],
    ['a rate that nothing plays', wavOf(1, 8, { rate: 1_000 })],
  ])('of %s is not supported', async (_what, file) => {
    await expectUnsupported(file)
  })
})
