export const messages = {
  wayBack: (time: string) => `Back to ${time}`,
  wasElsewhere: (time: string, ago: string) => `You were at ${time} on another device, ${ago}`,
  finishedElsewhere: (ago: string) => `You finished this on another device, ${ago}`,
  goThere: 'Continue there',
  stayHere: 'Stay here',
  left: (length: string) => `${length} left`,
  finished: 'Finished',
  listeningPosition: 'Listening position',
} as const
