/** How clients get media bytes. */
export type Delivery = Through | Accelerated | Redirected

/** The server sends the bytes. */
interface Through {
  readonly kind: 'through'
}

/** nginx in front of the server sends the bytes (X-Accel-Redirect). */
export interface Accelerated {
  readonly kind: 'accelerated'
  /** nginx's internal location. */
  pathOf(sha256: string): string
}

/** Clients are redirected to another server. */
export interface Redirected {
  readonly kind: 'redirected'
  /** Pages allow this origin in their policy. */
  readonly origin: string
  addressOf(sha256: string, contentType: string): Promise<Elsewhere>
}

export interface Elsewhere {
  readonly url: string
  /** Seconds for which clients may cache the redirect; the address is valid for longer. */
  readonly maxAgeSeconds: number
}

/** One year. */
export const mediaCacheControl = 'public, max-age=31536000, immutable'
