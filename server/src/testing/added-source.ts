import { addSource, type Source } from '@earmark/contract/sources.ts'
import { expect } from 'vitest'
import type { Headers, TestServer } from './server.ts'

/** A source of a feed that can be read; on a machine so busy that it is not read in time, asked for again. */
export async function addSourceAtLast(server: TestServer, url: string, headers: Headers): Promise<Source> {
  for (;;) {
    const { status, body, codes } = await server.attempt(addSource, { body: { url } }, headers)
    if (status < 300) return JSON.parse(body) as Source
    expect(codes).toEqual(['FeedUnavailable'])
  }
}
