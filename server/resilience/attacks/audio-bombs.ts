import { gzipSync } from 'node:zlib'
import { inBoxes, inMovie } from './box-bombs.ts'
import { box } from './container-bytes.ts'
import { asfRound, billionLaughs, type Bomb, type BombLine, bombsOf, megabyte, repeat } from './bombs.ts'
import { behindFlacHead, inFrames, inTags } from './frame-bombs.ts'
import { inPages, oggBeginnings } from './page-bombs.ts'

const ofOtherKinds: readonly BombLine[] = [
  ['a film whose head goes round in a circle', asfRound, 'UnsupportedMedia'],
  ['a list of a billion laughs', () => Buffer.from(billionLaughs('playlist')), 'UnsupportedMedia'],
  ['a list of what is on the server', () => Buffer.from('#EXTM3U\nfile:///etc/passwd\n'), 'UnsupportedMedia'],
  ['100 MB of zeros, packed', () => gzipSync(Buffer.alloc(100 * megabyte), { level: 1 }), 'UnsupportedMedia'],
  ['20 MB of zeros', () => Buffer.alloc(20 * megabyte), 'UnsupportedMedia'],
]

/** Each is answered at once, though what it says of itself is monstrous. */
export const audioBombs: readonly Bomb[] = bombsOf([
  ...inTags,
  ...inFrames,
  ...inBoxes,
  ...inPages,
  ...ofOtherKinds,
])

/** Keep a reader busy until its time is over. */
export const endlessSounds: readonly Bomb[] = bombsOf([
  ['MP3 heads that say nothing of their length', () => repeat('fffb00c4', 5 * megabyte), 'UnsupportedMedia'],
  ['AAC of heads alone', () => repeat('fff1604000fffc', megabyte), 'UnsupportedMedia'],
  ['a million empty boxes in an MP4’s head', () => inMovie(repeat(box('free'), megabyte)), 'BrokenMedia'],
  ['a FLAC of a million empty blocks', () => behindFlacHead(repeat('01000000', megabyte)), 'BrokenMedia'],
  ['an Ogg of 300 000 beginnings', () => oggBeginnings(300_000), 'BrokenMedia'],
])
