import { apiAccess } from '../../src/http/guard/access.ts'

/** Every call of the API, about records that need not be there. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export const apiCalls = Object.keys(apiAccess)
  .filter((call) => !call.includes('docs'))
  .map((call) => {
    const [method, path] = call.split(' ') as [Method, string]
    return { method, url: `/api${path.replace(/:\w+/g, '1')}`, access: apiAccess[call] }
  })
