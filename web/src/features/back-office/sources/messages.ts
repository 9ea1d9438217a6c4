import { byFeedMessages } from '../../library/index.ts'

/** `3 March`, with its year if that is another one. */
function dayOf(instant: string, now: number): string {
  const day = new Date(instant)
  const isThisYear = day.getFullYear() === new Date(now).getFullYear()
  return day.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

export const sourceMessages = {
  ...byFeedMessages,
  /** Of a source in the names of its buttons. */
  nameOf: (podcast: string) => `the feed of ${podcast}`,
  columns: {
    podcast: 'Podcast',
    address: 'Address',
    state: 'State',
    next: 'Next check',
    failures: 'Failures',
    episodes: 'Episodes',
  },
  checked: (ago: string) => `Checked ${ago}`,
  notChecked: 'Not checked yet',
  failing: (since: string, now: number) => `Has not answered since ${dayOf(since, now)}`,
  failingFrom: 'Does not answer',
  gone: 'Gone',
  paused: 'Paused',
  checking: 'Checking…',
  due: 'Now',
  nextIn: (minutes: number) => {
    if (minutes < 60) return `In ${minutes} min`
    return minutes < 48 * 60 ? `In ${Math.round(minutes / 60)} h` : `In ${Math.round(minutes / 60 / 24)} days`
  },
  check: (name: string) => `Check ${name} now`,
  checkFailed: 'Checking failed',
  checkEnded: (podcast: string) => `${podcast} is checked`,
  checkHeld: (podcast: string, minutes: number) =>
    `The host of ${podcast} asks for time. It is checked again in ${minutes < 90 ? `${Math.ceil(minutes)} min` : `${Math.round(minutes / 60)} h`}`,
  checkWaits: (podcast: string) => `${podcast} will be checked as soon as there is time`,
  more: (name: string) => `More actions for ${name}`,
  pause: 'Pause',
  resume: 'Resume',
  pausedNow: (podcast: string) => `${podcast} is not checked any more`,
  resumedNow: (podcast: string) => `${podcast} is checked again`,
  changeFailed: 'Changing the source failed',
  changeAddress: 'Change address',
  changeKeep: 'Keep recordings',
  keep: 'Recordings that are kept here',
  keepHint: 'Others are passed on from where they are, each time somebody listens.',
  keepNone: 'None',
  keepLast: (count: number) => (count === 1 ? 'The last one' : `The last ${count}`),
  keepAll: 'All',
  keepTitle: 'Keep recordings',
  keepText: (podcast: string) =>
    `What is kept of ${podcast} plays when its host is away, and takes room on this server. What somebody is in the middle of, or has in a queue or the library, stays in any case.`,
  kept: (count: number, size: string) => `${count} kept here, ${size}`,
  refused: (count: number) =>
    count === 1 ? '1 recording could not be kept' : `${count} recordings could not be kept`,
  addedTitle: 'Added',
  knownTitle: 'Already here',
  addedText: 'You follow it from now on.',
  unlisted: 'A listener has added it: it is not in the catalogue before you publish it.',
  episodesCount: (count: number) => (count === 1 ? '1 episode' : `${count} episodes`),
  latest: 'Latest episodes',
  noEpisodes: 'No episodes yet.',
  open: 'Open',
  edit: 'Edit',
  another: 'Add another',
  close: 'Close',
  undo: 'Do not keep it',
  undone: 'Podcast removed',
  undoFailed: 'Removing the podcast failed',
  previewFailed: 'The podcast could not be loaded.',
  addressTitle: 'Change the address',
  addressText: (podcast: string) => `${podcast} is read from the new address with its next check.`,
  save: 'Save',
  removeTitle: 'Remove the source',
  removeText: (podcast: string) =>
    `${podcast} is not read from its feed any more. What becomes of the podcast and its episodes?`,
  stays: 'The podcast stays',
  staysHint: 'Episodes whose sound is elsewhere cannot be played any more.',
  goes: 'The podcast goes, too',
  goesHint: 'With its episodes, and what listeners have of them. This cannot be undone.',
  remove: 'Remove',
  cancel: 'Cancel',
} as const
