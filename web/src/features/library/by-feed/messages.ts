/** Of the address of a feed, and of what is made of it. */
export const byFeedMessages = {
  add: 'Add by feed',
  addTitle: 'Add a podcast by its feed',
  addText: 'Its episodes are played from where they are, and new ones come by themselves.',
  addOwnText:
    'Its episodes are played from where they are, and new ones come by themselves. Other listeners do not see it, unless they add the same address.',
  address: 'Address of the feed',
  addressRequired: 'The address is required',
  submitAdd: 'Add',
  reading: 'Reading the feed…',
  unreadable: 'The feed could not be read.',
  notAllowed: 'This address is not allowed.',
  known: 'Another podcast has this address already.',
  addFailed: 'Adding the feed failed',
  followed: (podcast: string) => `You follow ${podcast} from now on`,
} as const
