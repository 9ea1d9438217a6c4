import { withoutSignature } from '@earmark/contract/media-addresses.ts'
import type { NewMedia } from '../../media/media.queries.ts'
import type { AudioTags } from '../../media/probe/audio.ts'
import type { UploadedAudio } from '../../media/upload/record-upload.ts'
import type { PresentTrack } from './recording-files.queries.ts'

export type NewAudio = NewMedia & {
  readonly tags?: AudioTags
  readonly fileName?: string | null
  /** `FileFacts`; absent for a file that was not looked into so far. */
  readonly joinKey?: string | null
}

/** A file that stays, or a new one. */
export type ChosenTrack = PresentTrack | NewAudio

export interface AudioForm {
  readonly texts: {
    readonly audioUrl?: string | readonly string[] | undefined
    readonly addsAudio?: boolean | undefined
  }
  readonly audio: readonly UploadedAudio[]
}

interface Present {
  readonly tracks: readonly PresentTrack[]
  /** The recording's own address. */
  readonly url: string | null
  readonly publicUrl: string
}

export function isPresent(track: ChosenTrack): track is PresentTrack {
  return 'mediaId' in track
}

/**
 * The files that a form asks for, in its order. The recording's own address stands for all that it has; files alone beside
 * it replace them, unless the form adds them.
 *
 * @returns null where it names an address that is no present one
 */
export function chosenTracks({ texts, audio }: AudioForm, present: Present): ChosenTrack[] | null {
  const tracksAt = addressesOf(present)
  const kept: (readonly PresentTrack[])[] = []
  for (const address of [texts.audioUrl ?? []].flat()) {
    const tracks = tracksAt.get(withoutSignature(address))
    if (!tracks) return null
    kept.push(tracks)
  }
  const isWhole = kept.length === 1 && kept[0] === present.tracks
  if (isWhole && audio.length > 0 && !texts.addsAudio) return audio.map(({ media }) => media)
  const chosen = new Set<ChosenTrack>()
  for (let place = 0; place <= kept.length; place += 1) {
    for (const { media, after } of audio) if (Math.min(after, kept.length) === place) chosen.add(media)
    for (const track of kept[place] ?? []) chosen.add(track)
  }
  return [...chosen]
}

export function isUnchanged(chosen: readonly ChosenTrack[], { tracks }: Pick<Present, 'tracks'>): boolean {
  return chosen.length === tracks.length && chosen.every((track, index) => track === tracks[index])
}

/** What is meant by each address: a path alone, or in full. */
function addressesOf({ tracks, url, publicUrl }: Present): Map<string, readonly PresentTrack[]> {
  const tracksAt = new Map<string, readonly PresentTrack[]>()
  const add = (address: string, those: readonly PresentTrack[]) =>
    tracksAt.set(address, those).set(publicUrl + address, those)
  // The one file of a recording had an address of its own before it was joined (0045).
  for (const track of tracks)
    for (const address of [track.url, track.fileUrl]) add(address, tracks.length === 1 ? tracks : [track])
  if (url !== null) add(url, tracks)
  return tracksAt
}
