import { createServer } from 'node:http'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { localApiRoot, temporaryFolder } from './config/config.ts'
import type { MediaDeps } from './media/storage/files/storage.ts'
import type { PeopleDeps } from './people/sessions/people-deps.ts'
import { registerAuth } from './people/auth/auth.routes.ts'
import { registerAudioBooks } from './catalogue/audio-books/audio-books.routes.ts'
import { registerChapters } from './catalogue/chapters/chapters.routes.ts'
import { registerWorks } from './catalogue/works/works.routes.ts'
import { createBrowses } from './catalogue/browse/browse.ts'
import { registerCreators } from './catalogue/creators/creators.routes.ts'
import { registerBookmarks } from './listening/bookmarks/bookmarks.routes.ts'
import { registerImportMedia } from './exchange/import/api/import-media.routes.ts'
import type { Sources } from './exchange/sources/open-sources.ts'
import { registerRelay } from './exchange/sources/relay/relay.routes.ts'
import { createRelaySender } from './exchange/sources/relay/send-relayed.ts'
import { registerSources } from './exchange/sources/sources.routes.ts'
import { registerFeeds } from './exchange/feeds/feeds.routes.ts'
import { registerFeedSettings } from './exchange/feeds/settings/feed-settings.routes.ts'
import { registerFeedTokens } from './exchange/feeds/tokens/feed-tokens.routes.ts'
import { registerImports } from './exchange/import/api/imports.routes.ts'
import { createImportMedia } from './exchange/import/review/import-media.ts'
import { registerFollows } from './listening/follows/follows.routes.ts'
import { registerLibrary } from './listening/library/library.routes.ts'
import { createLimits, limitSearches } from './people/limits/limits.ts'
import { createMediaSignatures } from './media/delivery/media-signatures.ts'
import { overrideMethods } from './media/resumable/method-override.ts'
import { registerUploadRoutes } from './media/resumable/uploads.routes.ts'
import { registerMedia } from './media/delivery/media.routes.ts'
import type { Metrics } from './operations/metrics/metrics.ts'
import { registerPositions } from './listening/positions/positions.routes.ts'
import { registerFieldSources } from './catalogue/field-sources/field-sources.routes.ts'
import { registerBulkEdits } from './catalogue/bulk/bulk.routes.ts'
import { registerCollections } from './catalogue/collections/collections.routes.ts'
import { registerSeries } from './catalogue/series/series.routes.ts'
import { registerGenres } from './catalogue/genres/genres.routes.ts'
import { registerEditedRecords } from './catalogue/publishing/edited-records.routes.ts'
import { registerPublishing } from './catalogue/publishing/publishing.routes.ts'
import { registerPodcasts } from './catalogue/podcasts/podcasts.routes.ts'
import { registerSearch } from './catalogue/search/search.routes.ts'
import { registerQueues } from './listening/queues/queues.routes.ts'
import { registerShelves } from './listening/shelves/shelves.routes.ts'
import { createViewerFinder } from './people/sessions/viewer.ts'
import { registerSite } from './operations/site/site.routes.ts'
import { registerDevices } from './people/devices/devices.routes.ts'
import { registerFollowsExport, registerSourceImports } from './exchange/opml/opml.routes.ts'
import { registerConnections } from './exchange/gpodder/connections.routes.ts'
import { registerGpodder } from './exchange/gpodder/gpodder.routes.ts'
import { registerPlaceOffers } from './exchange/gpodder/place-offers.routes.ts'
import { registerProfile } from './people/users/profile.routes.ts'
import { registerInvitations } from './people/users/invitations.routes.ts'
import { registerUsers } from './people/users/users.routes.ts'
import { registerAccessTable, registerGuard } from './http/guard/access.ts'
import { cachedFirst } from './http/responses/cached-first.ts'
import { type ResponseCache, createResponseCache } from './http/responses/response-cache.ts'
import { type Api, serializerBuilder } from './http/api.ts'
import { refuseConnection, registerClientErrors } from './http/connections/client-errors.ts'
import { refuseAddress, registerErrorHandler } from './http/responses/error-handler.ts'
import { registerExpectContinue } from './http/connections/expect-continue.ts'
import { registerHealth } from './operations/health.ts'
import { registerBodies } from './http/input/bodies.ts'
import { compileValidator, parseQuerystring } from './http/input/input.ts'
import { registerConnectionDraining } from './http/connections/draining.ts'
import {
  limitBodies,
  limitConnections,
  keepAliveMs,
  limitRanges,
  maxJsonBytes,
  type TimeLimits,
  timeLimits,
  endUnreadResponses,
} from './http/connections/limits.ts'
import { readForwardedAddresses } from './http/guard/network-address.ts'
import { registerNotFound } from './http/responses/not-found.ts'
import { serializePipelinedRequests } from './http/connections/pipelining.ts'
import { inTurns } from './http/connections/turns.ts'
import { registerOperationErrors } from './http/responses/operation-errors.ts'
import { registerApiDocs, registerOpenApi } from './http/responses/openapi.ts'
import { registerPublicReads } from './http/responses/public-read.ts'
import { createRequestIds, isLoggingRequests, registerRequestLog } from './http/request-log.ts'
import { corsOptions, momentaryHeaders, registerApiHeaders } from './http/responses/security-headers.ts'
import { registerUploads } from './http/input/uploads.ts'
import { registerWebApp } from './http/web-app/web-app.ts'
import { registerXsrfCheck } from './http/guard/xsrf.ts'

export type Deps = MediaDeps & PeopleDeps & Sources

export interface AppOptions {
  /** Of the built web app; null serves the API and media alone. */
  readonly webFolder: string | null
  readonly times?: TimeLimits
  /** Whether the server may take requests; true by default. */
  readonly isReady?: () => boolean
}

/** The map of the server: what surrounds every request, then one line per domain. */
export async function buildApp(
  deps: Deps,
  { webFolder, times = timeLimits, isReady = () => true }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = deps
  const isMembersOnly = config.access === 'members'
  const signatures = isMembersOnly
    ? createMediaSignatures(deps.tokenKeys.media, config.mediaSeconds, deps.clock)
    : null
  const importMedia = createImportMedia(deps, deps.tokenKeys.importMedia)
  const finishJson = signatures?.signJson ?? ((json: string) => json)
  const responseCache = createResponseCache(deps.changes)
  let isStopping = false
  const isWatched = config.metrics || config.corsOrigins.length > 0 || isLoggingRequests(config)
  const app = Fastify({
    serverFactory: (handle) =>
      createServer(
        {
          headersTimeout: times.headersMs,
          connectionsCheckingInterval: times.checkMs,
          requireHostHeader: false,
          // Bodies have limits of their own.
          requestTimeout: 0,
          keepAliveTimeout: keepAliveMs,
        },
        inTurns(
          overrideMethods(
            isWatched ? handle : cachedFirst(handle, responseCache, () => isStopping),
            localApiRoot(config),
          ),
        ),
      ),
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    // The entries of X-Forwarded-For before the nearest proxy's may be forged.
    trustProxy: config.trustProxy === true ? (_address, hop) => hop === 0 : config.trustProxy,
    bodyLimit: maxJsonBytes,
    schemaController: { compilersFactory: { buildSerializer: serializerBuilder(finishJson) } },
    routerOptions: { querystringParser: parseQuerystring, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    return503OnClosing: false,
  })
  app.decorate('finishJson', finishJson)
  app.addHook('preClose', async () => {
    isStopping = true
  })
  const metrics = config.metrics ? await openMetrics(deps, responseCache) : null
  metrics?.watch(app)
  serializePipelinedRequests(app)
  if (config.trustProxy !== false) readForwardedAddresses(app)
  registerRequestLog(app, config)
  app.setValidatorCompiler(compileValidator)
  app.removeContentTypeParser('text/plain')
  registerBodies(app)
  registerErrorHandler(app)
  registerClientErrors(app, () => isStopping)
  registerConnectionDraining(app)
  endUnreadResponses(app, times)
  limitBodies(app, times.bodyMs)
  limitRanges(app)
  registerXsrfCheck(app)
  registerAccessTable(app, localApiRoot(config), {
    isMembersOnly,
    doListenersAdd: config.sources === 'listeners',
  })
  registerOperationErrors(app)
  registerUploads(app, config.maxAudioBytes + 2 * config.maxImageBytes, times.upload)
  registerExpectContinue(app)
  const answerNotFound = registerNotFound(app, localApiRoot(config))
  limitConnections(app, config)
  await app.register(async (scope) => {
    registerApiHeaders(scope, momentaryHeaders)
    registerHealth(scope, deps, () => isReady() && !isStopping)
    registerSite(scope, deps, responseCache)
    metrics?.registerRoute(scope)
  })

  const limits = createLimits(deps)
  const browses = createBrowses(deps)
  const findViewer = createViewerFinder(deps)
  await registerOpenApi(app, config)
  await app.register(
    async (scope) => {
      const api = scope as unknown as Api
      if (config.corsOrigins.length > 0) await scope.register(cors, corsOptions(config.corsOrigins))
      registerApiHeaders(scope)
      scope.setNotFoundHandler(answerNotFound)
      registerGuard(scope, findViewer)
      limitSearches(scope, limits)
      registerPublicReads(
        scope,
        responseCache,
        deps.changes,
        temporaryFolder(config),
        signatures?.period ?? always,
      )
      await registerApiDocs(scope)

      registerAuth(api, { ...deps, limits })
      registerProfile(api, deps)
      registerUsers(api, deps)
      registerInvitations(api, deps)
      registerCreators(api, deps)
      registerAudioBooks(api, { ...deps, browses })
      registerPodcasts(api, { ...deps, browses, findViewer })
      registerChapters(api, { ...deps, findViewer })
      registerFieldSources(api, deps)
      registerWorks(api, deps)
      registerSeries(api, deps)
      registerCollections(api, deps)
      registerSearch(api, deps)
      registerGenres(api, { ...deps, browses })
      registerPublishing(api, deps)
      registerEditedRecords(api, deps)
      registerBulkEdits(api, deps)
      registerImports(api, { ...deps, media: importMedia })
      registerUploadRoutes(scope, deps)
      if (config.sources !== 'off') registerSources(api, { ...deps, limits })
      registerFeedSettings(api, deps)
      registerFeedTokens(api, deps)
      registerLibrary(api, deps)
      registerFollows(api, deps)
      registerBookmarks(api, deps)
      registerShelves(api, deps)
      registerPositions(api, deps)
      registerQueues(api, deps)
      if (config.sources !== 'off') registerSourceImports(api, deps)
      registerFollowsExport(api, deps)
      registerDevices(api, deps)
      registerPlaceOffers(api, deps)
      registerConnections(api, deps)
    },
    { prefix: localApiRoot(config) },
  )
  registerMedia(app, deps, signatures)
  registerImportMedia(app, importMedia)
  const sendRelayed = config.sources === 'off' ? null : createRelaySender(deps)
  if (sendRelayed) registerRelay(app, sendRelayed, signatures)
  if (config.gpodder) await registerGpodder(app, { ...deps, limits })
  registerFeeds(app, deps, responseCache, sendRelayed)
  if (webFolder !== null) await registerWebApp(app, deps, responseCache, webFolder, mediaOrigins(deps))
  return app
}

const always = () => ''

function mediaOrigins({ storage: { delivery } }: Deps): string[] {
  return delivery.kind === 'redirected' ? [delivery.origin] : []
}

async function openMetrics(deps: Deps, responseCache: ResponseCache): Promise<Metrics> {
  const { createMetrics } = await import('./operations/metrics/metrics.ts')
  return createMetrics(deps, responseCache)
}
