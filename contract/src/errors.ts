import Type, { type Static } from 'typebox'

/**
 * Every code that an error answer may carry, with its HTTP status. The union is closed: what is not listed
 * here cannot be answered. Codes are stable; descriptions are for people and may change.
 */
export const errorStatuses = {
  BadRequest: 400,
  InvalidQuery: 400,
  InvalidBody: 400,
  InvalidEmail: 400,
  NameRequired: 400,
  NicknameRequired: 400,
  NumberRequired: 400,
  NumberInvalid: 400,
  NotAnOpml: 400,
  ChaptersInvalid: 400,
  BookmarkInvalid: 400,
  LanguageInvalid: 400,
  PathInvalid: 400,
  InvalidRole: 400,
  UnknownMedia: 400,
  UnexpectedFile: 400,
  PasswordTooShort: 400,
  PasswordRequiresUpper: 400,
  PasswordRequiresLower: 400,
  PasswordRequiresDigit: 400,
  PasswordRequiresNonAlphanumeric: 400,
  PasswordMismatch: 400,
  InvalidUrl: 400,
  InvalidToken: 400,
  DeviceIdRequired: 400,
  IdMismatch: 400,
  Unauthorized: 401,
  InvalidCredentials: 401,
  EmailNotConfirmed: 401,
  InvalidRefreshToken: 401,
  Forbidden: 403,
  InvalidXsrfToken: 403,
  RegistrationClosed: 403,
  InvitationRequired: 403,
  NotFound: 404,
  UnknownItem: 404,
  UnknownFolder: 404,
  UnknownBatch: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  DuplicateEmail: 409,
  DuplicateNumber: 409,
  DuplicateName: 409,
  DuplicateUrl: 409,
  StaleRecord: 409,
  StalePosition: 409,
  StaleQueue: 409,
  StaleChapters: 409,
  StaleBookmark: 409,
  TooManyBookmarks: 409,
  TooManyDevices: 409,
  TooManyTokens: 409,
  ImportRunning: 409,
  ImportNotReady: 409,
  UploadIncomplete: 409,
  UploadOffsetMismatch: 409,
  TooManyUploads: 409,
  NoOtherValue: 409,
  FolderUnavailable: 409,
  ManyMissing: 409,
  FilesChanged: 409,
  TooManyFiles: 409,
  LastAdmin: 409,
  UploadExpired: 410,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  FileTooLarge: 413,
  UnsupportedMediaType: 415,
  UnsupportedMedia: 415,
  BrokenMedia: 400,
  UnreadableMedia: 422,
  FeedUnavailable: 422,
  UploadBusy: 423,
  RangeNotSatisfiable: 416,
  ExpectationFailed: 417,
  TooManyAttempts: 429,
  TooManyRequests: 429,
  HeadersTooLarge: 431,
  InternalError: 500,
  ServiceUnavailable: 503,
  InsufficientStorage: 507,
} as const

export type ErrorCode = keyof typeof errorStatuses

export const ErrorItem = Type.Object({
  code: Type.String({ description: 'A stable code in PascalCase' }),
  description: Type.String({ description: 'A sentence for people' }),
  field: Type.Optional(Type.String({ description: 'The one input to blame, camelCase' })),
  current: Type.Optional(
    Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description:
        'With `StalePosition`, `StaleQueue`, `StaleChapters` and `StaleBookmark`: what there is instead; null when there is nothing',
    }),
  ),
})
export type ErrorItem = Static<typeof ErrorItem>

/** The body of every answer with a status of 400 or more. */
export const ErrorList = Type.Array(ErrorItem, { minItems: 1 })
export type ErrorList = Static<typeof ErrorList>
