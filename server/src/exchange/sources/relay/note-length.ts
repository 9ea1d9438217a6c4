import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { type RelayedSound, setRelayChanged, setRelayedLength } from './relay.queries.ts'

const onceInMs = 24 * 3600 * 1000

/**
 * Notes how long a sound elsewhere is. Another length than last time means another recording, or other advertisement in it:
 * listeners are told, as places in it have moved. Where each answer has another advertisement in it, once a day is enough.
 */
export async function noteLength(deps: SourceDeps, sound: RelayedSound, length: number): Promise<void> {
  const { relayedLength, itemId, episodeId, podcastId, changedAt } = sound
  if (relayedLength === length) return
  if (changedAt !== null && Math.abs(deps.clock() - changedAt) < onceInMs) return
  if (relayedLength === null)
    return void (await setRelayedLength(deps.db.connection, itemId, relayedLength, length))
  await changeCatalogue(deps, { changes: [`podcasts/${podcastId}`] }, async (transaction) => {
    const isNoted = await setRelayedLength(transaction, itemId, relayedLength, length)
    if (isNoted) await setRelayChanged(transaction, episodeId, deps.clock())
  })
}
