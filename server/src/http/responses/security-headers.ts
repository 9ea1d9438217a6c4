import type { FastifyInstance } from 'fastify'

export const apiHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

export const momentaryHeaders = { ...apiHeaders, 'cache-control': 'no-store' } as const

export function registerApiHeaders(app: FastifyInstance, headers: Record<string, string> = apiHeaders): void {
  app.addHook('onSend', async (_request, reply, payload) => {
    for (const [name, value] of Object.entries(headers)) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
    return payload
  })
}

const tusRequestHeaders = ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Offset']
const tusResponseHeaders = [
  ...tusRequestHeaders,
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Upload-Expires',
]

export function corsOptions(origins: readonly string[]) {
  return {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'X-DeviceId',
      'X-XSRF-TOKEN',
      'X-HTTP-Method-Override',
      ...tusRequestHeaders,
    ],
    exposedHeaders: ['Location', 'Retry-After', ...tusResponseHeaders],
    strictPreflight: false,
  }
}

export interface PagePolicy {
  /** As `'sha256-…'`. */
  readonly scriptHashes: readonly string[]
  readonly origins: readonly string[]
  readonly mediaOrigins: readonly string[]
  /** Whether sounds may come from any host that has HTTPS. */
  readonly soundsElsewhere: boolean
  readonly https: boolean
}

export function pageHeaders({
  scriptHashes,
  origins,
  mediaOrigins,
  soundsElsewhere,
  https,
}: PagePolicy): Record<string, string> {
  const elsewhere = joinOrigins(origins)
  const mediaElsewhere = joinOrigins([...origins, ...mediaOrigins])
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.join(' ')}`.trim(),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${mediaElsewhere}`,
    `media-src 'self' blob:${mediaElsewhere}${soundsElsewhere ? ' https:' : ''}`,
    `connect-src 'self'${elsewhere}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

function joinOrigins(origins: readonly string[]): string {
  return origins.map((origin) => ` ${origin}`).join('')
}
