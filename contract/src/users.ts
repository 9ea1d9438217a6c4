import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { refusedAs, ShortText } from './fields.ts'

/** What people see of their own account. */
export const Profile = Type.Object({
  id: Type.String({ description: 'A UUID' }),
  email: Type.String(),
  name: Type.String(),
})
export type Profile = Static<typeof Profile>

const tags = ['Users']

export const getProfile = {
  method: 'GET',
  url: '/users/profiles/me',
  schema: {
    operationId: 'getProfile',
    summary: 'The profile of whoever is signed in',
    tags,
    description: 'Failures: `Unauthorized`.',
    response: { 200: Profile },
  },
} as const satisfies Endpoint

export const updateProfile = {
  method: 'PUT',
  url: '/users/profiles/me',
  schema: {
    operationId: 'updateProfile',
    summary: 'Change the own name',
    tags,
    description: 'Failures: `Unauthorized`, `IdMismatch`, `NameRequired`.',
    body: Type.Object({
      id: refusedAs('IdMismatch', Type.String()),
      name: refusedAs('NameRequired', ShortText),
    }),
    response: { 200: Profile },
  },
} as const satisfies Endpoint
