import { describe, expect, it } from 'vitest'
import type { Effect, PlayerEvent, SleepUntil } from './events.ts'
import { reduce } from './reducer.ts'
import { retryAfterSeconds } from './retry.ts'
import { currentTrack, emptyState, type NewTrack, type PlayerState, type Visit } from './state.ts'
import { bookOfFiles, chaptersFrom, files, newTrack, reduceAll, sources } from './testing/tracks.ts'

const [a, b, c] = [newTrack('a'), newTrack('b'), newTrack('c')] as const

const play = { type: 'play' } as const
const pause = { type: 'pause' } as const
const toggle = { type: 'toggle' } as const
const next = { type: 'next' } as const
const clear = { type: 'clear' } as const
const paused = { type: 'paused' } as const
const ended = { type: 'ended' } as const
const begun = { type: 'play-begun' } as const
const playable = { type: 'media-playable' } as const
const previous = { type: 'previous' } as const
const hold = { type: 'seek-start' } as const
const sounding = { type: 'sounding' } as const
const playTrack = (track: NewTrack = a, list: readonly NewTrack[] = [a, b, c]) =>
  ({ type: 'play-track', track, list }) as const
const add = (...tracks: NewTrack[]) => ({ type: 'add', tracks }) as const
const whole = (...tracks: (typeof a)[]) => ({ type: 'complete', tracks }) as const
const remove = (id: number) => ({ type: 'remove', id }) as const
const seek = (position: number) => ({ type: 'seek', position }) as const
const letGo = (position: number) => ({ type: 'seek-end', position }) as const
const move = (position: number) => ({ type: 'move', position }) as const
const broken = (position: number) => ({ type: 'broken', position }) as const
const known = (duration: number) => ({ type: 'media-known', duration }) as const
const sleepIn = (until: SleepUntil) => ({ type: 'set-sleep', until, position: 0 }) as const
const more = (position: number) => ({ type: 'extend-sleep', position }) as const
const tick = (position: number) => ({ type: 'tick', position }) as const
const retry = (load: number) => ({ type: 'retry', load }) as const

const found = (load: number, those = files) => ({ type: 'found', load, files: those }) as const
const stuck = (position: number) => ({ type: 'stuck', position }) as const
const queued = (id: number) => ({ type: 'play-queued', id }) as const
const volume = (to: number) => ({ type: 'set-volume', volume: to }) as const
const speed = (to: number) => ({ type: 'set-speed', speed: to }) as const
const refused = (load: number) => ({ type: 'play-refused', load }) as const
const replaced = (currentPlace: number, more: { position?: number; play?: boolean; byHand?: boolean } = {}) =>
  ({ type: 'replace', tracks: [a, b], currentPlace, play: false, ...more }) as const

const arrived = [known(60), playable, begun, sounding] as const
const book = bookOfFiles()
const listed = bookOfFiles({ files: undefined })
/** Without an address for all. */
const mixed = bookOfFiles({ audioSrc: null })
const reading = [playTrack(book, [book, b]), ...arrived]
const changing = [...reading, ended]
const second = [...changing, begun, sounding]
/** Track a of a, b and c, whose ids are 1, 2 and 3. */
const loading = [playTrack()]
const heard = [...loading, ...arrived]
const still = [...heard, pause, paused]
const held = [...heard, hold, paused]
const lastHeard = [playTrack(c), ...arrived]
const lastHeld = [...lastHeard, hold, paused]
const cut = [...heard, broken(25)]
const old = [newTrack('a?1'), newTrack('b?1')]
const signed = [playTrack(old[0], old)]
const renew = (src: string) => ({ type: 'renew', tracks: [newTrack(src)] }) as const
const mute = { type: 'set-muted', muted: true } as const
const sleepy = [...heard, sleepIn(60), tick(0)]
const chaptersOf = (track: typeof a, ...starts: number[]) =>
  ({ type: 'chapters-known', recording: track.recording, chapters: chaptersFrom(starts) }) as const
const inChapters = [...heard, chaptersOf(a, 0, 20, 40)]
const toChapter = (chapters: number) => [...inChapters, sleepIn({ chapters }), tick(0)]
const ends = (left: number, heardTo: number | null) => ({ kind: 'chapters', left, heardTo }) as const
const toTheEnd = [...heard, sleepIn('track-end')]
const slept = (at: 'time' | 'chapter' | 'track-end') => ({ kind: 'over', at }) as const
const sleeps = (leftSeconds: number, heardTo: number) => ({ kind: 'time', leftSeconds, heardTo }) as const
const visits = (startSeconds: number, endSeconds: number | null) =>
  ({ type: 'visit', moment: { startSeconds, endSeconds } }) as const
const home = { type: 'visit', moment: null } as const
const inVisit = (fields: Partial<Visit>) => ({ visit: expect.objectContaining(fields) as Visit })
/** A clip from second 10 to 20. */
const inClip = [...heard, visits(10, 20), seek(10), tick(10)]
const clipOver = [...inClip, tick(20.1), paused]
const inLink = [...heard, visits(10, null), seek(10), tick(10)]
const stillHeld = { seeking: { wasPlaying: true } }

type Expected = Partial<Omit<PlayerState, 'queue'>> & { queue?: string; current?: string | null }

/** Earlier events, the event, parts of the next state, and the effects in words. */
type Row = [
  name: string,
  before: readonly PlayerEvent[],
  event: PlayerEvent,
  state: Expected,
  effects?: string,
]

function expectRow([, before, event, { queue, current, ...state }, effects = '']: Row): void {
  const after = reduceAll([event], reduceAll(before).state)
  expect(after.state).toMatchObject(state)
  expect(after.effects.map(inWords).join(', ')).toBe(effects)
  if (queue !== undefined) expect(sources(after.state.queue).join('')).toBe(queue)
  if (current !== undefined) expect(currentTrack(after.state)?.audioSrc ?? null).toBe(current)
}

/** `load 2 b at 25 paused`, `seek 30`, `tune 1 0.5`. */
function inWords(effect: Effect): string {
  if (effect.type === 'unload') return 'unload'
  if (effect.type !== 'load') return Object.values(effect).join(' ').replace(' false', '')
  const { load, src, startAt, play: isPlayed } = effect
  return `load ${load} ${src}${startAt === 0 ? '' : ` at ${startAt}`}${isPlayed ? '' : ' paused'}`
}

const tables: Record<string, Row[]> = {
  'playing a track': [
    ['loads and plays', [], playTrack(b), { queue: 'abc', current: 'b', starting: true }, 'load 1 b'],
    ['plays once the element says so', loading, begun, { playing: true, starting: false, waiting: true }],
    [
      'sounds once it says so',
      [...loading, known(60)],
      sounding,
      { playing: true, waiting: false, media: 'ready' },
    ],
    ['gives every track a new id', loading, playTrack(c, [a, b]), { queue: 'cab', currentId: 4 }, 'load 2 c'],
    ['outlives the refusal of an older load', [...loading, playTrack(b)], refused(1), { starting: true }],
    ['ends with the refusal of its own', loading, refused(1), { starting: false, playing: false }],
    ['waits for media that buffers', heard, { type: 'buffering' }, { waiting: true }],
  ],
  adding: [
    ['loads what is alone, without playing', [], add(a), { current: 'a', byHand: true }, 'load 1 a paused'],
    [
      'leaves what plays alone',
      heard,
      add(b, a),
      { queue: 'abcba', current: 'a', playing: true, byHand: true },
    ],
    ['puts next behind what plays', heard, { type: 'add', tracks: [c], next: true }, { queue: 'acbc' }],
    ['nothing changes nothing', [], add(), { queue: '', current: null }],
  ],
  'completing the list': [
    [
      'puts the others around what plays',
      [playTrack(b, [b]), ...arrived],
      whole(a, b, c),
      { queue: 'abc', current: 'b', playing: true, byHand: false },
    ],
    ['leaves what is queued by hand', [playTrack(b, [b]), add(c)], whole(a, b, c), { queue: 'bc' }],
    ['leaves another list', [playTrack(c, [c])], whole(a, b), { queue: 'c', current: 'c' }],
    ['leaves an empty queue', [], whole(a, b), { queue: '', current: null }],
  ],
  'previous, next and the end': [
    ['the first has none before it', heard, previous, { current: 'a' }],
    ['the last has none after it', lastHeard, next, { current: 'c' }],
    ['what played goes on playing', heard, next, { current: 'b', starting: true }, 'load 2 b'],
    ['what was paused stays paused', still, next, { current: 'b', starting: false }, 'load 2 b paused'],
    ['the end goes on with the next track', heard, ended, { current: 'b', starting: true }, 'load 2 b'],
    ['the end of the last track is the end', lastHeard, ended, { current: 'c', playing: false }],
    ['an end reached by seeking while paused stays', [...still, seek(60)], ended, { current: 'a' }],
    ['an end under the listener’s finger waits', held, ended, { current: 'a', ...stillHeld }],
    ['another entry is played', heard, queued(3), { current: 'c', starting: true }, 'load 2 c'],
    ['the current entry goes on', still, queued(1), { starting: true }, 'play'],
    ['an entry that is gone is none', heard, queued(9), { current: 'a' }],
  ],
  removing: [
    ['the current track loads the first', [playTrack(b), ...arrived], remove(2), { queue: 'ac' }, 'load 2 a'],
    ['the current track while it loads', loading, remove(1), { current: 'b', starting: true }, 'load 2 b'],
    ['the only track stops', [playTrack(a, [])], remove(1), { queue: '', media: 'nothing' }, 'unload'],
    ['another track leaves the sound alone', heard, remove(3), { queue: 'ab', playing: true, byHand: true }],
    ['an entry leaves its twin', [playTrack(a, [a]), add(a)], remove(2), { queue: 'a', currentId: 1 }],
    ['everything stops', heard, clear, { queue: '', current: null, playing: false, byHand: false }, 'unload'],
    ['what the element says after that is nothing', [...heard, clear], sounding, { playing: false }],
  ],
  'a queue in the place of another': [
    ['comes paused', heard, replaced(1, { byHand: true }), { current: 'b', byHand: true }, 'load 2 b paused'],
    [
      'comes at its position',
      heard,
      replaced(0, { position: 12, play: true }),
      { queue: 'ab' },
      'load 2 a at 12',
    ],
    ...[-1, 2, Number.NaN].map(
      (place): Row => [`has no track at ${place}`, [], replaced(place), { queue: '' }],
    ),
    [
      'is put in order',
      heard,
      { type: 'arrange', id: 1, place: 2 },
      { queue: 'bca', currentId: 1, byHand: true },
    ],
  ],
  seeking: [
    ...[seek(10), hold, letGo(10)].map(
      (event): Row => [`${event.type} needs media`, loading, event, { jumps: 0 }],
    ),
    ...[Number.POSITIVE_INFINITY, Number.NaN, 0].map(
      (length): Row => [
        `needs a length, not ${length}`,
        [...loading, known(length)],
        seek(5),
        { duration: null },
      ],
    ),
    ['goes there', heard, seek(12.5), { jumps: 1 }, 'seek 12.5'],
    ['stays behind the start', heard, seek(-5), { jumps: 1 }, 'seek 0'],
    ['stays before the end', heard, seek(1000), { jumps: 1 }, 'seek 60'],
    ['takes no number for the start', heard, seek(Number.NaN), { jumps: 1 }, 'seek 0'],
    ['pauses at its start, and remembers', heard, hold, stillHeld, 'pause'],
    ['resumes at its end', held, letGo(30), { starting: true, seeking: null }, 'seek 30, play'],
    ['stays paused when it was', [...still, hold], letGo(30), { starting: false, seeking: null }, 'seek 30'],
    ['heeds a pause meanwhile', [...held, pause], letGo(30), { starting: false }, 'seek 30'],
    ['heeds a toggle meanwhile', [...held, toggle], letGo(30), { starting: false }, 'seek 30'],
    ['heeds a play meanwhile', [...still, hold, play], letGo(30), { starting: true }, 'seek 30, play'],
    ['let go at the very end goes on', held, letGo(60), { current: 'b', jumps: 1 }, 'load 2 b'],
    ['let go at the last end stays', lastHeld, letGo(60), { current: 'c', starting: false }, 'seek 60'],
    ['is forgotten with another load', [...held, next], letGo(30), { starting: true, seeking: null }],
  ],
  'another place that became known': [
    ['is where it stands then, and no jump', heard, move(90), { jumps: 0 }, 'seek 60'],
    ['is where it begins without media', [add(a)], move(40), { startAt: 40 }, 'load 2 a at 40 paused'],
    ['does not take the slider out of the hand', held, move(40), stillHeld],
  ],
  'speed and volume': [
    ['a speed', [], speed(1.3), { speed: 1.3 }, 'tune 1.3 1'],
    ['one that is too slow', [], speed(0.1), { speed: 0.5 }, 'tune 0.5 1'],
    ['one that is too fast', [], speed(9), { speed: 3.5 }, 'tune 3.5 1'],
    ['no number', [], speed(Number.NaN), { speed: 1 }, 'tune 1 1'],
    ['turning the volume up ends the muting', [mute], volume(0.4), { muted: false }, 'tune 1 0.4'],
    ['turning it down to nothing does not', [mute], volume(0), { muted: true }, 'tune 1 0 true'],
  ],
  'a sound that breaks off': [
    ['is tried again, without a word', heard, broken(25), { starting: true, failed: false }, 'wait 1 0.25'],
    ['begins where it was', cut, retry(1), { starting: true }, 'load 2 a at 25'],
    [
      'waits longer at one place',
      [...cut, retry(1)],
      broken(26),
      { interruption: { at: 26, tries: 2 } },
      'wait 2 0.5',
    ],
    ['counts anew further on', [...cut, retry(1), ...arrived], broken(30), { startAt: 30 }, 'wait 2 0.25'],
    ['fails at once from the first', loading, broken(0), { failed: true, starting: false }, 'tell-failure'],
    ['stays a pause', [...cut, toggle], retry(1), { starting: false }, 'load 2 a at 25 paused'],
    ['is no failure after a play', [...cut, pause, play], broken(25), { failed: false }, 'wait 2 0.5'],
    ['is there again when it was paused', [...still, broken(25)], retry(1), {}, 'load 2 a at 25 paused'],
    ['goes on when the slider was held', held, broken(25), { starting: true, seeking: null }, 'wait 1 0.25'],
    ['is left alone for another track', [...cut, next], retry(1), { current: 'b', interruption: null }],
    ['is nothing once the queue is empty', [...cut, clear], retry(1), { current: null }],
  ],
  'a signed address': [
    [
      'is tried again where it never loaded',
      signed,
      broken(0),
      { failed: false, starting: true },
      'wait 1 0.25',
    ],
    ['gives way to another', [...signed, broken(0)], renew('a?2'), { starting: true }, 'load 2 a?2'],
    ['and begins where it was', [...signed, ...arrived, broken(25)], renew('a?2'), {}, 'load 2 a?2 at 25'],
    ['stays a pause', [...signed, toggle, broken(0)], renew('a?2'), {}, 'load 2 a?2 paused'],
    [
      'is left alone while it plays',
      [...signed, ...arrived],
      renew('a?2'),
      { queue: 'a?2b?1', playing: true },
    ],
    ['of another track does not disturb', [...signed, broken(0)], renew('b?2'), { queue: 'a?1b?2', load: 1 }],
    [
      'of a file gives way to another',
      [
        playTrack(bookOfFiles({ files: files.map((file) => ({ ...file, audioUrl: `${file.audioUrl}?1` })) })),
        ...arrived,
        broken(25),
      ],
      { type: 'renew', tracks: [book] },
      {},
      'load 2 f1 at 25',
    ],
    ['that is still the same is waited for', [...signed, broken(0)], renew('a?1'), { load: 1 }],
    ['then begins', [...signed, ...arrived, renew('a?2'), broken(25)], retry(1), {}, 'load 2 a?2 at 25'],
    [
      'is found again in a list',
      [],
      playTrack(newTrack('b?2'), old),
      { queue: 'a?1b?1', current: 'b?1' },
      'load 1 b?1',
    ],
  ],
  chapters: [
    ['come late', heard, chaptersOf(a, 0, 20), { chapters: chaptersFrom([0, 20]) }],
    ['of another recording change nothing', [...heard, next], chaptersOf(a, 0, 20), { chapters: [] }],
    ['go with their track', inChapters, next, { chapters: [] }, 'load 2 b'],
    [
      'stay through a break',
      [...inChapters, broken(25)],
      retry(1),
      { chapters: chaptersFrom([0, 20, 40]) },
      'load 2 a at 25',
    ],
    ['go with the queue', inChapters, clear, { chapters: [] }, 'unload'],
  ],
  'a failure': [
    ['keeps the place', [add(a), move(40)], broken(0), { failed: true, startAt: 40 }, 'tell-failure'],
    ['stays one until it plays', [...loading, broken(25)], toggle, { failed: true }, 'load 2 a at 25'],
    ['is over when the media is playable', [...loading, broken(25), toggle], playable, { failed: false }],
    ['leaves the way to the next', [...loading, broken(0)], next, { failed: false }, 'load 2 b paused'],
  ],
  'a recording of several files': [
    ['begins with the first', [], playTrack(book), { file: 0, files }, 'load 1 f1'],
    ['begins in the one where it was left', [add(book)], move(65), { file: 1 }, 'load 2 f2 at 65 paused'],
    ['is as long as all of them', [playTrack(book)], known(60.2), { duration: 180, media: 'ready' }],
    [
      'goes on with the next',
      reading,
      ended,
      { file: 1, starting: true, load: 1, media: 'ready' },
      'load 1 f2 at 60',
    ],
    ['sounds on', changing, sounding, { playing: true, starting: false, changing: false }],
    ['ends with the last', [...second, ended, begun, sounding], ended, { current: 'b' }, 'load 2 b'],
    [
      'stays paused at the end of one',
      [...reading, pause, paused],
      ended,
      { file: 1 },
      'load 1 f2 at 60 paused',
    ],
    ['waits at the end of one while it is held', [...reading, hold], ended, { file: 0 }],
    ['seeks within a file', second, seek(100), { jumps: 1, file: 1 }, 'seek 100'],
    ['seeks to another', second, seek(125), { jumps: 1, file: 2, starting: true }, 'load 1 f3 at 125'],
    ['and back', second, seek(59.9), { file: 0 }, 'load 1 f1 at 59.9'],
    ['begins a file at its first second', reading, seek(120), { file: 2 }, 'load 1 f3 at 120'],
    ['stays before the end', second, seek(999), { file: 2 }, 'load 1 f3 at 180'],
    ['seeks in silence', [...second, pause, paused], seek(125), { file: 2 }, 'load 1 f3 at 125 paused'],
    ['can be sought before a file has come', changing, seek(5), { file: 0, jumps: 1 }, 'load 1 f1 at 5'],
    [
      'is let go in another',
      [...second, hold, paused],
      letGo(5),
      { starting: true },
      'load 1 f1 at 5 paused, play',
    ],
    [
      'stays paused when let go',
      [...second, pause, paused, hold],
      letGo(5),
      { starting: false },
      'load 1 f1 at 5 paused',
    ],
    ['let go at the very end goes on', [...reading, hold, paused], letGo(180), { current: 'b' }, 'load 2 b'],
    ['follows another device', second, move(10), { jumps: 0, file: 0 }, 'load 1 f1 at 10'],
    [
      'sleeps back over a boundary',
      [...second, sleepIn(60), tick(5)],
      tick(65),
      { starting: false, playing: false },
      'pause, load 1 f1 at 55 paused, tune 1 1',
    ],
    [
      'sleeps at the end of the last',
      [...reading, sleepIn('track-end')],
      ended,
      { file: 1, sleep: { kind: 'track-end' } },
      'load 1 f2 at 60',
    ],
    ['is tried again where it broke off', second, broken(70), { starting: true }, 'wait 1 0.25'],
    ['begins again in that file', [...second, broken(70)], retry(1), { file: 1 }, 'load 2 f2 at 70'],
    ['is tried again where a file never loaded', changing, broken(60), { failed: false }, 'wait 1 0.25'],
  ],
  'files that a list only counts': [
    ['are found first, in silence', [], playTrack(listed), { media: 'finding', starting: true }, 'unload'],
    ['then play', [playTrack(listed)], found(1), { media: 'loading' }, 'load 1 f1'],
    ['then play where it was left', [add(listed), move(65)], found(2), { file: 1 }, 'load 2 f2 at 65 paused'],
    ['heed a pause meanwhile', [playTrack(listed), pause], found(1), {}, 'load 1 f1 paused'],
    ['heed a play meanwhile', [add(listed), play], found(1), {}, 'load 1 f1'],
    ['are none of another load', [playTrack(listed), next, previous], found(1), { media: 'finding' }],
    ['that cannot be had leave the whole', [playTrack(listed)], found(1, []), {}, 'load 1 w'],
    [
      'are known when it is loaded again',
      [playTrack(listed), found(1), ...arrived, broken(65)],
      retry(1),
      {},
      'load 2 f2 at 65',
    ],
    ['are not asked for of one', [], playTrack(a), { media: 'loading' }, 'load 1 a'],
  ],
  'files that do not go on in the background': [
    ['give way to the whole', changing, stuck(60), { joined: true, starting: true }, 'load 2 w at 60'],
    ['do so after a refusal', [...changing, refused(1)], stuck(60), { starting: true }, 'load 2 w at 60'],
    ['stay away', [...changing, stuck(60), clear], playTrack(listed), { files: [] }, 'load 4 w'],
    [
      'are retried where there is no whole',
      [playTrack(mixed), ...arrived, ended],
      stuck(60),
      { joined: false },
      'wait 1 0.25',
    ],
    ['are no matter once they sound', second, stuck(61), { joined: false }],
    ['are no matter once they are paused', [...changing, pause], stuck(60), { joined: false }],
    [
      'of no address fail',
      [playTrack(bookOfFiles({ audioSrc: null, files: undefined })), found(1, [])],
      broken(0),
      { failed: true },
      'tell-failure',
    ],
  ],
  'the sleep timer': [
    ['counts what is heard', sleepy, tick(9), { sleep: sleeps(51, 9) }],
    ['fades at its end', sleepy, tick(55), { volume: 1 }, 'tune 1 0.5'],
    ['heeds a volume while it fades', [...sleepy, tick(55)], volume(0.8), { volume: 0.8 }, 'tune 1 0.4'],
    ['is loud when extended', [...sleepy, tick(55)], more(55), { sleep: sleeps(605, 55) }, 'tune 1 1'],
    ['is loud when switched off', [...sleepy, tick(55)], sleepIn(null), { sleep: null }, 'tune 1 1'],
    ['stops ten seconds back', sleepy, tick(60), { sleep: slept('time') }, 'pause, seek 50, tune 1 1'],
    ['is not over for a late report', [...sleepy, tick(60)], sounding, { sleep: slept('time') }],
    ['is over with the next start', [...sleepy, tick(60), paused], play, { sleep: null }, 'play'],
    ['goes on out of a sleep', [...sleepy, tick(60), paused], more(50), { sleep: sleeps(600, 50) }, 'play'],
    ['counts nothing over a jump', [...sleepy, seek(40)], tick(40), { sleep: sleeps(60, 40) }],
    ['stops at the end of the track', toTheEnd, ended, { current: 'a', sleep: slept('track-end') }],
    ['then goes on with the next', [...toTheEnd, ended], toggle, { current: 'b', sleep: null }, 'load 2 b'],
    ['stops at a held end', [...toTheEnd, hold], letGo(60), { sleep: slept('track-end') }, 'seek 60'],
    [
      'stops on the end of this chapter',
      toChapter(1),
      tick(20.2),
      { sleep: slept('chapter') },
      'pause, seek 20, tune 1 1',
    ],
    [
      'goes on from there',
      [...toChapter(1), tick(20.2), paused],
      play,
      { sleep: null, current: 'a' },
      'play',
    ],
    ['counts the ends of chapters', toChapter(2), tick(20.2), { sleep: ends(1, 20.2) }],
    ['stops on a later one', [...toChapter(2), tick(20.2)], tick(40), {}, 'pause, seek 40, tune 1 1'],
    ['counts no end that was jumped over', [...toChapter(1), seek(30)], tick(30), { sleep: ends(1, 30) }],
    ['nor the one jumped to', [...toChapter(1), seek(20), tick(19.9999)], tick(21), { sleep: ends(1, 21) }],
    ['nor one while paused', [...toChapter(1), pause, paused], tick(30), { sleep: ends(1, 30) }],
    ['takes the end of a track for one', toChapter(1), ended, { sleep: slept('track-end'), current: 'a' }],
    ['goes on counting in the next', toChapter(2), ended, { sleep: ends(1, null), current: 'b' }, 'load 2 b'],
    ['goes with the queue', sleepy, clear, { sleep: null }, 'unload'],
    ['needs a track', [], sleepIn(60), { sleep: null }, 'tune 1 1'],
  ],
  'a visit to a moment': [
    ['is of what is loaded', heard, visits(10, 20), inVisit({ startSeconds: 10, endSeconds: 20 })],
    ['needs a track', [], visits(10, 20), { visit: null }],
    ['lasts while its clip is heard', inClip, tick(19.9), inVisit({ awaySeconds: 0, heardTo: 19.9 })],
    ['stops on the end of the clip', inClip, tick(20.1), inVisit({ stopped: true }), 'pause, seek 20'],
    [
      'is not over by what the element goes on until it obeys',
      [...inClip, tick(20.1)],
      tick(20.4),
      inVisit({}),
    ],
    ['plays on past the clip when asked to', clipOver, play, inVisit({ stopped: true }), 'play'],
    ['is over once past the clip', [...clipOver, play, begun, sounding], tick(20.6), { visit: null }],
    ['stops once', [...clipOver, seek(15), play, begun, sounding, tick(15)], tick(20), inVisit({})],
    ['is over past a clip that was jumped over', [...inClip, seek(40)], tick(40), { visit: null }],
    ['is not over there while paused', [...inClip, pause, paused, seek(40)], tick(40), inVisit({})],
    [
      'lasts before its clip for a while',
      [...inClip, seek(0), tick(0)],
      tick(9),
      inVisit({ awaySeconds: 9 }),
    ],
    [
      'counts nothing over a jump',
      [...inClip, seek(0), tick(0), seek(5)],
      tick(5),
      inVisit({ awaySeconds: 0 }),
    ],
    ['of a link lasts for a minute', inLink, tick(69), inVisit({ awaySeconds: 59 })],
    ['of a link is over after a minute', [...inLink, tick(40), seek(5), tick(5)], tick(35), { visit: null }],
    ['counts what is heard alone', [...inLink, pause, paused], tick(80), inVisit({ awaySeconds: 0 })],
    ['is over when the listener goes on from here', inClip, home, { visit: null, playing: true }],
    [
      'stops a clip that ends with the recording',
      [...heard, visits(10, 60), seek(10)],
      ended,
      { current: 'a' },
    ],
    ['ends with the next track', inClip, next, { visit: null }, 'load 2 b'],
    ['ends with the queue', inClip, clear, { visit: null }, 'unload'],
    ['outlives a broken connection', [...inClip, broken(12)], retry(1), inVisit({}), 'load 2 a at 12'],
    [
      'lasts when another place comes from elsewhere',
      inClip,
      move(30),
      inVisit({ heardTo: null }),
      'seek 30',
    ],
    [
      'comes along with a queue from another tab',
      [],
      { ...replaced(0), visit: { ...visits(10, 20).moment, heardTo: 12, awaySeconds: 3, stopped: false } },
      inVisit({ endSeconds: 20, awaySeconds: 3 }),
      'load 1 a paused',
    ],
  ],
}

describe.each(Object.entries(tables))('%s', (_topic, rows) => {
  it.each(rows)('%s', (...row: Row) => expectRow(row))
})

it('is a failure after several tries at one place, a quarter of a minute later', () => {
  let { state } = reduceAll(heard)
  let waitedSeconds = 0
  for (let tries = 0; tries < retryAfterSeconds.length; tries += 1) {
    const { state: interrupted, effects } = reduce(state, broken(25))
    for (const effect of effects) if (effect.type === 'wait') waitedSeconds += effect.seconds
    state = reduce(interrupted, retry(state.load)).state
  }
  expect(waitedSeconds).toBeCloseTo(15, 0)
  const { state: failed, effects } = reduce(state, broken(25))
  expect(effects).toEqual([{ type: 'tell-failure' }])
  expect(failed).toMatchObject({ failed: true, starting: false, startAt: 25, interruption: null })
})

describe('a recording that was left somewhere', () => {
  const left = { a: 11, b: 22, c: 33 }
  const starts = (events: readonly PlayerEvent[]) =>
    reduceAll(events, emptyState, left).effects.flatMap((effect) =>
      effect.type === 'load' ? [effect.startAt] : [],
    )

  it.each([
    [
      'however its turn comes',
      [playTrack(), next, previous, queued(3), remove(3), ...arrived, ended],
      [11, 22, 11, 33, 11, 22],
    ],
    ['after the slider was let go at the end of the one before', [...held, letGo(60)], [11, 22]],
    ['when it is added to an empty queue', [add(c)], [33]],
    ['after a failure', [...loading, broken(5), play], [11, 11]],
  ] as [string, PlayerEvent[], number[]][])('goes on there %s', (_name, events, expected) => {
    expect(starts(events)).toEqual(expected)
  })

  it.each([Number.NaN, -5])('begins at its start for a place %s', (place) => {
    const { effects } = reduceAll([playTrack()], emptyState, { a: place })
    expect(effects.map(inWords)).toEqual(['load 1 a'])
  })

  it('is begun once, by the answer to its own load', () => {
    const asked = reduce(emptyState, playTrack())
    expect(asked.effects).toMatchObject([{ type: 'recall', load: 1 }])
    const answered = reduce(asked.state, { type: 'recalled', load: 1, position: 5 })
    expect(answered.effects.map(inWords)).toEqual(['load 1 a at 5'])
    for (const late of [1, 0])
      expect(reduce(answered.state, { type: 'recalled', load: late, position: 9 }).effects).toEqual([])
  })
})
