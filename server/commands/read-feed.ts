import {
  type FeedRequest,
  FeedRequests,
  tooLargeExit,
} from '../src/exchange/sources/reader/process/feed-request.ts'
import { connectToParent } from '../src/processes/parent.ts'

/** Reads feeds for the server in a child process without settings and secrets: hostile ones may take time and memory. */

process.on('uncaughtException', (error) => process.exit(error instanceof RangeError ? tooLargeExit : 1))

const send = connectToParent(
  (message) => void requests.take(message as Uint8Array<ArrayBuffer> | FeedRequest),
)
const requests = new FeedRequests(send)
