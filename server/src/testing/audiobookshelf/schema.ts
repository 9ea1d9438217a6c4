/** The tables of Audiobookshelf as its models and migrations make them: of 2.3.0, and of 2.36. */
export type SchemaAge = '2.3.0' | '2.36.0'

const times = '`createdAt` DATETIME NOT NULL, `updatedAt` DATETIME NOT NULL'
const uuid = '`id` UUID UNIQUE PRIMARY KEY'
const string = (...names: string[]) => names.map((name) => `\`${name}\` VARCHAR(255)`).join(', ')

const firstTables: Readonly<Record<string, string>> = {
  users: `${uuid}, ${string('username', 'email', 'pash', 'type', 'token')}, \`isActive\` TINYINT(1) DEFAULT 0,
    \`isLocked\` TINYINT(1) DEFAULT 0, \`lastSeen\` DATETIME, \`permissions\` JSON, \`bookmarks\` JSON, \`extraData\` JSON, ${times}`,
  libraries: `${uuid}, ${string('name', 'icon', 'mediaType', 'provider', 'lastScanVersion')}, \`displayOrder\` INTEGER,
    \`lastScan\` DATETIME, \`settings\` JSON, \`extraData\` JSON, ${times}`,
  libraryFolders: `${uuid}, ${string('path')}, ${times}, \`libraryId\` UUID REFERENCES \`libraries\` (\`id\`) ON DELETE CASCADE`,
  libraryItems: `${uuid}, ${string('ino', 'path', 'relPath')}, \`mediaId\` UUIDV4, ${string('mediaType')},
    \`isFile\` TINYINT(1), \`isMissing\` TINYINT(1), \`isInvalid\` TINYINT(1), \`mtime\` DATETIME(6), \`ctime\` DATETIME(6),
    \`birthtime\` DATETIME(6), \`size\` BIGINT, \`lastScan\` DATETIME, ${string('lastScanVersion')}, \`libraryFiles\` JSON,
    \`extraData\` JSON, ${times}, \`libraryId\` UUID REFERENCES \`libraries\` (\`id\`),
    \`libraryFolderId\` UUID REFERENCES \`libraryFolders\` (\`id\`)`,
  books: `${uuid}, ${string('title', 'titleIgnorePrefix', 'subtitle', 'publishedYear', 'publishedDate', 'publisher')},
    \`description\` TEXT, ${string('isbn', 'asin', 'language')}, \`explicit\` TINYINT(1), \`abridged\` TINYINT(1),
    ${string('coverPath')}, \`duration\` FLOAT, \`narrators\` JSON, \`audioFiles\` JSON, \`ebookFile\` JSON,
    \`chapters\` JSON, \`tags\` JSON, \`genres\` JSON, ${times}`,
  authors: `${uuid}, ${string('name', 'lastFirst', 'asin')}, \`description\` TEXT, ${string('imagePath')}, ${times},
    \`libraryId\` UUID REFERENCES \`libraries\` (\`id\`)`,
  bookAuthors: `${uuid}, \`createdAt\` DATETIME NOT NULL, \`authorId\` UUID REFERENCES \`authors\` (\`id\`),
    \`bookId\` UUID REFERENCES \`books\` (\`id\`), UNIQUE (\`authorId\`, \`bookId\`)`,
  series: `${uuid}, ${string('name', 'nameIgnorePrefix')}, \`description\` TEXT, ${times},
    \`libraryId\` UUID REFERENCES \`libraries\` (\`id\`)`,
  bookSeries: `${uuid}, ${string('sequence')}, \`createdAt\` DATETIME NOT NULL, \`bookId\` UUID REFERENCES \`books\` (\`id\`),
    \`seriesId\` UUID REFERENCES \`series\` (\`id\`), UNIQUE (\`bookId\`, \`seriesId\`)`,
  podcasts: `${uuid}, ${string('title', 'titleIgnorePrefix', 'author', 'releaseDate', 'feedURL', 'imageURL')},
    \`description\` TEXT, ${string('itunesPageURL', 'itunesId', 'itunesArtistId', 'language', 'podcastType')},
    \`explicit\` TINYINT(1), \`autoDownloadEpisodes\` TINYINT(1), ${string('autoDownloadSchedule')},
    \`lastEpisodeCheck\` DATETIME, \`maxEpisodesToKeep\` INTEGER, \`maxNewEpisodesToDownload\` INTEGER,
    ${string('coverPath')}, \`tags\` JSON, \`genres\` JSON, ${times}`,
  podcastEpisodes: `${uuid}, \`index\` INTEGER, ${string('season', 'episode', 'episodeType', 'title')},
    \`subtitle\` VARCHAR(1000), \`description\` TEXT, ${string('pubDate', 'enclosureURL')}, \`enclosureSize\` BIGINT,
    ${string('enclosureType')}, \`publishedAt\` DATETIME, \`audioFile\` JSON, \`chapters\` JSON, \`extraData\` JSON, ${times},
    \`podcastId\` UUID REFERENCES \`podcasts\` (\`id\`)`,
  mediaProgresses: `${uuid}, \`mediaItemId\` UUIDV4, ${string('mediaItemType')}, \`duration\` FLOAT, \`currentTime\` FLOAT,
    \`isFinished\` TINYINT(1), \`hideFromContinueListening\` TINYINT(1), ${string('ebookLocation')}, \`ebookProgress\` FLOAT,
    \`finishedAt\` DATETIME, \`extraData\` JSON, ${times}, \`userId\` UUID REFERENCES \`users\` (\`id\`)`,
  playbackSessions: `${uuid}, \`mediaItemId\` UUIDV4, ${string('mediaItemType', 'displayTitle', 'displayAuthor')},
    \`duration\` FLOAT, \`playMethod\` INTEGER, ${string('mediaPlayer')}, \`startTime\` FLOAT, \`currentTime\` FLOAT,
    ${string('serverVersion', 'coverPath')}, \`timeListening\` INTEGER, \`mediaMetadata\` JSON, ${string('date', 'dayOfWeek')},
    \`extraData\` JSON, ${times}, \`userId\` UUID REFERENCES \`users\` (\`id\`), \`libraryId\` UUID`,
  collections: `${uuid}, ${string('name')}, \`description\` TEXT, ${times}, \`libraryId\` UUID REFERENCES \`libraries\` (\`id\`)`,
  collectionBooks: `${uuid}, \`order\` INTEGER, \`createdAt\` DATETIME NOT NULL, \`bookId\` UUID REFERENCES \`books\` (\`id\`),
    \`collectionId\` UUID REFERENCES \`collections\` (\`id\`)`,
  playlists: `${uuid}, ${string('name')}, \`description\` TEXT, ${times}, \`libraryId\` UUID, \`userId\` UUID`,
  playlistMediaItems: `${uuid}, \`mediaItemId\` UUIDV4, ${string('mediaItemType')}, \`order\` INTEGER,
    \`createdAt\` DATETIME NOT NULL, \`playlistId\` UUID REFERENCES \`playlists\` (\`id\`)`,
  feeds: `${uuid}, ${string('slug', 'entityType')}, \`entityId\` UUIDV4, ${string('serverAddress', 'feedURL')}, ${times}`,
  settings: `\`key\` VARCHAR(255) PRIMARY KEY, \`value\` JSON, ${times}`,
}

/** What migrations up to 2.36 have added. */
const laterStatements = [
  'ALTER TABLE `libraryItems` ADD `title` VARCHAR(255)',
  'ALTER TABLE `libraryItems` ADD `titleIgnorePrefix` VARCHAR(255)',
  'ALTER TABLE `libraryItems` ADD `authorNamesFirstLast` VARCHAR(255)',
  'ALTER TABLE `libraryItems` ADD `authorNamesLastFirst` VARCHAR(255)',
  'ALTER TABLE `podcasts` ADD `numEpisodes` INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE `mediaProgresses` ADD `podcastId` UUID',
  'CREATE TABLE `mediaItemShares` (`id` UUID PRIMARY KEY, `mediaItemId` UUID, `slug` VARCHAR(255), `createdAt` DATETIME NOT NULL, `updatedAt` DATETIME NOT NULL)',
  'CREATE TABLE `customMetadataProviders` (`id` UUID PRIMARY KEY, `name` VARCHAR(255), `createdAt` DATETIME NOT NULL, `updatedAt` DATETIME NOT NULL)',
  'CREATE TABLE `sessions` (`id` UUID PRIMARY KEY, `userId` UUID, `refreshToken` VARCHAR(255), `createdAt` DATETIME NOT NULL, `updatedAt` DATETIME NOT NULL)',
  'CREATE TABLE `apiKeys` (`id` UUID PRIMARY KEY, `name` VARCHAR(255), `userId` UUID, `createdAt` DATETIME NOT NULL, `updatedAt` DATETIME NOT NULL)',
  'CREATE TABLE `migrationsMeta` (`key` VARCHAR(255) NOT NULL, `value` VARCHAR(255) NOT NULL)',
  'CREATE TRIGGER `update_library_items_title` AFTER UPDATE OF `title` ON `books` FOR EACH ROW BEGIN UPDATE libraryItems SET title = NEW.title WHERE libraryItems.mediaId = NEW.id; END',
]

export function schemaOf(age: SchemaAge): string[] {
  const tables = Object.entries(firstTables).map(([name, columns]) => `CREATE TABLE \`${name}\` (${columns})`)
  return age === '2.3.0' ? tables : [...tables, ...laterStatements]
}
