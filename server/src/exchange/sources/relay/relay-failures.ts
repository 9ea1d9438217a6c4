import { anyFailure, type FailureOf } from '../../../errors.ts'

/** The codes that relayed addresses answer, as endpoints list theirs: they say nothing of why an origin fails. */
export const failure: FailureOf<
  'Forbidden' | 'NotFound' | 'RangeNotSatisfiable' | 'ServiceUnavailable' | 'TooManyRequests'
> = anyFailure
