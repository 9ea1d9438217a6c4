import { maxDevices } from './limits.ts'
import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Instant, invalidAs, NoContent, Nullable, refusedAs, Seconds } from './fields.ts'
import { RecordingIds } from './recordings.ts'

export const maxDeviceNameLength = 100

/** An app that signs in with a password of its own. */
export const Device = Type.Object({
  id: Type.String({ description: 'A UUID' }),
  name: Type.String(),
  createdAt: Instant,
  lastSeenAt: Nullable(Instant),
})
export type Device = Static<typeof Device>

export const NewDevice = Type.Object({
  ...Device.properties,
  password: Type.String({ description: 'Four groups of five letters; told this once' }),
})
export type NewDevice = Static<typeof NewDevice>

const DeviceName = Type.String({
  maxLength: maxDeviceNameLength,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
})

const tags = ['Devices']
const DeviceParams = Type.Object({
  id: Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }),
})

export const listDevices = {
  method: 'GET',
  url: '/devices/me',
  schema: {
    operationId: 'listDevices',
    summary: 'The apps that the own account is connected with, the newest first',
    tags,
    response: { 200: Type.Array(Device) },
  },
} as const satisfies Endpoint

export const getDevice = {
  method: 'GET',
  url: '/devices/me/:id',
  schema: {
    operationId: 'getDevice',
    summary: 'An app that the own account is connected with',
    tags,
    errors: ['NotFound'],
    params: DeviceParams,
    response: { 200: Device },
  },
} as const satisfies Endpoint

export const addDevice = {
  method: 'POST',
  url: '/devices/me',
  schema: {
    operationId: 'addDevice',
    summary: 'Connect an app: a password of its own, which is answered this once',
    tags,
    description: `An account has at most ${maxDevices} of them.`,
    errors: ['NameRequired', 'TooManyDevices'],
    body: Type.Object({ name: refusedAs('NameRequired', DeviceName) }),
    response: { 201: NewDevice },
  },
} as const satisfies Endpoint

export const removeDevice = {
  method: 'DELETE',
  url: '/devices/me/:id',
  schema: {
    operationId: 'removeDevice',
    summary: 'Disconnect an app: its password counts no more',
    tags,
    errors: ['NotFound'],
    params: DeviceParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

/** A place of an app that would have set the account back. */
export const PlaceOffer = Type.Object({
  id: Id,
  ...RecordingIds,
  positionSeconds: Seconds,
  finished: Type.Boolean(),
  deviceName: Type.String({ description: 'Of the app, as it was connected' }),
  offeredAt: Instant,
})
export type PlaceOffer = Static<typeof PlaceOffer>

export const listPlaceOffers = {
  method: 'GET',
  url: '/place-offers/me',
  schema: {
    operationId: 'listPlaceOffers',
    summary: 'Places where apps were that had not heard of the present ones, the latest of each recording',
    tags,
    response: { 200: Type.Array(PlaceOffer) },
  },
} as const satisfies Endpoint

export const removePlaceOffer = {
  method: 'DELETE',
  url: '/place-offers/me/:id',
  schema: {
    operationId: 'removePlaceOffer',
    summary: 'Take an offer or leave it: it is not made again',
    tags,
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

/** An app that asks to be connected (login v2 of Nextcloud). */
export const Connection = Type.Object({
  app: Type.String({ description: 'What the app calls itself' }),
  expiresAt: Instant,
})
export type Connection = Static<typeof Connection>

const TokenParams = Type.Object({ token: Type.String({ maxLength: 200 }) })

export const getConnection = {
  method: 'GET',
  url: '/connect/:token',
  schema: {
    operationId: 'getConnection',
    summary: 'The app that asks to be connected',
    tags,
    errors: ['NotFound'],
    params: TokenParams,
    response: { 200: Connection },
  },
} as const satisfies Endpoint

export const answerConnection = {
  method: 'POST',
  url: '/connect/:token',
  schema: {
    operationId: 'answerConnection',
    summary: 'Allow an app to be connected, or not',
    tags,
    description: `Good once, for five minutes. An account has at most ${maxDevices} apps.`,
    errors: ['NotFound', 'TooManyDevices'],
    params: TokenParams,
    body: Type.Object({ allow: invalidAs('InvalidBody', Type.Boolean()) }),
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
