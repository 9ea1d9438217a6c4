import type { Role } from '@earmark/contract/roles.ts'
import type { FastifyRequest } from 'fastify'

/** Who is signed in and sends a request. */
export interface Viewer {
  readonly userId: string
  readonly role: Role
  readonly sessionId: string
}

/** Null for nobody: no bearer, or a dead one. */
export type FindViewer = (request: FastifyRequest) => Promise<Viewer | null>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of a route that asks for somebody; null on routes that are open to everyone. */
    viewer: Viewer | null
  }
}

/** Whoever sends a request to a route that asks for somebody. */
export function viewerOf({ viewer }: FastifyRequest): Viewer {
  if (!viewer) throw new Error('This route is open to everyone.')
  return viewer
}
