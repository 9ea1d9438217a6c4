/** Apart from the screens' texts: this one may be needed on any page. */
export const sessionMessages = {
  expired: 'Session expired. Please log in again.',
} as const
