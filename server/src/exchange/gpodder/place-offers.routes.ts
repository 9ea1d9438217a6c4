import { listPlaceOffers, type PlaceOffer, removePlaceOffer } from '@earmark/contract/devices.ts'
import type { CoreDeps } from '../../deps.ts'
import { type Api, noContent } from '../../http/api.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { deleteOffer, listOffers, type OfferRow } from './place-offers.queries.ts'

export function registerPlaceOffers(api: Api, { db: { connection } }: CoreDeps): void {
  api.route({
    ...listPlaceOffers,
    handler: async (request) => {
      const rows = await listOffers(connection, viewerOf(request).userId)
      return rows.map(offerView)
    },
  })

  api.route({
    ...removePlaceOffer,
    handler: async (request, reply) =>
      noContent(reply, await deleteOffer(connection, viewerOf(request).userId, request.params.id)),
  })
}

function offerView(row: OfferRow): PlaceOffer {
  return {
    id: row.id,
    audioBookId: row.audio_book_id,
    podcastId: row.podcast_id,
    podcastEpisodeId: row.episode_id,
    positionSeconds: Math.min(row.position_ms, row.duration_ms ?? row.position_ms) / 1000,
    finished: row.finished_at !== null,
    deviceName: row.name,
    offeredAt: new Date(row.at).toISOString(),
  }
}
