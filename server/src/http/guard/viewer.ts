import type { Role } from '@earmark/contract/roles.ts'
import type { FastifyRequest } from 'fastify'

/** The account that sends a request. */
export interface Viewer {
  readonly userId: string
  readonly role: Role
  readonly sessionId: string
}

/** Null without a bearer, or with an invalid one. */
export type FindViewer = (request: FastifyRequest) => Promise<Viewer | null>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of a guarded route; null on open routes. */
    viewer: Viewer | null
  }
}

export function viewerOf({ viewer }: FastifyRequest): Viewer {
  if (!viewer) throw new Error('This route is open to everyone.')
  return viewer
}
