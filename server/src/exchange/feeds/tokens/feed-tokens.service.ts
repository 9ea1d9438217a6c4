import { maxFeedTokens } from '@earmark/contract/limits.ts'
import { randomBytes } from 'node:crypto'
import type { FeedToken, NewFeedToken } from '@earmark/contract/feed-tokens.ts'
import type { CoreDeps } from '../../../deps.ts'
import type { FailureOf } from '../../../errors.ts'
import { hashToken } from '../../../people/mail/email-tokens.ts'
import { lockAccount } from '../../../people/users/users.queries.ts'
import * as tokens from './feed-tokens.queries.ts'

type TokenDeps = Pick<CoreDeps, 'db' | 'clock'>

/** 128 bits: nobody guesses one. */
const tokenBytes = 16
const tokenForm = /^[\w-]{22}$/
const dayMs = 24 * 3600_000

export function viewFeedToken({ id, name, created_at, last_used_at }: tokens.FeedTokenRow): FeedToken {
  return {
    id,
    name,
    createdAt: new Date(created_at).toISOString(),
    lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  }
}

export async function addFeedToken(
  { db, clock }: TokenDeps,
  userId: string,
  name: string,
  failure: FailureOf<'Unauthorized' | 'TooManyTokens'>,
): Promise<NewFeedToken> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const row = await db.connection.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, userId))) throw failure('Unauthorized')
    if ((await tokens.countFeedTokens(transaction, userId)) >= maxFeedTokens) throw failure('TooManyTokens')
    const added = { userId, name: name.trim(), tokenHash: hashToken(token) }
    return await tokens.insertFeedToken(transaction, added, clock())
  })
  return { ...viewFeedToken(row), token }
}

/** Asked on each request, so that a token that was removed is dead with the next one. */
export async function findHolder(
  { db: { connection }, clock }: TokenDeps,
  token: string,
): Promise<tokens.TokenHolder | null> {
  if (!tokenForm.test(token)) return null
  const holder = await tokens.findTokenHolder(connection, hashToken(token))
  if (!holder) return null
  const now = clock()
  if (holder.lastUsedAt === null || now - holder.lastUsedAt >= dayMs)
    await tokens.markTokenUsed(connection, holder.id, now)
  return holder
}
