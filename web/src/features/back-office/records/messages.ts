import { audioFormats, imageFormats } from '@earmark/contract/record-forms.ts'
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
  removeTitle: string
}

export const readerMessages: PeopleMessages = {
  heading: 'Readers',
  add: 'Add Reader',
  addFailed: 'Add Reader failed',
  removeFailed: 'Remove Reader failed',
  removeTitle: 'Remove Audio Book Reader',
}

export const podcastVoicerMessages: PeopleMessages = {
  heading: 'Voicers',
  add: 'Add Voicer',
  addFailed: 'Add Voicer failed',
  removeFailed: 'Remove Voicer failed',
  removeTitle: 'Remove Podcast Voicer',
}

export const episodeVoicerMessages: PeopleMessages = {
  heading: 'Voicers',
  add: 'Add Voicer',
  addFailed: 'Add Episode Voicer failed',
  removeFailed: 'Remove Episode Voicer failed',
  removeTitle: 'Remove Podcast Episode Voicer',
}

export const episodesMessages = {
  heading: 'Episodes',
  create: 'Create Episode',
  number: 'Number',
  none: 'There are no episodes yet.',
  deleteFailed: 'Delete Episode failed',
} as const

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
  connectionLost: 'The connection was lost. It may have been saved: look before you save again.',
  staleTitle: 'Changed in the meantime',
  staleText: (name: string) =>
    `Somebody else has saved “${name}” since you opened it. Their version is on the server, yours is only here.`,
  loadNewer: 'Load theirs',
  saveMine: 'Save mine',
  keepEditing: 'Keep editing',
  previousEpisode: 'Previous Episode',
  nextEpisode: 'Next Episode',
  neighbours: 'Other episodes',
} as const
