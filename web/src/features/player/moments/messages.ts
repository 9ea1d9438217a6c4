export const messages = {
  playFrom: (time: string) => `Play from ${time}`,
  playClip: (from: string, to: string) => `Play the clip, ${from} to ${to}`,
  pause: 'Pause',
  moment: 'Linked moment',
  clip: 'Linked clip',
  stays: (place: string) => `Your own place, ${place}, stays until you go on from here.`,
  nothingKept: 'Nothing is kept of where you are until you go on from here.',
  goOn: 'Go on from here',
  backTo: (place: string) => `Back to ${place}`,
} as const
