import type { NewTrack } from '../state.ts'

export function newTrack(audioSrc: string): NewTrack {
  return {
    recording: { kind: 'audio-book', id: audioSrc.codePointAt(0) ?? 0 },
    title: `Title of ${audioSrc}`,
    subtitle: 'A reader',
    audioSrc,
    coverImageSrc: null,
    referenceLink: `/audio-books/${audioSrc}`,
    durationSeconds: 60,
  }
}

export function sources(tracks: readonly NewTrack[]): string[] {
  return tracks.map(({ audioSrc }) => audioSrc)
}
