import { randomUUID } from 'node:crypto'
import { changePassword, login, logout, refresh, revoke, type TokenPair } from '@earmark/contract/auth.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import { getProfile } from '@earmark/contract/users.ts'
import { hash } from '@node-rs/argon2'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keepHouse } from '../../operations/housekeeping.ts'
import { makeUser, password } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { updateAccount } from '../users/users.queries.ts'
import {
  exchange,
  graceMs,
  type Keeper,
  lives,
  mayRead,
  mayRefresh,
  type Model,
  type Owner,
  opened,
  receive,
  type Session,
  sessionMs,
} from './testing/session-model.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { walks } from '../../testing/walks.ts'

const server = await forAllTests(startTestServer())
const cheapHash = await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })

async function send(
  { stored, session }: Keeper,
  endpoint: Endpoint,
  body: object = {},
): ReturnType<TestServer['attempt']> {
  const headers = { 'x-deviceid': session.deviceId, authorization: `Bearer ${stored.accessToken}` }
  return await server.attempt(endpoint, { body }, headers)
}

async function expectReadable(session: Session, tokens = session.accessTokens.slice(-1)): Promise<void> {
  for (const { token } of tokens) {
    const { status } = await server.attempt(getProfile, {}, { authorization: `Bearer ${token}` })
    expect(status).toBe(mayRead(session, token, server.time.now) ? 200 : 401)
  }
}

/** Refreshes with the stored pair, at the same time from each of these devices; keeps the answer or loses it. */
async function expectRefresh(keeper: Keeper, deviceIds: string[], isKept = true): Promise<void> {
  const { session, stored } = keeper
  const [place = null] = deviceIds.map((deviceId) =>
    exchange(session, stored.refreshToken, deviceId, server.time.now),
  )
  const requests = deviceIds.map((id) => server.attempt(refresh, { body: stored }, { 'x-deviceid': id }))
  for (const { status, codes, body } of await Promise.all(requests)) {
    expect({ status, codes }).toEqual(
      place === null ? { status: 401, codes: ['InvalidRefreshToken'] } : { status: 200, codes: [] },
    )
    if (place === null) continue
    const pair = JSON.parse(body) as TokenPair
    session.refreshTokens[place] ??= pair.refreshToken
    expect(pair.refreshToken).toBe(session.refreshTokens[place])
    receive(session, pair, server.time.now)
    if (isKept) Object.assign(keeper, { stored: pair, missedAt: null })
    else keeper.missedAt ??= server.time.now
  }
  expect(new Set(session.refreshTokens).size).toBe(session.refreshTokens.length)
  await expectReadable(session)
}

async function expectBrowserRefresh(browser: Keeper, deviceIds: string[], isKept = true): Promise<void> {
  const isPromised = mayRefresh(browser, server.time.now)
  await expectRefresh(browser, deviceIds, isKept)
  expect(!isPromised || lives(browser.session, server.time.now)).toBe(true)
}

async function signIn(model: Model, owner: Owner, deviceId: string): Promise<Keeper> {
  const stored = await server.call(
    login,
    { body: { userName: owner.email, password } },
    { 'x-deviceid': deviceId },
  )
  const session = opened(owner, deviceId, stored, server.time.now)
  model.sessions.push(session)
  return { session, stored, missedAt: null }
}

/** Sends a call that ends sessions of the caller; a dead bearer ends none. */
async function expectEnd(model: Model, browser: Keeper, sent: [Endpoint, object], isKept: boolean) {
  const { session, stored } = browser
  const isAllowed = mayRead(session, stored.accessToken, server.time.now)
  const { status } = await send(browser, ...sent)
  expect(status).toBe(isAllowed ? 204 : 401)
  if (!isAllowed) return
  const others = model.sessions.filter(({ owner }) => owner.id === session.owner.id)
  for (const other of others) {
    other.isOver ||= !isKept || other !== session
    await expectReadable(other)
  }
}

interface Step {
  readonly check: (model: Model) => boolean
  readonly run: (model: Model) => Promise<void>
  /** For the report of a walk that fails. */
  readonly toString: () => string
}

function step(name: string, run: Step['run'], check: Step['check'] = () => true): Step {
  return { check, run, toString: () => name }
}

const browserStep = (name: string, run: (model: Model, browser: Keeper, number: number) => Promise<void>) =>
  fc
    .nat(2)
    .map((number) =>
      step(`browser ${number} ${name}`, (model) => run(model, model.browsers[number] as Keeper, number)),
    )

const thiefStep = (name: string, run: (thief: Keeper) => Promise<void>) =>
  fc.nat(1).map((number) =>
    step(
      `thief ${number} ${name}`,
      async (model) => {
        const thief = model.thieves[number] as Keeper
        thief.session.isPrivate = false
        await run(thief)
      },
      (model) => model.thieves[number] !== undefined,
    ),
  )

const someMs = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(1, 1000, 10_000, graceMs - 1, graceMs, graceMs + 1) },
  { weight: 5, arbitrary: fc.constantFrom(899_000, 899_999, 900_000, sessionMs / 4) },
  { weight: 1, arbitrary: fc.constantFrom(sessionMs - 1, sessionMs, sessionMs + 1) },
)

const often = [
  browserStep('refreshes', (_, browser) => expectBrowserRefresh(browser, [browser.session.deviceId])),
  browserStep('refreshes and loses the answer', (_, browser) =>
    expectBrowserRefresh(browser, [browser.session.deviceId], false),
  ),
  browserStep('refreshes in three tabs', (_, browser) => {
    const { deviceId } = browser.session
    return expectBrowserRefresh(browser, [deviceId, deviceId.toUpperCase(), deviceId])
  }),
  browserStep('is robbed', async ({ thieves }, browser, number) => {
    thieves[number % 2] = { ...browser }
  }),
  thiefStep('refreshes', (thief) => expectRefresh(thief, [thief.session.deviceId])),
  someMs.map((ms) =>
    step(`${ms} ms pass`, async () => {
      server.time.now += ms
    }),
  ),
]

const sometimes = [
  browserStep('signs in', async (model, { session }, number) => {
    model.browsers[number] = await signIn(model, session.owner, session.deviceId)
  }),
  browserStep('signs out', async (_, browser) => {
    expect((await send(browser, logout)).status).toBe(204)
    browser.session.isOver = true
    await expectReadable(browser.session)
  }),
  browserStep('revokes', (model, browser) => expectEnd(model, browser, [revoke, {}], false)),
  browserStep('changes the password', async (model, browser) => {
    const body = { currentPassword: password, newPassword: password }
    await expectEnd(model, browser, [changePassword, body], true)
    await makeLoginCheap(browser.session.owner)
  }),
  thiefStep('refreshes elsewhere', (thief) => expectRefresh(thief, [randomUUID()])),
  fc.tuple(fc.nat(20), fc.nat(20)).map(([number, place]) =>
    step(`somebody finds token ${place} of session ${number} on the device`, async ({ sessions }) => {
      const session = sessions[number % sessions.length] as Session
      session.isPrivate = false
      const refreshToken = session.refreshTokens[place % session.refreshTokens.length] as string
      const accessToken = session.accessTokens[place % session.accessTokens.length]?.token as string
      const finder = { session, stored: { accessToken, refreshToken }, missedAt: null }
      await expectRefresh(finder, [session.deviceId])
    }),
  ),
  fc.constant(step('housekeeping', () => keepHouse(server.deps))),
]

const someStep = fc.oneof(
  ...often.map((arbitrary) => ({ weight: 7, arbitrary })),
  ...sometimes.map((arbitrary) => ({ weight: 1, arbitrary })),
)

async function makeLoginCheap({ id }: Owner): Promise<void> {
  await updateAccount(server.deps.db.connection, id, { passwordHash: cheapHash }, server.time.now)
}

/** Ada on a laptop and on a phone, Bea on the same laptop. */
async function openBrowsers(): Promise<Model> {
  const model: Model = { browsers: [], thieves: [], sessions: [] }
  const [ada, bea] = [await makeUser(server), await makeUser(server)]
  const [laptop, phone] = [randomUUID(), randomUUID()]
  model.browsers.push(await signIn(model, ada, laptop), await signIn(model, ada, phone))
  model.browsers.push(await signIn(model, bea, laptop))
  return model
}

it('does what the API promises of sessions, on any walk of browsers and thieves', () =>
  fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 8, maxLength: 25, size: 'max' }), async (walk) => {
      const model = await openBrowsers()
      for (const { check, run } of walk) if (check(model)) await run(model)
      for (const session of model.sessions) await expectReadable(session, session.accessTokens)
    }),
    { numRuns: walks(40), plugins: [fc.interruptAfterTimeLimit(40_000)] },
  ))
