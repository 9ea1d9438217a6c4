const ownPages = /^\/(auth(\/|$)|forbidden\/?$)/i
const plainPath = /^\/(?!\/)[^\\\p{Cc}]*$/u

/**
 * Where to go after signing in, from the address of the sign-in page. Addresses come from anywhere: only a path of
 * this site counts, and none that has its sense only before signing in.
 */
export function readReturnTo({ returnTo }: { returnTo?: unknown }): string | undefined {
  if (typeof returnTo !== 'string' || !plainPath.test(returnTo)) return undefined
  const { origin, pathname } = new URL(returnTo, window.location.origin)
  const isHere = origin === window.location.origin && !pathname.startsWith('//')
  return isHere && !ownPages.test(pathname) ? returnTo : undefined
}

/** The search of a link to the sign-in page that comes back to where it stands. Home needs no mention. */
export function returningTo({ pathname, href }: { pathname: string; href: string }): { returnTo?: string } {
  return pathname === '/' || ownPages.test(pathname) ? {} : { returnTo: href }
}
