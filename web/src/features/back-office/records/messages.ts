import type { CreditRole } from '@earmark/contract/credits.ts'
import { audioFormats, imageFormats, maxTracks } from '@earmark/contract/record-forms.ts'
import { type RecordTexts, recordTexts } from '../messages.ts'

/** The specification's texts, letter for letter. */
export interface RecordMessages extends RecordTexts {
  /** Heading and breadcrumb of a new record. */
  newTitle: string
}

export const audioBookMessages: RecordMessages = { newTitle: 'New Audio Book', ...recordTexts('Audio Book') }
export const podcastMessages: RecordMessages = { newTitle: 'New Podcast', ...recordTexts('Podcast') }
export const episodeMessages: RecordMessages = { newTitle: 'New Episode', ...recordTexts('Podcast Episode') }

export interface PeopleMessages {
  heading: string
  add: string
  addFailed: string
  removeFailed: string
  removeTitle: (role: CreditRole) => string
}

export const readerMessages: PeopleMessages = {
  heading: 'People',
  add: 'Add Reader',
  addFailed: 'Add Reader failed',
  removeFailed: 'Remove Reader failed',
  removeTitle: (role) => `Remove Audio Book ${role}`,
}

const voicerRoles: readonly CreditRole[] = ['Host', 'Guest', 'Voice']
const voicerOr = (role: CreditRole) => (voicerRoles.includes(role) ? 'Voicer' : role)

export const podcastVoicerMessages: PeopleMessages = {
  heading: 'People',
  add: 'Add Voicer',
  addFailed: 'Add Voicer failed',
  removeFailed: 'Remove Voicer failed',
  removeTitle: (role) => `Remove Podcast ${voicerOr(role)}`,
}

export const episodeVoicerMessages: PeopleMessages = {
  heading: 'People',
  add: 'Add Voicer',
  addFailed: 'Add Episode Voicer failed',
  removeFailed: 'Remove Episode Voicer failed',
  removeTitle: (role) => `Remove Podcast Episode ${voicerOr(role)}`,
}

export const messages = {
  details: 'Details',
  cover: 'Cover',
  audioSection: 'Audio',
  name: 'Name',
  number: 'Number',
  numberRequired: 'Number is required',
  numberInvalid: 'Number has to be a whole number from 0 to 999999',
  description: 'Description',
  coverImage: 'Cover image',
  coverHint: `${imageFormats.names} in any shape: it is shown whole.`,
  inheritedCoverHint: 'Without one of its own, the episode shows the podcast’s cover.',
  coverImagePreview: 'Cover image preview',
  previewHint: 'Made from the cover image when there is none.',
  audio: 'Audio',
  audioHint: `${audioFormats.names}.`,
  tracksHint: `${audioFormats.names}. Several files are one book, in the order of the list.`,
  track: (number: number) => `Track ${number}`,
  filesCount: (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`,
  dropFiles: 'Drop audio files here, or choose them.',
  dropMore: 'Drop more files, or choose them.',
  audioFile: 'Audio file',
  choose: 'Choose',
  chooseAudio: 'Choose audio',
  chooseMore: 'Choose more',
  chooseMoreAudio: 'Choose more audio',
  clear: 'Clear',
  clearAudio: 'Clear audio',
  listenTo: (name: string) => `Listen to ${name}`,
  replaceTrack: (name: string) => `Replace ${name}`,
  othersLeftOut: (count: number) => `${count} more ${count === 1 ? 'file was' : 'files were'} left out.`,
  tooManyTracks: `An audio book has at most ${maxTracks} files.`,
  partsDiffer: 'The files are of different kinds. Other players will not play this book.',
  proposed: {
    name: 'The name was taken from the file.',
    cover: 'The cover was taken from the file.',
    both: 'Name and cover were taken from the file.',
  },
  uploading: 'Upload',
  uploaded: (percent: number) => `${percent}% sent`,
  finishing: 'Sent. The server is looking through it…',
  cancelUpload: 'Cancel upload',
  uploadCancelled: { message: 'Upload cancelled', description: 'Nothing was saved.' },
  leftUnanswered: {
    message: 'Left during a save',
    description: 'It may have been saved: look before you save again.',
  },
  peopleNotSaved: 'Its people are not saved yet. Save again to try it once more.',
  connectionLost: 'The connection was lost. It may have been saved: look before you save again.',
  previousEpisode: 'Previous Episode',
  nextEpisode: 'Next Episode',
  neighbours: 'Other episodes',
} as const
