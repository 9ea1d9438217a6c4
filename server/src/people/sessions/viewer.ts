import type { FastifyRequest } from 'fastify'
import type { PeopleDeps } from './people-deps.ts'
import type { FindViewer } from '../../http/guard/viewer.ts'
import { type AccessClaims, readAccessToken, readExpiredAccessToken } from './access-tokens.ts'
import { findLivingSession } from './sessions.queries.ts'

const bearerForm = /^Bearer +([\w.~+/-]+=*) *$/i

/** The access token of a request (RFC 6750, 2.1). */
function bearerOf({ headers }: FastifyRequest): string {
  return bearerForm.exec(headers.authorization ?? '')?.[1] ?? ''
}

/** Finds the viewer by the bearer and the session in the database. */
export function createViewerFinder({ db, clock, tokenKeys }: PeopleDeps): FindViewer {
  return async (request) => {
    const now = clock()
    const claims = await readAccessToken(tokenKeys, bearerOf(request), now)
    if (!claims) return null
    const session = await findLivingSession(db.connection, claims.sessionId, now)
    // The role is the account's present one.
    return session?.userId === claims.userId
      ? { userId: session.userId, role: session.role, sessionId: claims.sessionId }
      : null
  }
}

/** The claims of the bearer, expired or not; null for an invalid one. */
export async function findBearer(
  { tokenKeys }: PeopleDeps,
  request: FastifyRequest,
): Promise<AccessClaims | null> {
  return await readExpiredAccessToken(tokenKeys, bearerOf(request))
}
