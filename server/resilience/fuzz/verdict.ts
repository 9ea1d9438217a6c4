import { type ErrorCode, errorStatuses } from '@earmark/contract/error-codes.ts'
import type { ErrorList } from '@earmark/contract/errors.ts'
import type { ValidateFunction } from 'ajv'
import {
  type OpenApiDocument,
  operationsOf,
  type PlacedOperation,
  type Response,
  schemaChecker,
  schemaOf,
} from '../../src/testing/api-document.ts'
import { generalErrors } from '../../src/http/responses/operation-errors.ts'
import { pathOf } from './operation-at.ts'
import type { WireAnswer } from './senders.ts'
import type { WireRequest } from './wire.ts'

/** What is wrong with the answer of an operation, in words; null when nothing is. */
export type Judge = (
  operation: PlacedOperation | undefined,
  request: Pick<WireRequest, 'method' | 'url'>,
  answer: WireAnswer,
) => string | null

/** What only whoever wrote the server should ever read. */
const inside = /node_modules|\.ts:\d|\bat \/|sqlite|postgres|select .* from/i

/** @param surfaces what is asked for beside the API */
export function createJudge(document: OpenApiDocument, surfaces: readonly PlacedOperation[]): Judge {
  const checker = schemaChecker()
  const isFailure = checker.compile(schemaOf(document.components.responses['Failure'] as Response))
  const checks = new Map<unknown, ValidateFunction | null>()
  for (const { responses } of [...operationsOf(document), ...surfaces]) {
    for (const response of Object.values(responses)) {
      if ('$ref' in response) continue
      // No JSON is right where another media type is.
      checks.set(response, response.content ? checker.compile(schemaOf(response) ?? false) : null)
    }
  }

  return (operation, { method, url }, answer) => {
    if (answer.status >= 500 && !operation?.responses[answer.status]) return 'a failure of the server'
    const missing = missingHeader(answer)
    if (missing !== null) return missing
    if (answer.status >= 400 && method === 'HEAD') return null
    if (answer.status >= 400)
      return judgeFailure(answer) ?? (operation ? judgeCodes(operation, answer) : null)
    return operation ? judgeSuccess(operation, method, answer) : judgeUndocumented(method, pathOf(url))
  }

  function judgeFailure({ status, headers, body }: WireAnswer): string | null {
    const errors = readJson(headers, body) as ErrorList | undefined
    if (!isFailure(errors)) return 'a failure without the error array'
    const code = errors[0]?.code as ErrorCode
    if (errorStatuses[code] !== status) return `the code ${code} under another status`
    return inside.test(body) ? 'a failure that tells of the inside' : null
  }

  function judgeCodes(operation: PlacedOperation, { status, body }: WireAnswer): string | null {
    const { operationId, responses } = operation
    const errors = JSON.parse(body) as ErrorList
    const check = checks.get(responses[status])
    const isGeneral = errors.every(({ code }) => generalErrors.includes(code as ErrorCode))
    if (isGeneral || check?.(errors)) return null
    return `a failure of which ${operationId} does not tell: ${JSON.stringify(errors)}`
  }

  function judgeSuccess(
    { responses }: PlacedOperation,
    method: string,
    { status, headers, body }: WireAnswer,
  ): string | null {
    const check = checks.get(responses[status])
    if (check === undefined) return `${status}, which the document does not have`
    if (check === null || method === 'HEAD') return body === '' ? null : 'a body where there should be none'
    const { content } = responses[status] as Response
    const type = String(headers['content-type']).replace(/;.*/, '')
    if (type !== 'application/json' && content?.[type]) return null
    return check(readJson(headers, body)) ? null : `what the schema does not allow: ${complaints(check)}`
  }
}

/** Undefined for what is no JSON, or does not say that it is. */
function readJson(headers: WireAnswer['headers'], body: string): unknown {
  if (headers['content-type'] !== 'application/json; charset=utf-8') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function complaints({ errors }: ValidateFunction): string {
  return JSON.stringify(errors?.slice(0, 3))
}

/** Beside the operations there are the document itself, its page, and what is below other roots. */
function judgeUndocumented(method: string, path: string): string | null {
  const isElsewhere = !path.startsWith('/api/') || /^\/api\/(docs|openapi\.json)/.test(path)
  return isElsewhere || method === 'OPTIONS' ? null : 'a success of no operation'
}

/** Those that every answer has, whatever it says. */
const everywhere = ['x-content-type-options', 'content-security-policy', 'referrer-policy']

function missingHeader({ headers }: WireAnswer): string | null {
  const missing = everywhere.find((name) => !headers[name])
  return missing === undefined ? null : `an answer without ${missing}`
}
