import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { NoContent, Nullable, refusedAs, ShortText } from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'
import { maxPasswordLength, passwordCodes } from './passwords.ts'
import { type Role, roles } from './roles.ts'

const RoleName = Type.Unsafe<Role>({ type: 'string', enum: [...roles] })

const UserFields = { id: Type.String({ description: 'A UUID' }), email: Type.String(), name: Type.String() }

/** An account as its owner sees it. */
export const Profile = Type.Object(UserFields)
export type Profile = Static<typeof Profile>

const tags = ['Users']

export const getProfile = {
  method: 'GET',
  url: '/users/profiles/me',
  schema: {
    operationId: 'getProfile',
    summary: 'The own profile',
    tags,
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
    errors: ['IdMismatch', 'NameRequired'],
    body: Type.Object({
      id: refusedAs('IdMismatch', Type.String()),
      name: refusedAs('NameRequired', ShortText),
    }),
    response: { 200: Profile },
  },
} as const satisfies Endpoint

/** An account as administrators see it. */
export const User = Type.Object({ ...UserFields, emailConfirmed: Type.Boolean(), role: RoleName })
export type User = Static<typeof User>

export const userSortFields = ['id', 'email', 'name', 'emailConfirmed', 'role'] as const

const UserParams = Type.Object({
  id: Type.String({ description: 'A UUID', pattern: '^[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}$' }),
})

const userFields = {
  email: refusedAs('InvalidEmail', Type.String()),
  name: refusedAs('NameRequired', ShortText),
  newPassword: Type.Optional(Nullable(Type.String({ maxLength: maxPasswordLength }))),
  role: Type.Optional(
    Type.Unsafe<Role | '' | null>({ type: ['string', 'null'], description: roles.join(', ') }),
  ),
  emailConfirmed: Type.Optional(
    Type.Unsafe<boolean | '' | null>({ anyOf: [{ type: ['boolean', 'null'] }, { const: '' }] }),
  ),
}

export const listUsers = {
  method: 'GET',
  url: '/users',
  schema: {
    operationId: 'listUsers',
    summary: 'All users, in the order in which they were added',
    tags,
    response: { 200: Type.Array(User) },
  },
} as const satisfies Endpoint

export const pageUsers = {
  method: 'GET',
  url: '/users/paged',
  schema: {
    operationId: 'pageUsers',
    summary: 'A page of users; sorted by id means in the order in which they were added',
    tags,
    querystring: PagedQuerystring(userSortFields),
    response: { 200: PagedResult(User, userSortFields) },
  },
} as const satisfies Endpoint

export const getUser = {
  method: 'GET',
  url: '/users/:id',
  schema: {
    operationId: 'getUser',
    summary: 'One user',
    tags,
    errors: ['NotFound'],
    params: UserParams,
    response: { 200: User },
  },
} as const satisfies Endpoint

export const createUser = {
  method: 'POST',
  url: '/users',
  schema: {
    operationId: 'createUser',
    summary: 'Add a user; a link to confirm the address, or to set a password, is mailed',
    tags,
    errors: ['InvalidEmail', 'NameRequired', 'InvalidRole', ...passwordCodes, 'DuplicateEmail'],
    body: Type.Object(userFields),
    response: { 201: User },
  },
} as const satisfies Endpoint

export const updateUser = {
  method: 'PUT',
  url: '/users/:id',
  schema: {
    operationId: 'updateUser',
    summary: 'Change a user; what is optional and absent stays as it is',
    tags,
    errors: [
      'NotFound',
      'IdMismatch',
      'InvalidEmail',
      'NameRequired',
      'InvalidRole',
      ...passwordCodes,
      'DuplicateEmail',
      'LastAdmin',
    ],
    params: UserParams,
    body: Type.Object({ id: refusedAs('IdMismatch', Type.String()), ...userFields }),
    response: { 200: User },
  },
} as const satisfies Endpoint

export const deleteUser = {
  method: 'DELETE',
  url: '/users/:id',
  schema: {
    operationId: 'deleteUser',
    summary: 'Delete a user and everything that belongs to it',
    tags,
    errors: ['NotFound', 'LastAdmin'],
    params: UserParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
