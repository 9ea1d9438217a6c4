import type { Catalogue } from './catalogue.ts'

export interface Screen {
  name: string
  path: string
}

export const longName =
  'The Clockmaker’s Third Daughter, or, An Honest Account of the Winter in Which Every Bell in Szczęsna Learned to Wait'

const longAddress = `${'a'.repeat(64)}@${'long-'.repeat(11)}name.example.org`

/** Every screen that an address leads to, in its unusual states too. */
export function screens(catalogue: Catalogue): Screen[] {
  return [
    { name: 'home', path: '/' },
    { name: 'audio books', path: '/audio-books' },
    { name: 'audio books with many pages', path: '/audio-books?pageSize=1&pageNumber=6' },
    { name: 'audio books past the end', path: '/audio-books?pageNumber=99' },
    { name: 'audio books without a match', path: '/audio-books?search=zzyzx' },
    { name: 'podcasts', path: '/podcasts' },
    { name: 'audio book', path: catalogue.book('The Night Train Library').path },
    { name: 'audio book with a long name', path: catalogue.book(longName).path },
    { name: 'audio book without cover', path: catalogue.book('Letters from a Tin Roof').path },
    { name: 'audio book without audio', path: catalogue.book('Ninety Winters').path },
    { name: 'podcast', path: catalogue.podcast('Slow Signals').path },
    { name: 'podcast without episodes', path: catalogue.podcast('Field Notes After Dark').path },
    { name: 'episode', path: catalogue.episode('What the Foghorn Knew').path },
    { name: 'creator', path: `/creators/${catalogue.book('The Night Train Library').readers[0]?.id}` },
    { name: 'search', path: '/search' },
    { name: 'search with results', path: '/search?search=the' },
    { name: 'search without results', path: '/search?search=zzyzx' },
    { name: 'not found', path: '/not-found' },
    { name: 'sign in', path: '/auth/login' },
    { name: 'register', path: '/auth/register' },
    { name: 'confirm email', path: '/auth/confirm-email?userId=1&token=x' },
    { name: 'confirm email without parameters', path: '/auth/confirm-email' },
    {
      name: 'confirm change email',
      path: `/auth/confirm-change-email?userId=1&token=x&newEmail=${longAddress}`,
    },
    { name: 'forgot password', path: '/auth/forgot-password' },
    { name: 'reset password', path: `/auth/forgot-password?email=${longAddress}&token=x` },
    { name: 'forbidden', path: '/forbidden' },
  ]
}
