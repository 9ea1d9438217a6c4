import {
  choosing,
  confirming,
  creation,
  deletion,
  picking,
  rowDeletion,
  saving,
  testActions,
  update,
} from '../../testing/back-office-actions.tsx'
import { ida } from '../../testing/back-office-answers.ts'
import { type } from '../../testing/the-app.tsx'

/** The specification's texts on the screens that show them. */

const user = `/users/${ida.id}` as const
const episode = '/podcasts/2/episodes/4'
const forgot = ['Forgot password', 'Start forgot password process?'] as const
const forgotTexts = ['User forgot password failed', 'User forgot password started'] as const

async function newUser() {
  await type('Email', ida.email)
  await saving('Name', 'Ida')()
}

testActions([
  creation('newBook', saving('Name', 'Salt'), 'POST /audio-books', 'Audio Book', 'book'),
  creation('newPodcast', saving('Name', 'Signals'), 'POST /podcasts', 'Podcast', 'podcast'),
  creation('newEpisode', saving('Name', 'Fog'), 'POST /podcasts/2/episodes', 'Podcast Episode', 'episode'),
  creation('newCreator', saving('Nickname', 'Inés'), 'POST /creators', 'Creator', 'creator'),
  creation('newSeries', saving('Name', 'Tides'), 'POST /series', 'Series', 'series'),
  creation('newCollection', saving('Name', 'Winter'), 'POST /collections', 'Collection', 'collection'),
  creation('newUser', newUser, 'POST /users', 'User', 'user'),

  update('book', saving('Name', 'Salt'), 'PUT /audio-books/1', 'Audio Book'),
  update('podcast', saving('Name', 'Signals'), 'PUT /podcasts/2', 'Podcast'),
  update('episode', saving('Name', 'Fog'), `PUT ${episode}`, 'Podcast Episode'),
  update('creator', saving('Nickname', 'Inés'), 'PUT /creators/3', 'Creator'),
  update('series', saving('Name', 'Tides'), 'PUT /series/6', 'Series'),
  update('collection', saving('Name', 'Winter'), 'PUT /collections/7', 'Collection'),
  update('user', saving('Name', 'Ida'), `PUT ${user}`, 'User'),

  deletion('book', 'Salt', 'DELETE /audio-books/1', 'Audio Book'),
  deletion('podcast', 'Signals', 'DELETE /podcasts/2', 'Podcast'),
  deletion('episode', 'Fog', `DELETE ${episode}`, 'Podcast Episode'),
  deletion('creator', 'Inés', 'DELETE /creators/3', 'Creator'),
  deletion('series', 'Tides', 'DELETE /series/6', 'Series'),
  deletion('collection', 'Winter', 'DELETE /collections/7', 'Collection'),
  deletion('user', 'Ida', `DELETE ${user}`, 'User'),

  rowDeletion('Salt', 'DELETE /audio-books/1', 'Audio Book'),
  rowDeletion('Signals', 'DELETE /podcasts/2', 'Podcast'),
  rowDeletion('Inés', 'DELETE /creators/3', 'Creator'),
  rowDeletion('Tides', 'DELETE /series/6', 'Series'),
  rowDeletion('Winter', 'DELETE /collections/7', 'Collection'),
  rowDeletion(ida.email, `DELETE ${user}`, 'User'),
  [
    'podcast',
    confirming('Delete Fog', 'Delete Podcast Episode', 'Are you sure Fog?'),
    `DELETE ${episode}`,
    'Delete Episode failed',
    'Podcast Episode deleted',
  ],

  ['user', choosing('Forgot password', ...forgot), 'POST /auth/forgot-password', ...forgotTexts],
  [
    'index',
    confirming(`Forgot password of ${ida.email}`, ...forgot),
    'POST /auth/forgot-password',
    ...forgotTexts,
  ],

  ['book', picking('Add Reader', /^Gull/), 'PUT /audio-books/1/credits', 'Add Reader failed'],
  ['podcast', picking('Add Voicer', /^Gull/), 'PUT /podcasts/2/credits', 'Add Voicer failed'],
  ['episode', picking('Add Voicer', /^Gull/), `PUT ${episode}/credits`, 'Add Episode Voicer failed'],
  [
    'book',
    confirming('Remove Inés', 'Remove Audio Book Reader', 'Are you sure Inés?'),
    'PUT /audio-books/1/credits',
    'Remove Reader failed',
  ],
  [
    'podcast',
    confirming('Remove Inés', 'Remove Podcast Voicer', 'Are you sure Inés?'),
    'PUT /podcasts/2/credits',
    'Remove Voicer failed',
  ],
  [
    'episode',
    confirming('Remove Inés', 'Remove Podcast Episode Voicer', 'Are you sure Inés?'),
    `PUT ${episode}/credits`,
    'Remove Episode Voicer failed',
  ],
])
