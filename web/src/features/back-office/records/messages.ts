import { audioKind, imageKind } from '../../../ui/file-field/file-kinds.ts'

/** The specification's texts, letter for letter. */
export interface RecordMessages {
  /** Heading and breadcrumb of one that is not there yet. */
  untitled: string
  created: string
  updated: string
  deleted: string
  getFailed: string
  createFailed: string
  updateFailed: string
  deleteFailed: string
  deleteTitle: string
}

export const audioBookMessages: RecordMessages = {
  untitled: 'New Audio Book',
  created: 'Audio Book created',
  updated: 'Audio Book updated',
  deleted: 'Audio Book deleted',
  getFailed: 'Get Audio Book failed',
  createFailed: 'Audio Book create failed',
  updateFailed: 'Audio Book update failed',
  deleteFailed: 'Audio Book delete failed',
  deleteTitle: 'Delete Audio Book',
}

export const podcastMessages: RecordMessages = {
  untitled: 'New Podcast',
  created: 'Podcast created',
  updated: 'Podcast updated',
  deleted: 'Podcast deleted',
  getFailed: 'Get Podcast failed',
  createFailed: 'Podcast create failed',
  updateFailed: 'Podcast update failed',
  deleteFailed: 'Podcast delete failed',
  deleteTitle: 'Delete Podcast',
}

export const episodeMessages: RecordMessages = {
  untitled: 'New Episode',
  created: 'Podcast Episode created',
  updated: 'Podcast Episode updated',
  deleted: 'Podcast Episode deleted',
  getFailed: 'Get Podcast Episode failed',
  createFailed: 'Podcast Episode create failed',
  updateFailed: 'Podcast Episode update failed',
  deleteFailed: 'Podcast Episode delete failed',
  deleteTitle: 'Delete Podcast Episode',
}

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
  nameRequired: 'Name is required',
  number: 'Number',
  numberRequired: 'Number is required',
  numberInvalid: 'Number has to be a whole number from 0 to 999999',
  description: 'Description',
  coverImage: 'Cover image',
  coverHint: `${imageKind.formats} in any shape: it is shown whole.`,
  inheritedCoverHint: 'Without one of its own, the episode shows the podcast’s cover.',
  coverImagePreview: 'Cover image preview',
  previewHint: 'Made from the cover image when there is none.',
  audio: 'Audio',
  audioHint: `${audioKind.formats}.`,
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
