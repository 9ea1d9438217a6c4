import { getProfile } from '@earmark/contract/users.ts'
import { apiQuery } from '../../../lib/query-client.ts'

export const profileQuery = apiQuery(getProfile, {})
