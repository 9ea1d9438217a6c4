import {
  maxBookmarks,
  maxDevices,
  maxEpisodeNumber,
  maxFeedTokens,
  maxOpenUploads,
  uploadLifeHours,
} from '@earmark/contract/limits.ts'
import { type ErrorCode, errorStatuses } from '@earmark/contract/error-codes.ts'
import type { ErrorItem, ErrorList } from '@earmark/contract/errors.ts'
import { minPasswordLength } from '@earmark/contract/passwords.ts'
import { roles } from '@earmark/contract/roles.ts'

const descriptions: Record<ErrorCode, string> = {
  BadRequest:
    'The request is not valid HTTP, does not name its host, or has a transfer coding other than chunked.',
  InvalidQuery: 'The query is not valid.',
  InvalidBody: 'The request body is not valid.',
  InvalidEmail: 'This is not an e-mail address.',
  NameRequired: 'A name is required.',
  NicknameRequired: 'A nickname is required.',
  NumberRequired: 'A number is required.',
  NumberInvalid: `A number is a whole number from 0 to ${maxEpisodeNumber}.`,
  NotAnOpml: 'This file is no OPML list of at most 5 000 feeds.',
  ChaptersInvalid: 'The chapters are not valid.',
  BookmarkInvalid: 'The times or the note of the bookmark are not valid.',
  LanguageInvalid: 'A language is a tag of BCP 47, such as en or pt-BR.',
  PathInvalid: 'This is not a path within the folder.',
  InvalidRole: `A role is one of ${roles.join(', ')}.`,
  UnknownMedia: 'The file that the request keeps is not the record’s present one.',
  UnexpectedFile: 'The request has a file that is not asked for.',
  PasswordTooShort: `A password has at least ${minPasswordLength} characters.`,
  PasswordRequiresUpper: 'A password has at least one uppercase letter.',
  PasswordRequiresLower: 'A password has at least one lowercase letter.',
  PasswordRequiresDigit: 'A password has at least one digit.',
  PasswordRequiresNonAlphanumeric: 'A password has at least one character that is neither letter nor digit.',
  PasswordMismatch: 'The password is wrong.',
  InvalidUrl: 'This is not an address that may be used here.',
  InvalidToken: 'The link is not valid any more. Please ask for a new one.',
  DeviceIdRequired: 'The header X-DeviceId with a UUID is required.',
  IdMismatch: 'The id in the request is not that of the record.',
  Unauthorized: 'Please sign in.',
  InvalidCredentials: 'The e-mail address or the password is wrong.',
  EmailNotConfirmed: 'The e-mail address has not been confirmed yet.',
  InvalidRefreshToken: 'The session has ended. Please sign in again.',
  Forbidden: 'You are not allowed to do this.',
  InvalidXsrfToken:
    'The request did not come from a page of this site. Please reload the page and try again.',
  RegistrationClosed: 'Nobody can register here. Please ask an administrator for an account.',
  InvitationRequired: 'An account here needs an invitation. Please ask an administrator for one.',
  NotFound: 'There is nothing here.',
  UnknownItem: 'What is named is not in the catalogue.',
  UnknownFolder: 'The settings name no such folder.',
  UnknownBatch: 'There is no such batch of uploads.',
  MethodNotAllowed: 'This address does not support that method.',
  DuplicateNumber: 'Another episode of this podcast has this number.',
  DuplicateUrl: 'Another source has this address already.',
  DuplicateName: 'Another one has this name already.',
  StaleRecord: 'Somebody else has changed this meanwhile.',
  StalePosition: 'This recording has been listened to elsewhere meanwhile.',
  StaleQueue: 'The queue has been changed on another device meanwhile.',
  StaleChapters: 'Somebody else has changed the chapters meanwhile.',
  StaleBookmark: 'The bookmark has changed meanwhile.',
  TooManyBookmarks: `An account has at most ${maxBookmarks} bookmarks.`,
  TooManyDevices: `An account has at most ${maxDevices} connected apps. Please remove one first.`,
  TooManyTokens: `An account has private feeds for at most ${maxFeedTokens} apps.`,
  ImportRunning: 'The folder is being looked through already, or waits for its review.',
  ImportNotReady: 'This can be done once the import waits for its review.',
  UploadIncomplete: 'Some of the files have not been received yet.',
  UploadOffsetMismatch: 'The bytes do not begin where those that are here end.',
  TooManyUploads: `An account has at most ${maxOpenUploads} uploads that are not complete.`,
  UploadExpired: `No byte of the upload has come for ${uploadLifeHours} hours. Please begin it again.`,
  UploadBusy: 'Another request sends bytes of this upload just now.',
  NoOtherValue: 'No file says anything else about this field.',
  FolderUnavailable: 'The folder is not there just now. Nothing was changed.',
  FilesChanged: 'Files of some books have changed since they were looked into. Look again to bring them in.',
  TooManyFiles: 'The folder has more than 300 000 files: look through the folders below it one by one.',
  ManyMissing: 'So many books are missing that nothing was marked as missing.',
  DuplicateEmail: 'Another account has this e-mail address.',
  LastAdmin: 'This is the only administrator. Make somebody else an administrator first.',
  RequestTimeout: 'The request did not arrive in time.',
  PreconditionFailed: 'The file is not the one that the request names.',
  PayloadTooLarge: 'The request is too large.',
  FileTooLarge: 'The file is too large.',
  UnsupportedMediaType: 'The content type of the request is not supported.',
  UnsupportedMedia: 'This kind of file is not supported.',
  BrokenMedia: 'The file is damaged or incomplete.',
  FeedUnavailable: 'The feed could not be read.',
  UnreadableMedia: 'Looking into the file takes more time or memory than there is for one file.',
  RangeNotSatisfiable: 'The requested range is not one of this file.',
  ExpectationFailed: 'The expectation of the request cannot be met.',
  TooManyAttempts: 'Too many wrong passwords. Please try again a little later.',
  TooManyRequests: 'Too many requests. Please try again a little later.',
  HeadersTooLarge: 'The headers of the request are too large.',
  InternalError: 'Something went wrong on our side.',
  ServiceUnavailable: 'The service is not available right now. Please try again in a moment.',
  InsufficientStorage: 'There is no room left to store this.',
}

/** What a code means, for people. */
export function errorSentence(code: ErrorCode): string {
  return descriptions[code]
}

interface FailureDetails {
  readonly description?: string
  /** The field to blame, by its name in the record. */
  readonly field?: string | undefined
  readonly retryAfterMs?: number
  readonly current?: object | null
}

/**
 * Handlers get one by their request, of the codes that their endpoint lists, and hand it on to services, which name their
 * own codes: a call cannot be answered by a code that its endpoint does not list.
 */
export type FailureOf<Code extends ErrorCode> = (code: Code, details?: FailureDetails) => AppError

/** For programs beside the server, and hooks of many calls. */
export const anyFailure: FailureOf<ErrorCode> = (code, details) => new AppError(code, details)

/** An expected failure. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  /** Milliseconds until a retry may succeed. */
  readonly retryAfterMs: number | undefined
  /** The present state, where the request follows an older one. */
  readonly current: object | null | undefined

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(details.description ?? descriptions[code])
    this.code = code
    this.field = details.field
    this.retryAfterMs = details.retryAfterMs
    this.current = details.current
  }

  get status(): number {
    return errorStatuses[this.code]
  }

  toItem(): ErrorItem {
    return {
      code: this.code,
      description: this.message,
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(this.current === undefined ? {} : { current: this.current }),
    }
  }
}

/** The first one decides the status. */
export class AppErrors extends Error {
  readonly errors: readonly [AppError, ...AppError[]]

  constructor(errors: readonly [AppError, ...AppError[]]) {
    super(errors.map(({ message }) => message).join(' '))
    this.errors = errors
  }
}

/** @throws AppErrors for one or more */
export function refuse(...problems: AppError[]): void {
  const [first, ...others] = problems
  if (first) throw new AppErrors([first, ...others])
}

export function errorBody(...errors: AppError[]): ErrorList {
  return errors.map((error) => error.toItem())
}

/** A start or command cannot go on; the message is one sentence with setting and remedy. */
export class StartError extends Error {}
