import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { localApiRoot, temporaryFolder } from './config.ts'
import type { Deps } from './deps.ts'
import { registerAuth } from './domains/auth/auth.routes.ts'
import { registerAudioBooks } from './domains/audio-books/audio-books.routes.ts'
import { registerCreators } from './domains/creators/creators.routes.ts'
import { registerLibrary } from './domains/library/library.routes.ts'
import { limitSearches } from './domains/limits/limit-searches.ts'
import { createLimits } from './domains/limits/limits.ts'
import { registerMedia } from './domains/media/media.routes.ts'
import type { Metrics } from './domains/metrics/metrics.ts'
import { registerPositions } from './domains/positions/positions.routes.ts'
import { registerPodcasts } from './domains/podcasts/podcasts.routes.ts'
import { registerQueues } from './domains/queues/queues.routes.ts'
import { createViewerFinder } from './domains/sessions/viewer.ts'
import { registerSite } from './domains/site/site.routes.ts'
import { registerProfile } from './domains/users/profile.routes.ts'
import { registerUsers } from './domains/users/users.routes.ts'
import { registerAccessTable, registerGuard } from './http/access.ts'
import { type AnswerCache, createAnswerCache } from './http/answers.ts'
import type { Api } from './http/api.ts'
import { refuseConnection, registerClientErrors } from './http/client-errors.ts'
import { acceptEmptyBodies } from './http/empty-bodies.ts'
import { refuseAddress, registerErrorHandler } from './http/errors.ts'
import { registerExpectContinue } from './http/expect-continue.ts'
import { registerHealth } from './http/health.ts'
import { compileValidator, parseQuerystring } from './http/input.ts'
import { registerLettingGo } from './http/letting-go.ts'
import {
  limitBodies,
  limitConnections,
  limitRanges,
  maxJsonBytes,
  type TimeLimits,
  timeLimits,
} from './http/limits.ts'
import { readForwardedAddresses } from './http/network-address.ts'
import { registerNotFound } from './http/not-found.ts'
import { answerOneAtATime } from './http/one-at-a-time.ts'
import { registerOperationErrors } from './http/operation-errors.ts'
import { registerApiDocs, registerOpenApi } from './http/openapi.ts'
import { buildSerializer } from './http/output.ts'
import { registerPublicReads } from './http/public-read.ts'
import { createRequestIds, registerRequestLog } from './http/request-log.ts'
import { corsOptions, momentaryHeaders, registerApiHeaders } from './http/security-headers.ts'
import { endUnread } from './http/unread-answers.ts'
import { maxFormTextBytes, registerUploads } from './http/uploads.ts'
import { registerWebApp } from './http/web-app/web-app.ts'
import { registerXsrfCheck } from './http/xsrf.ts'

export interface AppOptions {
  /** Folder of the built web app; null serves the API and media alone. */
  readonly webFolder: string | null
  readonly times?: TimeLimits
  /** Whether all is settled that has to be before people may come; true when left out. */
  readonly isReady?: () => boolean
}

/** The map of the server: what surrounds every request, then one line per domain. */
export async function buildApp(
  deps: Deps,
  { webFolder, times = timeLimits, isReady = () => true }: AppOptions,
): Promise<FastifyInstance> {
  const { config } = deps
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    // Only the proxy right in front: what stands before its entry in X-Forwarded-For anybody may have written.
    trustProxy: config.trustProxy === true ? (_address, hop) => hop === 0 : config.trustProxy,
    bodyLimit: maxJsonBytes,
    schemaController: { compilersFactory: { buildSerializer } },
    routerOptions: { querystringParser: parseQuerystring, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    frameworkErrors: refuseAddress,
    clientErrorHandler: refuseConnection,
    return503OnClosing: false,
    http: {
      headersTimeout: times.headersMs,
      connectionsCheckingInterval: times.checkMs,
      requireHostHeader: false,
    },
  })
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  const answers = createAnswerCache(deps.changes)
  const metrics = config.metrics ? await openMetrics(deps, answers) : null
  metrics?.watch(app)
  answerOneAtATime(app)
  if (config.trustProxy !== false) readForwardedAddresses(app)
  registerRequestLog(app, config)
  app.setValidatorCompiler(compileValidator)
  // What is no JSON is refused as such, not read as a text that matches no schema.
  app.removeContentTypeParser('text/plain')
  acceptEmptyBodies(app)
  registerErrorHandler(app)
  registerClientErrors(app, () => isStopping)
  registerLettingGo(app)
  endUnread(app, times)
  limitBodies(app, times.bodyMs)
  limitRanges(app)
  registerXsrfCheck(app)
  registerAccessTable(app, localApiRoot(config))
  registerOperationErrors(app)
  registerUploads(app, config.maxAudioBytes + 2 * config.maxImageBytes + maxFormTextBytes, times.upload)
  registerExpectContinue(app)
  const answerNotFound = registerNotFound(app, localApiRoot(config))
  limitConnections(app, config)
  await app.register(async (scope) => {
    registerApiHeaders(scope, momentaryHeaders)
    registerHealth(scope, deps, () => isReady() && !isStopping)
    registerSite(scope, deps, answers)
    metrics?.registerRoute(scope)
  })

  const limits = createLimits(deps)
  await registerOpenApi(app, config)
  await app.register(
    async (scope) => {
      const api = scope as unknown as Api
      if (config.corsOrigins.length > 0) await scope.register(cors, corsOptions(config.corsOrigins))
      registerApiHeaders(scope)
      scope.setNotFoundHandler(answerNotFound)
      registerGuard(scope, createViewerFinder(deps))
      limitSearches(scope, limits)
      registerPublicReads(scope, answers, deps.changes, temporaryFolder(config))
      await registerApiDocs(scope)

      registerAuth(api, { ...deps, limits })
      registerProfile(api, deps)
      registerUsers(api, deps)
      registerCreators(api, deps)
      registerAudioBooks(api, deps)
      registerPodcasts(api, deps)
      registerLibrary(api, deps)
      registerPositions(api, deps)
      registerQueues(api, deps)
    },
    { prefix: localApiRoot(config) },
  )
  registerMedia(app, deps)
  if (webFolder !== null) await registerWebApp(app, deps, answers, webFolder)
  return app
}

/** Loaded where it is wanted only. */
async function openMetrics(deps: Deps, answers: AnswerCache): Promise<Metrics> {
  const { createMetrics } = await import('./domains/metrics/metrics.ts')
  return createMetrics(deps, answers)
}
