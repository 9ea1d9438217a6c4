/** Numbers that both sides hold to. They stand by themselves: processes that know no endpoint load nothing else. */

/** Characters of a record's texts. */
export const maxNameLength = 500
export const maxDescriptionLength = 20_000
export const maxSubtitleLength = 500
export const maxPublisherLength = 200
export const maxSequenceLength = 50
/** Of a name or the like. */
export const maxShortTextLength = 200
export const maxCredits = 300
export const maxEpisodeNumber = 999_999

/** What has more is no book, but a heap of files. */
export const maxBookFiles = 2_000

export const maxChapters = 2_000
export const maxChapterTitleLength = 300
/** Between the beginnings of two chapters. */
export const minChapterSeconds = 0.1

/** Of one account, as the next ones. */
export const maxBookmarks = 5_000
export const maxDevices = 20
export const maxFeedTokens = 20
/** Not counting those that are complete. */
export const maxOpenUploads = 64
export const uploadLifeHours = 48
