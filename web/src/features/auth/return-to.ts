const ownPages = /^\/(auth(\/|$)|forbidden\/?$)/i
const plainPath = /^\/(?!\/)[^\\\p{Cc}]*$/u

/**
 * Where to go after signing in, from the address of the sign-in page. Addresses come from anywhere: only a path of
 * this site counts, and none that has its sense only before signing in.
 */
export function readReturnTo({ returnTo }: { returnTo?: unknown }): string | undefined {
  if (typeof returnTo !== 'string' || !plainPath.test(returnTo)) return undefined
  const { origin, pathname, search, hash } = new URL(returnTo, window.location.origin)
  const isHere = origin === window.location.origin && !pathname.startsWith('//')
  // As addresses are written: the router puts it into a header, which takes no other letters.
  return isHere && !ownPages.test(pathname) ? pathname + search + hash : undefined
}

/** The search of a link to the sign-in page that comes back to where it stands. Home needs no mention. */
export function returningTo({ pathname, href }: { pathname: string; href: string }): { returnTo?: string } {
  return pathname === '/' || ownPages.test(pathname) ? {} : { returnTo: href }
}
