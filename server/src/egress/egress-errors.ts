import { EgressError, type EgressFailure } from './egress.ts'

const failures: Readonly<Record<string, EgressFailure>> = {
  ENOTFOUND: 'NameNotFound',
  EAI_AGAIN: 'NameNotFound',
  ETIMEDOUT: 'TooSlow',
  UND_ERR_CONNECT_TIMEOUT: 'TooSlow',
  UND_ERR_HEADERS_TIMEOUT: 'TooSlow',
  UND_ERR_BODY_TIMEOUT: 'TooSlow',
  UND_ERR_HEADERS_OVERFLOW: 'TooLarge',
  HPE_HEADER_OVERFLOW: 'TooLarge',
}

const certificate = /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/

/** Of an error of the system, TLS or undici. Its message names no address beyond what was asked for. */
export function asEgressError(error: unknown): EgressError {
  if (error instanceof EgressError) return error
  const { code = '', name, cause } = error as NodeJS.ErrnoException & { readonly cause?: unknown }
  if (cause instanceof EgressError) return cause
  if (name === 'TimeoutError') return new EgressError('TooSlow', 'Not answered in time', { cause: error })
  if (certificate.test(code)) return new EgressError('CertificateRefused', code, { cause: error })
  return new EgressError(failures[code] ?? 'NoAnswer', code || 'No answer', { cause: error })
}
