import { Ajv } from 'ajv'
import { expect, it, vi } from 'vitest'
import { compileValidator } from './input.ts'

it('the first input of a route is read without compiling the meta-schema', () => {
  const checked = vi.spyOn(Ajv.prototype, 'validateSchema')
  const schema = { type: 'object', properties: { pageNumber: { type: 'integer', minimum: 1 } } }
  const validate = compileValidator({ schema, httpPart: 'querystring', method: 'GET', url: '/' })
  expect(validate({ pageNumber: '2' })).toEqual({ value: { pageNumber: 2 } })
  expect(checked).not.toHaveBeenCalled()
})
