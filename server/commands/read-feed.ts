import {
  type FeedRequest,
  FeedRequests,
  tooLargeExit,
} from '../src/exchange/sources/reader/process/feed-request.ts'

/**
 * Reads feeds for the server in a child process without settings and secrets: hostile ones may take time and memory. Ends
 * with the server's channel.
 */

const requests = new FeedRequests(process.stdin, (answer) => {
  return new Promise((sent) => process.send?.(answer, undefined, undefined, () => sent()))
})

process.on('message', (message: FeedRequest) => {
  requests
    .take(message)
    .catch((error: unknown) => process.exit(error instanceof RangeError ? tooLargeExit : 1))
})
process.on('disconnect', () => process.exit(0))
