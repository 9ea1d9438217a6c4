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

/** Who sends a request: by its bearer, and by the session as the database has it at this moment. */
export function createViewerFinder({ db, clock, tokenKeys }: PeopleDeps): FindViewer {
  return async (request) => {
    const now = clock()
    const claims = await readAccessToken(tokenKeys, bearerOf(request), now)
    if (!claims) return null
    const session = await findLivingSession(db.connection, claims.sessionId, now)
    // The role is the account's present one, whatever the token says.
    return session?.userId === claims.userId
      ? { userId: session.userId, role: session.role, sessionId: claims.sessionId }
      : null
  }
}

/** Whom the bearer of a request was issued to, however long ago; null when it is none of ours. */
export async function findBearer(
  { tokenKeys }: PeopleDeps,
  request: FastifyRequest,
): Promise<AccessClaims | null> {
  return await readExpiredAccessToken(tokenKeys, bearerOf(request))
}
