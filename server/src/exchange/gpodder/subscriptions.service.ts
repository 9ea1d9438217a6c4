import { deviceFeedToken } from '../../people/devices/device-feed-token.ts'
import { hashToken } from '../../people/mail/email-tokens.ts'
import type { PeopleDeps } from '../../people/sessions/people-deps.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { FailureOf } from '../../errors.ts'
import { includesRole } from '@earmark/contract/roles.ts'
import { insertJobs } from '../../jobs/jobs.queries.ts'
import { findAccount } from '../../people/users/users.queries.ts'
import { type AppSubscription, appSubscriptionJob } from './app-subscription-job.ts'
import { followPodcast, unfollowPodcast } from '../../listening/follows/follows.service.ts'
import { type DeviceRow, lockDevice } from '../../people/devices/devices.queries.ts'
import { listKnownFeeds, sourceKeyOf } from '../opml/known-feeds.queries.ts'
import { isOwnAddress, ownFeedOf } from '../sources/source/own-feeds.ts'
import { parseSourceUrl } from '../sources/source/source-url.ts'
import { longestTimestamp } from './places.ts'
import { feedAddresses } from './feed-addresses.ts'
import * as foreign from './foreign.queries.ts'
import * as subscriptions from './subscriptions.queries.ts'
import { lagSeconds } from './tell-places.ts'

type SubscriptionDeps = Pick<PeopleDeps, 'db' | 'clock' | 'config' | 'tokenKeys' | 'jobs'>

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

export interface ToldSubscriptions {
  readonly add: string[]
  readonly remove: string[]
  readonly timestamp: number
}

type Failure = FailureOf<'Unauthorized' | 'NotFound'>

const ofPodcast = (id: number) => `podcast/${id}`
const ofUrl = (url: string) => `url/${foreign.foreignKey(url)}`

/** What an account is subscribed to: the podcasts that it follows, and what apps have brought. */
export async function listSubscriptions(
  deps: Pick<SubscriptionDeps, 'config' | 'tokenKeys'>,
  connection: Connection,
  { id: deviceId, user_id: userId }: Pick<DeviceRow, 'id' | 'user_id'>,
): Promise<subscriptions.Subscription[]> {
  const addresses = feedAddresses(deps, deviceId)
  const followed = await subscriptions.listFollowed(connection, userId)
  const others = await foreign.listForeignSubscriptions(connection, userId)
  return [
    ...followed.map((podcast) => ({
      subscription: ofPodcast(podcast.id),
      url: addresses.podcast(podcast),
    })),
    ...others.map((url) => ({ subscription: ofUrl(url), url })),
  ]
}

/** The simple form, which has no time: all that a device is subscribed to. */
export async function listTitledSubscriptions(
  deps: SubscriptionDeps,
  device: DeviceRow,
  failure: Failure,
): Promise<{ readonly title: string; readonly url: string }[]> {
  const { db } = deps
  const rows = await db.groupCommit(async (connection) =>
    (await lockDevice(connection, device.id))
      ? await notePresent(deps, { connection, dialect: db.dialect }, device, presentSecond(deps))
      : null,
  )
  if (!rows) throw failure('Unauthorized')
  const idOf = ({ subscription }: subscriptions.Subscription) =>
    Number(/^podcast\/(\d+)$/.exec(subscription)?.[1] ?? 0)
  const titles = await subscriptions.listSubscriptionTitles(db, rows.map(idOf))
  return rows.map((row) => ({ title: titles.get(idOf(row)) ?? row.url, url: row.url }))
}

/** The time of an answer that tells nothing, epoch seconds. */
export function presentSecond({ clock, db }: Pick<SubscriptionDeps, 'clock' | 'db'>): number {
  return Math.floor(clock() / 1000) - lagSeconds(db.dialect)
}

/**
 * What has changed for a device since its last request that arrived; a change has the time at which the device was first
 * told of it.
 */
export async function tellSubscriptions(
  deps: SubscriptionDeps,
  device: DeviceRow,
  since: number,
  failure: Failure,
): Promise<ToldSubscriptions> {
  const { db } = deps
  const timestamp = Math.min(Math.max(presentSecond(deps), since), longestTimestamp)
  const rows = await db.groupCommit(async (connection) => {
    if (!(await lockDevice(connection, device.id))) return null
    await notePresent(deps, { connection, dialect: db.dialect }, device, timestamp)
    return await subscriptions.listDeviceSubscriptions(connection, device.id)
  })
  if (!rows) throw failure('Unauthorized')
  const isTold = (at: number) => since <= 0 || at >= since
  const add = rows.filter(({ told_at, removed_at }) => removed_at === null && isTold(told_at))
  const remove = rows.filter(({ removed_at }) => since > 0 && removed_at !== null && removed_at >= since)
  return { add: add.map(({ url }) => url), remove: remove.map(({ url }) => url), timestamp }
}

/**
 * Notes what a device is told that it does not know yet. Of one that is locked.
 *
 * @returns all that it is subscribed to, by the addresses that it knows
 */
async function notePresent(
  deps: SubscriptionDeps,
  transaction: Db,
  device: DeviceRow,
  timestamp: number,
): Promise<subscriptions.Subscription[]> {
  const present = await listSubscriptions(deps, transaction.connection, device)
  const known = await subscriptions.deviceAddresses(transaction.connection, device.id)
  const { isPublic, isPrivate } = feedAddresses(deps, device.id)
  const told = present.map(({ subscription, url }) => {
    const before = known.get(subscription)
    // What was everybody's feed is not found by that address any more.
    const isNew = before === undefined || (isPublic(before) && isPrivate(url))
    return { isNew, subscription, url: isNew ? url : before }
  })
  const added = told.filter(({ isNew }) => isNew)
  await openPrivateFeeds(
    deps,
    transaction,
    device,
    added.map(({ url }) => url),
  )
  await subscriptions.putDeviceSubscriptions(transaction, device.id, added, timestamp)
  const wanted = new Set(present.map(({ subscription }) => subscription))
  const removed = [...known.keys()].filter((subscription) => !wanted.has(subscription))
  await subscriptions.endDeviceSubscriptions(transaction, device.id, removed, timestamp)
  return told
}

/** The token of a device's private feeds is made when the first of them is told: one that the listener has removed stays so. */
async function openPrivateFeeds(
  deps: SubscriptionDeps,
  { connection }: Db,
  { id, user_id: userId, name }: DeviceRow,
  told: readonly string[],
): Promise<void> {
  const { isPrivate } = feedAddresses(deps, id)
  if (!told.some(isPrivate)) return
  const tokenHash = hashToken(deviceFeedToken(deps.tokenKeys, id))
  if (!(await subscriptions.setFeedToken(connection, id, tokenHash))) return
  await subscriptions.putFeedToken(connection, { userId, name, tokenHash }, deps.clock())
}

/** A subscription as an app named it. */
interface Named extends subscriptions.Subscription {
  readonly podcastId: number | null
  /** What the feed is called here; the given address of foreign ones. */
  readonly ours: string
}

/** What given addresses name; null for those that are no addresses of feeds. */
async function nameAll(
  deps: SubscriptionDeps,
  { id: deviceId, user_id: userId }: Pick<DeviceRow, 'id' | 'user_id'>,
  urls: readonly string[],
): Promise<(Named | null)[]> {
  const { db, config } = deps
  const trimmed = urls.map((url) => url.trim())
  const feeds = trimmed.map((url) => ownFeedOf(url, config))
  const ids = feeds.flatMap((feed) => (feed?.kind === 'podcasts' ? [feed.id] : []))
  const found = await listKnownFeeds(db, { ids, urls: trimmed, followedBy: userId })
  const byId = new Map(found.map((podcast) => [podcast.id, podcast]))
  const byUrl = new Map(found.map((podcast) => [podcast.feed_url, podcast]))
  const bySource = new Map(found.map((podcast) => [podcast.url_key, podcast]))
  const addresses = feedAddresses(deps, deviceId)
  return trimmed.map((url, index) => {
    const feed = feeds[index] ?? null
    const own = feed?.kind === 'podcasts' ? byId.get(feed.id) : undefined
    const key = sourceKeyOf(url)
    const elsewhere = byUrl.get(url) ?? (key === null ? undefined : bySource.get(key))
    const podcast = own ?? elsewhere
    if (podcast)
      return {
        subscription: ofPodcast(podcast.id),
        url,
        podcastId: podcast.id,
        ours: addresses.podcast(podcast),
      }
    const address = foreignAddress(url)
    if (address === null || (feed?.kind !== 'audio-books' && isOwnAddress(address, config))) return null
    return { subscription: ofUrl(address), url: address, podcastId: null, ours: address }
  })
}

/** Characters: longer addresses are dropped. */
const maxUrlLength = 2000

/** As it was sent, where that is an address; else as sources are named, of other schemes and with all characters. */
function foreignAddress(sent: string): string | null {
  if (isFeedAddress(sent)) return sent
  const named = feedSchemes.test(sent) ? parseSourceUrl(sent) : null
  return named && named.credentials === null && isFeedAddress(named.url) ? named.url : null
}

const feedSchemes = /^(?:https?|feed|itpc|pcast):/i

function isFeedAddress(url: string): boolean {
  return url.length <= maxUrlLength && /^https?:\/\/[\x21-\x7e]+$/i.test(url) && URL.canParse(url)
}

export interface SubscriptionChanges {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/** @returns the addresses that are called otherwise here; empty ones for what is no feed */
export async function changeSubscriptions(
  deps: SubscriptionDeps,
  device: DeviceRow,
  { add, remove }: SubscriptionChanges,
  failure: Failure,
): Promise<[sent: string, ours: string][]> {
  const { id: deviceId, user_id: userId } = device
  const added = await nameAll(deps, device, add)
  const gone = (await nameAll(deps, device, remove)).filter((one) => one !== null)
  const wanted = added.filter((one) => one !== null)
  const isWanted = ({ subscription }: Named) => wanted.some((one) => one.subscription === subscription)
  const known = await subscriptions.deviceAddresses(deps.db.connection, deviceId)
  const { isPublic, isPrivate } = feedAddresses(deps, deviceId)
  const isFormer = ({ subscription, url }: Named) => isPublic(url) && isPrivate(known.get(subscription) ?? '')
  // Another name of what is added, or of what the device reads, stays followed.
  const removed = gone.filter((one) => !isWanted(one) && !isFormer(one))
  for (const podcastId of podcastIds(wanted)) await followPodcast(deps, { userId, podcastId }, null, failure)
  for (const podcastId of podcastIds(removed)) await unfollowPodcast(deps, { userId, podcastId }, failure)
  await deps.db.groupCommit(async (connection) => {
    const transaction = { connection, dialect: deps.db.dialect }
    await foreign.insertForeignSubscriptions(transaction, userId, foreignUrls(wanted), deps.clock())
    await queueSources(deps, transaction, userId, foreignUrls(wanted))
    // What was foreign may have become known meanwhile.
    const ended = [...gone, ...wanted.filter(({ podcastId }) => podcastId !== null)].map(({ url }) => url)
    await foreign.deleteForeignSubscriptions(transaction, userId, ended)
    await subscriptions.putDeviceSubscriptions(transaction, deviceId, unique(wanted), 0)
    const names = removed.map(({ subscription }) => subscription).concat(ended.map(ofUrl))
    await subscriptions.endDeviceSubscriptions(transaction, deviceId, names, 0)
  })
  deps.jobs.wake(appSubscriptionJob)
  return add.flatMap((sent, index) => {
    const ours = added[index]?.ours ?? ''
    return ours === sent ? [] : [[sent, ours] satisfies [string, string]]
  })
}

/** Before an app is told what its subscriptions are called here. */
export async function openTold(
  deps: SubscriptionDeps,
  device: DeviceRow,
  names: readonly (readonly [sent: string, ours: string])[],
): Promise<void> {
  if (names.length === 0) return
  const told = names.map(([, ours]) => ours)
  await deps.db.groupCommit((connection) =>
    openPrivateFeeds(deps, { connection, dialect: deps.db.dialect }, device, told),
  )
}

/** An account that may add sources gets podcasts of what is not here, in the background. */
async function queueSources(
  { config, clock }: SubscriptionDeps,
  transaction: { readonly connection: Connection; readonly dialect: Dialect },
  userId: string,
  urls: readonly string[],
): Promise<void> {
  const isFeed = (url: string) => !isOwnAddress(url, config)
  if (config.sources === 'off' || !urls.some(isFeed)) return
  const account = await findAccount(transaction.connection, userId)
  if (!account || (config.sources === 'editors' && !includesRole(account.role, 'Editor'))) return
  const jobs = urls.filter(isFeed).map((url) => ({
    subject: foreign.foreignKey(userId, url),
    payload: { userId, url } satisfies AppSubscription,
  }))
  await insertJobs(transaction, appSubscriptionJob, jobs, clock())
}

const podcastIds = (those: readonly Named[]) => [
  ...new Set(those.flatMap(({ podcastId }) => podcastId ?? [])),
]
const foreignUrls = (those: readonly Named[]) =>
  those.filter(({ podcastId }) => podcastId === null).map(({ url }) => url)
/** The last of those that name the same. */
const unique = (those: readonly Named[]) => [...new Map(those.map((one) => [one.subscription, one])).values()]

/** The simple form: what is not in the list is not wanted any more. */
export async function replaceSubscriptions(
  deps: SubscriptionDeps,
  device: DeviceRow,
  urls: readonly string[],
  failure: Failure,
): Promise<void> {
  const present = await listSubscriptions(deps, deps.db.connection, device)
  const named = await nameAll(deps, device, urls)
  const wanted = new Set(named.map((one) => one?.subscription))
  const given = new Set(urls.map((url) => url.trim()))
  const isGone = ({ subscription, url }: subscriptions.Subscription) =>
    !wanted.has(subscription) && !given.has(url)
  const remove = present.filter(isGone).map(({ url }) => url)
  await changeSubscriptions(deps, device, { add: urls, remove }, failure)
}
