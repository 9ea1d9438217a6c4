import { expect, it } from 'vitest'
import { encodedForm, makeResponse, sizeOf } from './response-cache.ts'

it('keeps no memory alive beside its own bytes, coded or not', async () => {
  const answer = makeResponse({ text: 'Tin roof. '.repeat(200), headers: {}, version: 1, scopes: [] })
  const forms = [answer.plain, await encodedForm(answer, 'br'), await encodedForm(answer, 'gzip')]
  expect((answer.plain.bytes as Buffer).toString()).toBe('Tin roof. '.repeat(200))
  for (const { bytes } of forms) expect((bytes as Buffer).buffer.byteLength).toBe(sizeOf({ bytes }))
})
