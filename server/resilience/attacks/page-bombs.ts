import { fixture } from '../../src/testing/upload-server.ts'
import { element, elementsInElements, fullOggPage } from './container-bytes.ts'
import { type BombLine, megabyte, repeat } from './bombs.ts'

export const inPages: readonly BombLine[] = [
  ['an Ogg that ends in a million years', async () => endlessOgg(await ogg()), 'taken'],
  [
    'an Ogg of 300 000 empty pages',
    async () => Buffer.concat([await ogg(), repeat(emptyPage(), 300_000)]),
    'taken',
  ],
  ['an Ogg of a packet of 30 MB', () => longPacket(460), 'BrokenMedia'],
  ['an Ogg whose maker has a name of 4 GB', async () => endlessMaker(await ogg()), 'BrokenMedia'],
  ['an Ogg of 3000 recordings', async () => repeat(await fixture('tone.opus'), 3000), 'taken'],
  [
    'a WebM in a WebM in a WebM',
    () => webm(repeat('18538067 01ffffffffffffff', 300_000)),
    'UnsupportedMedia',
  ],
  [
    'a WebM of 500 000 empty elements',
    () => webm(repeat('18538067 ff 1f43b675 ff', 1), repeat('ec80', 500_000)),
    'UnsupportedMedia',
  ],
  [
    'a WebM of tags in tags',
    () =>
      webm(element('18538067', element('1254c367', element('7373', elementsInElements(0x67_c8, 100_000))))),
    'UnsupportedMedia',
  ],
  [
    'a WebM element of 2⁵⁶ bytes',
    () => webm(repeat('18538067 01fffffffffffffe 1254c367 01fffffffffffffe', 1), Buffer.alloc(100)),
    'BrokenMedia',
  ],
  [
    'a WebM with an index of a million places',
    () => webm(element('18538067', element('1c53bb6b', repeat('bb80', megabyte)))),
    'UnsupportedMedia',
  ],
]

const ogg = (): Promise<Buffer> => fixture('tone.ogg')

function endlessOgg(file: Buffer): Buffer {
  file.writeBigInt64LE(2n ** 61n, file.lastIndexOf('OggS', undefined, 'latin1') + 6)
  return file
}

function emptyPage(): Buffer {
  return Buffer.concat([Buffer.from('OggS'), Buffer.alloc(23)])
}

/** Remarks that go on and on. */
async function longPacket(pages: number): Promise<Buffer> {
  const file = await ogg()
  const serial = file.readUInt32LE(14)
  const second = file.indexOf('OggS', 4, 'latin1')
  const start = Buffer.from('\x03vorbis\xf0\xff\xff\x7f', 'latin1')
  const packet = [fullOggPage(serial, 0, start), repeat(fullOggPage(serial, 1), pages)]
  return Buffer.concat([file.subarray(0, second), ...packet, file.subarray(second)])
}

function endlessMaker(file: Buffer): Buffer {
  file.writeUInt32LE(0xff_ff_ff_ff, file.indexOf('\x03vorbis', 0, 'latin1') + 7)
  return file
}

export async function oggBeginnings(count: number): Promise<Buffer> {
  const file = await ogg()
  return Buffer.concat([repeat(file.subarray(0, file.indexOf('OggS', 4, 'latin1')), count), file])
}

function webm(...elements: readonly Buffer[]): Buffer {
  return Buffer.concat([repeat('1a45dfa3 87 4282 84 7765626d', 1), ...elements])
}
