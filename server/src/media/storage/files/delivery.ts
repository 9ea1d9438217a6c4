/** How the bytes of media reach whoever asks this server for them. */
export type Delivery = Through | Accelerated | Redirected

/** This server reads and sends them. */
interface Through {
  readonly kind: 'through'
}

/** This server answers headers, and nginx in front of it sends the bytes from the disk. */
export interface Accelerated {
  readonly kind: 'accelerated'
  /** What nginx knows the file by. */
  pathOf(sha256: string): string
}

/** Clients are sent to another server, which has them too. */
export interface Redirected {
  readonly kind: 'redirected'
  /** Of that server, for pages to allow it. */
  readonly origin: string
  addressOf(sha256: string, contentType: string): Promise<Elsewhere>
}

export interface Elsewhere {
  readonly url: string
  /** How long clients may go there without asking again: the address is good for much longer than that. */
  readonly maxAgeSeconds: number
}

/** A year, as they never change. */
export const mediaCacheControl = 'public, max-age=31536000, immutable'
