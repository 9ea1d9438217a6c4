import Type from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { EpisodeNumber, EpisodeParams, episodeTypes, PodcastEpisodeDetail } from './episodes.ts'
import { Id, IdParams, Instant, invalidAs, NoContent, refusedAs } from './fields.ts'
import {
  audioFile,
  browsedParts,
  clearable,
  clearableChoice,
  coverFiles,
  keptAudio,
  keptCover,
  newAudio,
  newCover,
  newPublishing,
  replacementForm,
  SameId,
  textParts,
} from './record-forms.ts'

/** Apart from the reads, which every listener's browser loads. */

const tags = ['Podcasts']

const ownParts = {
  PodcastId: Type.Optional(SameId),
  Number: refusedAs('NumberRequired', invalidAs('NumberInvalid', EpisodeNumber)),
  ...textParts,
  Season: clearable(EpisodeNumber),
  EpisodeType: clearableChoice(episodeTypes),
  IsExplicit: browsedParts.IsExplicit,
  PublishedAt: clearable(
    Type.String({
      ...Instant,
      description: 'The day that is shown; empty, the one on which it became public here',
    }),
  ),
}
const files = { ...coverFiles, ...audioFile }

export const createEpisode = {
  method: 'POST',
  url: '/podcasts/:id/episodes',
  schema: {
    operationId: 'createEpisode',
    summary: 'Add an episode to a podcast',
    tags,
    errors: [
      'NotFound',
      'NumberRequired',
      'NumberInvalid',
      'DuplicateNumber',
      'NameRequired',
      'IdMismatch',
      'UnknownMedia',
    ],
    params: IdParams,
    form: Type.Object({ ...newCover, ...newAudio, ...ownParts, ...newPublishing, ...files }),
    response: { 201: PodcastEpisodeDetail },
  },
} as const satisfies Endpoint

export const updateEpisode = {
  method: 'PUT',
  url: '/podcasts/:id/episodes/:episodeId',
  schema: {
    operationId: 'updateEpisode',
    summary: 'Replace an episode',
    tags,
    description: 'What is absent is cleared, but what may be null stays as it is; empty clears.',
    errors: [
      'NotFound',
      'IdMismatch',
      'NumberRequired',
      'NumberInvalid',
      'DuplicateNumber',
      'NameRequired',
      'UnknownMedia',
      'StaleRecord',
    ],
    params: EpisodeParams,
    form: replacementForm({ ...ownParts, ...keptCover, ...keptAudio, ...files }),
    response: { 200: PodcastEpisodeDetail },
  },
} as const satisfies Endpoint

export const deleteEpisode = {
  method: 'DELETE',
  url: '/podcasts/:id/episodes/:episodeId',
  schema: {
    operationId: 'deleteEpisode',
    summary: 'Delete an episode',
    tags,
    errors: ['NotFound'],
    params: EpisodeParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

const VoicerParams = Type.Object({ ...EpisodeParams.properties, creatorId: Id })

export const addEpisodeVoicer = {
  method: 'POST',
  url: '/podcasts/:id/episodes/:episodeId/voicers/:creatorId',
  schema: {
    operationId: 'addEpisodeVoicer',
    summary: 'Add a voicer; succeeds as well when it is there already',
    tags,
    errors: ['NotFound', 'InvalidBody'],
    params: VoicerParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

export const removeEpisodeVoicer = {
  method: 'DELETE',
  url: '/podcasts/:id/episodes/:episodeId/voicers/:creatorId',
  schema: {
    operationId: 'removeEpisodeVoicer',
    summary: 'Remove a voicer; succeeds as well when it is not there',
    tags,
    errors: ['NotFound'],
    params: VoicerParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
