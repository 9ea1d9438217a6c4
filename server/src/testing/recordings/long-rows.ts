import type { MediaContentType } from '../../media/content-type.ts'
import { ffmpeg, made, type Recipe } from './making.ts'
import { type Sound, wave } from './sounds.ts'

/** Recordings of eight hours, made of a minute that is repeated: a name, what it is, the minute, the line of the shell. */
export type LongRow = readonly [
  name: string,
  contentType: MediaContentType,
  minute: Sound | Recipe,
  line: string,
]

const minute = { parts: 'tone 20 silence 40', rate: 8000 }
const times = 480

const bytesRepeated = `yes $in | head -n ${times} | xargs cat > $out`
const packetsRepeated = `ffmpeg -v error -nostdin -stream_loop ${times - 1} -i $in -c copy`
const aacRepeated = `yes $in | head -n ${times} | xargs cat | ffmpeg -v error -f aac -i - -c copy`
const fragments = '-movflags +frag_keyframe+empty_moov -frag_duration 5000000'
const soundBytes = times * 60 * minute.rate * 2
/** A WAV that says eight hours, of which all but the minute takes no room. */
const hole = `cp $in $out.wav && truncate -s ${44 + soundBytes} $out.wav`
const wav: Recipe = async () => {
  const file = wave(minute)
  file.writeUInt32LE(36 + soundBytes, 4)
  file.writeUInt32LE(soundBytes, 40)
  return file
}
const flac = 'flac -s -0 -b 4608'

const aac = ffmpeg(minute, '-c:a aac -b:a 8k -f adts')
const varying = made(minute, 'lame --quiet -V 9 -t $in $out')
const vorbis = made(minute, 'oggenc -Q -q -1 -o $out $in')

export const longRows: LongRow[] = [
  ['MP3 of a constant bit rate', 'audio/mpeg', made(minute, 'lame --quiet -b 8 -t $in $out'), bytesRepeated],
  ['MP3 of a varying bit rate that does not say so', 'audio/mpeg', varying, bytesRepeated],
  ['MP3 of a varying bit rate', 'audio/mpeg', varying, `${packetsRepeated} -f mp3 $out`],
  ['AAC in ADTS', 'audio/aac', aac, bytesRepeated],
  ['AAC in MP4', 'audio/mp4', aac, `${aacRepeated} -f ipod $out`],
  [
    'AAC in fragments',
    'audio/mp4',
    aac,
    `${aacRepeated} -f ipod $out.m4a && ffmpeg -v error -i $out.m4a -c copy ${fragments} -f mp4 $out && rm $out.m4a`,
  ],
  [
    'Opus',
    'audio/ogg',
    made(minute, 'opusenc --quiet --bitrate 6 --framesize 60 $in $out'),
    `${packetsRepeated} -f ogg $out`,
  ],
  ['Vorbis', 'audio/ogg', vorbis, `${packetsRepeated} -f ogg $out`],
  ['FLAC', 'audio/flac', wav, `${hole} && ${flac} -o $out $out.wav`],
  ['FLAC into a pipe', 'audio/flac', wav, `${hole} && ${flac} - < $out.wav | cat > $out`],
  ['WAV, as a file with a hole', 'audio/wav', wav, `${hole} && mv $out.wav $out`],
]
