import Type from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, NoContent } from './fields.ts'
import { episodeOrders, PodcastDetail } from './podcasts.ts'
import {
  browsedParts,
  clearable,
  clearableChoice,
  coverFiles,
  genreList,
  keptCover,
  maxLinkLength,
  newCover,
  newPublishing,
  replacementForm,
  textParts,
} from './record-forms.ts'

/** Apart from the reads, which every listener's browser loads. */

const tags = ['Podcasts']

const ownParts = {
  ...textParts,
  Categories: genreList,
  ...browsedParts,
  Link: clearable(
    Type.String({ maxLength: maxLinkLength, format: 'uri', description: 'With http or https' }),
  ),
  EpisodeOrder: clearableChoice(episodeOrders),
}

export const createPodcast = {
  method: 'POST',
  url: '/podcasts',
  schema: {
    operationId: 'createPodcast',
    summary: 'Add a podcast',
    tags,
    errors: ['NameRequired', 'LanguageInvalid', 'UnknownMedia'],
    form: Type.Object({ ...newCover, ...ownParts, ...newPublishing, ...coverFiles }),
    response: { 201: PodcastDetail },
  },
} as const satisfies Endpoint

export const updatePodcast = {
  method: 'PUT',
  url: '/podcasts/:id',
  schema: {
    operationId: 'updatePodcast',
    summary: 'Replace a podcast',
    tags,
    description:
      'What is absent is cleared, but categories and what may be null stay as they are; empty clears.',
    errors: ['NotFound', 'IdMismatch', 'NameRequired', 'LanguageInvalid', 'UnknownMedia', 'StaleRecord'],
    params: IdParams,
    form: replacementForm({ ...ownParts, ...keptCover, ...coverFiles }),
    response: { 200: PodcastDetail },
  },
} as const satisfies Endpoint

export const deletePodcast = {
  method: 'DELETE',
  url: '/podcasts/:id',
  schema: {
    operationId: 'deletePodcast',
    summary: 'Delete a podcast, with its episodes',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

const voicerParams = Type.Object({ id: Id, creatorId: Id })

export const addPodcastVoicer = {
  method: 'POST',
  url: '/podcasts/:id/voicers/:creatorId',
  schema: {
    operationId: 'addPodcastVoicer',
    summary: 'Add a voicer; succeeds as well when it is there already',
    tags,
    errors: ['NotFound', 'InvalidBody'],
    params: voicerParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

export const removePodcastVoicer = {
  method: 'DELETE',
  url: '/podcasts/:id/voicers/:creatorId',
  schema: {
    operationId: 'removePodcastVoicer',
    summary: 'Remove a voicer; succeeds as well when it is not there',
    tags,
    errors: ['NotFound'],
    params: voicerParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
