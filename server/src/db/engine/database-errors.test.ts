import { expect, it } from 'vitest'
import {
  DatabaseAwayError,
  DatabaseFullError,
  DuplicateKeyError,
  MissingRowError,
  postgresError,
  sqliteError,
} from './database-errors.ts'

it.each([
  [{ code: 'ECONNREFUSED' }],
  [{ code: 'EAI_AGAIN' }],
  [{ code: 'EPIPE' }],
  [{ code: '57P01' }],
  [{ code: '57014' }],
  [{ code: '53300' }],
  [{ code: '08006' }],
  [{ code: '40P01' }],
  [{ code: '40001' }],
  [{ code: '55P03' }],
  [{ code: '25006' }],
  [new Error('timeout exceeded when trying to connect')],
])('PostgreSQL is away: %o', (error) => {
  expect(postgresError(error)).toBeInstanceOf(DatabaseAwayError)
})

it('a row that is there already is known as such', () => {
  expect(postgresError({ code: '23505' })).toBeInstanceOf(DuplicateKeyError)
  for (const errcode of [1555, 2067])
    expect(sqliteError({ code: 'ERR_SQLITE_ERROR', errcode })).toBeInstanceOf(DuplicateKeyError)
})

it('a row that belongs to nothing is known as such', () => {
  expect(postgresError({ code: '23503' })).toBeInstanceOf(MissingRowError)
  expect(sqliteError({ code: 'ERR_SQLITE_ERROR', errcode: 787 })).toBeInstanceOf(MissingRowError)
})

it('a statement that PostgreSQL refuses is a fault of the statement', () => {
  const error = { code: '23514' }
  expect(postgresError(error)).toBe(error)
})

it.each([5, 261, 10, 522, 14])('SQLite is away with result %i', (errcode) => {
  expect(sqliteError({ code: 'ERR_SQLITE_ERROR', errcode })).toBeInstanceOf(DatabaseAwayError)
})

it('tells a full disk from an absent database', () => {
  expect(postgresError({ code: '53100' })).toBeInstanceOf(DatabaseFullError)
  expect(sqliteError({ code: 'ERR_SQLITE_ERROR', errcode: 13 })).toBeInstanceOf(DatabaseFullError)
})

it('a constraint of SQLite is a fault of the statement', () => {
  const error = { code: 'ERR_SQLITE_ERROR', errcode: 275 }
  expect(sqliteError(error)).toBe(error)
})
