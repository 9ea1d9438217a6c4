import type { AppsTables } from './apps.ts'
import type { CatalogueTables } from './catalogue.ts'
import type { FeedsTables } from './feeds.ts'
import type { ImportsTables } from './imports.ts'
import type { ListeningTables } from './listening.ts'
import type { MediaTables } from './media.ts'
import type { OperationsTables } from './operations.ts'
import type { PeopleTables } from './people.ts'

/**
 * The tables as Kysely sees them. Both engines store them alike: integers, text, epoch milliseconds for
 * instants, 0 and 1 or nullable instants for booleans, UUIDs as text.
 */
export interface Tables
  extends PeopleTables,
    MediaTables,
    CatalogueTables,
    ListeningTables,
    ImportsTables,
    FeedsTables,
    AppsTables,
    OperationsTables {}
