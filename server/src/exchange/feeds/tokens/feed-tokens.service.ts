import { maxFeedTokens } from '@earmark/contract/limits.ts'
import { createHmac, randomBytes } from 'node:crypto'
import type { FeedToken, NewFeedToken } from '@earmark/contract/feed-tokens.ts'
import type { CoreDeps } from '../../../deps.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { FailureOf } from '../../../errors.ts'
import { hashToken } from '../../../people/mail/email-tokens.ts'
import type { TokenKeys } from '../../../people/sessions/token-keys.ts'
import { lockAccount } from '../../../people/users/users.queries.ts'
import * as tokens from './feed-tokens.queries.ts'

type TokenDeps = Pick<CoreDeps, 'db' | 'clock'>
type AddingFailure = FailureOf<'Unauthorized' | 'TooManyTokens'>

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
  failure: AddingFailure,
): Promise<NewFeedToken> {
  const token = randomBytes(tokenBytes).toString('base64url')
  const row = await db.connection.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, userId))) throw failure('Unauthorized')
    return await insertToken(transaction, { userId, name: name.trim(), token }, clock(), failure)
  })
  return { ...viewFeedToken(row), token }
}

/**
 * The token of the private feeds in lists that an account exports: one for all of them, derived from its time, since tokens
 * are kept as hashes. The list after its removal has another one.
 */
export async function openExportToken(
  { db, clock, tokenKeys }: TokenDeps & { readonly tokenKeys: Pick<TokenKeys, 'devices'> },
  userId: string,
  failure: AddingFailure,
): Promise<string> {
  const tokenOf = (createdAt: number) =>
    createHmac('sha256', tokenKeys.devices)
      .update(`export ${userId} ${createdAt}`)
      .digest()
      .subarray(0, tokenBytes)
      .toString('base64url')
  return await db.connection.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, userId))) throw failure('Unauthorized')
    const rows = await tokens.listTokenHashes(transaction, userId)
    const present = rows.find(({ created_at, token_hash }) => token_hash === hashToken(tokenOf(created_at)))
    if (present) return tokenOf(present.created_at)
    const now = clock()
    const token = tokenOf(now)
    await insertToken(transaction, { userId, name: 'OPML', token }, now, failure)
    return token
  })
}

/** Of an account that is locked. */
async function insertToken(
  transaction: Connection,
  { userId, name, token }: { readonly userId: string; readonly name: string; readonly token: string },
  now: number,
  failure: FailureOf<'TooManyTokens'>,
): Promise<tokens.FeedTokenRow> {
  if ((await tokens.countFeedTokens(transaction, userId)) >= maxFeedTokens) throw failure('TooManyTokens')
  return await tokens.insertFeedToken(transaction, { userId, name, tokenHash: hashToken(token) }, now)
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
